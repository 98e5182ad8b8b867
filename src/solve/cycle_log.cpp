#include "solve/cycle_log.hpp"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "host/files.hpp"

namespace banmen {
namespace {

constexpr std::string_view first_line = "banmen cycles 1\n";

std::string checksum_line(std::string_view text) { return "sum " + std::to_string(XXH3_64bits(text.data(), text.size())) + "\n"; }

template <class Numbers>
void add_numbers(std::string& text, const Numbers& numbers) {
  for (const auto number : numbers) text += " " + std::to_string(number);
  text += "\n";
}

}  // namespace

Result<CycleLog> CycleLog::open(const std::string& path, std::string owner) {
  CycleLog log;
  log.path_ = path;
  log.owner_ = std::move(owner);
  std::error_code error;
  const auto there = std::filesystem::status(path, error);
  if (!std::filesystem::exists(there)) return log;
  if (!std::filesystem::is_regular_file(there))
    return fail("'" + path + "' is no plain file, and what is known of cycles is read again");
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  // It will be written over, so nothing else may lie there. A beginning that is cut off or empty holds nothing.
  if (const std::size_t length = std::min(text.size(), first_line.size()); text.substr(0, length) != first_line.substr(0, length))
    return fail("'" + path + "' is not what a census knows of cycles", "move it away, or give --checkpoint another name");
  log.read(text);
  return log;
}

std::string CycleLog::text() const {
  std::string text = std::string(first_line) + owner_ + "\n";
  for (const auto& [tier, sizes] : tiers_) {
    text += "tier " + std::to_string(tier) + " " + std::to_string(sizes.size());
    add_numbers(text, sizes);
  }
  if (best_) {
    text += "lasso " + std::to_string(best_->depth) + " " + std::to_string(best_->cycle.size());
    add_numbers(text, best_->cycle);
  }
  return text + checksum_line(text);
}

bool CycleLog::read(const std::string& text) {
  const std::string beginning = std::string(first_line) + owner_ + "\n";
  const std::size_t sum = text.rfind("sum ");
  if (!text.starts_with(beginning) || sum == std::string::npos || text.substr(sum) != checksum_line(text.substr(0, sum)))
    return false;
  // The checksum fits, so the rest is as it was written.
  std::istringstream in(text.substr(beginning.size(), sum - beginning.size()));
  for (std::string what; in >> what;) {
    std::uint32_t number = 0;
    std::size_t size = 0;
    in >> number >> size;
    std::vector<std::uint64_t> numbers(size);
    for (std::uint64_t& one : numbers) in >> one;
    if (what == "tier")
      tiers_[number] = std::move(numbers);
    else
      best_ = FoundLasso{number, std::move(numbers)};
  }
  return true;
}

Result<void> CycleLog::finish(std::uint32_t tier, std::vector<std::uint64_t> sizes, std::optional<FoundLasso> best) {
  tiers_[tier] = std::move(sizes);
  best_ = std::move(best);
  return path_.empty() ? Result<void>() : write_file(path_, text());
}

}  // namespace banmen
