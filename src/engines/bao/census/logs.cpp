#include "engines/bao/census/logs.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include "host/files.hpp"

namespace banmen::bao {
namespace {

constexpr char magic[8] = {'b', 'm', 'l', 'e', 'v', 'e', 'l', '3'};

struct Header {
  char magic[8];
  std::uint64_t owner_size, tiers, checksum;  // of the owner's text
};

struct Record {
  std::uint64_t level, blocks, bytes, kinds, first_endless;
  std::uint64_t checksum;  // of everything in the record but the two checksums
  std::uint64_t own_sum;   // of the fields above, so that a damaged length is not mistaken for a truncated record
  [[nodiscard]] std::uint64_t sum() const { return XXH3_64bits(this, offsetof(Record, own_sum)); }
};

using Bytes = std::vector<std::uint8_t>;
using Block = PackedNumbers::Block;

/// An empty list may have a null address, which fwrite and fread do not accept.
template <class T>
bool write_all(const std::vector<T>& list, std::FILE* file) {
  return list.empty() || std::fwrite(list.data(), sizeof(T), list.size(), file) == list.size();
}
template <class T>
bool read_all(std::vector<T>& list, std::FILE* file) {
  return list.empty() || std::fread(list.data(), sizeof(T), list.size(), file) == list.size();
}

// Tallies and kinds are written as they lie in memory.
static_assert(sizeof(CensusTally) == 48 && sizeof(LevelKind) == 24);

std::uint64_t checksum_of(const Record& record, const Level& level) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, &record, offsetof(Record, checksum));
  XXH3_64bits_update(state, level.tallies.data(), level.tallies.size() * sizeof(CensusTally));
  XXH3_64bits_update(state, level.kinds.data(), level.kinds.size() * sizeof(LevelKind));
  const auto& blocks = level.entries.blocks();
  XXH3_64bits_update(state, blocks.data(), blocks.size() * sizeof(Block));
  XXH3_64bits_update(state, level.entries.bytes().data(), level.entries.bytes().size());
  const std::uint64_t sum = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return sum;
}

Result<void> trouble(const std::string& path, const char* doing) {
  return fail(kind_of_errno(errno), "can't " + std::string(doing) + " checkpoint '" + path + "': " + std::strerror(errno));
}

/// Reads a level's entries at the file's position; nullopt if that fails or the blocks do not fit the bytes.
std::optional<PackedNumbers> read_entries(std::FILE* file, std::uint64_t blocks, std::uint64_t bytes) {
  std::vector<Block> table(blocks);
  Bytes packed(bytes);
  if (!read_all(table, file) || !read_all(packed, file)) return std::nullopt;
  std::uint64_t end = 0;
  for (const Block& block : table) {
    if (block.end < end || block.end > bytes) return std::nullopt;
    end = block.end;
  }
  return PackedNumbers(std::move(table), std::move(packed));
}

}  // namespace

Result<LevelLog> LevelLog::open(const std::string& path, const std::string& owner, std::size_t tiers) {
  LevelLog log;
  log.path_ = path;
  std::error_code error;
  if (const auto there = std::filesystem::status(path, error);
      std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    return fail("checkpoint '" + path + "' is not a regular file");
  auto lock = FileLock::take(path);
  if (!lock) return fail(lock.error());
  log.lock_ = std::move(*lock);
  std::FILE* file = std::fopen(path.c_str(), "r+b");
  const bool missing = file == nullptr && errno == ENOENT;
  if (missing) file = std::fopen(path.c_str(), "w+b");
  if (!file) return fail(kind_of_errno(errno), "can't open checkpoint '" + path + "': " + std::strerror(errno));
  log.file_.reset(file);
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::rewind(file);
  Header header{};
  Header own{};
  std::memcpy(own.magic, magic, sizeof magic);
  own.owner_size = owner.size();
  own.tiers = tiers;
  own.checksum = XXH3_64bits(owner.data(), owner.size()) ^ tiers;
  // A run killed while writing the header leaves a part of it: then there is nothing to resume from.
  std::string beginning(reinterpret_cast<const char*>(&own), sizeof own);
  beginning += owner;
  bool fresh = missing;
  if (!missing && size < static_cast<long>(beginning.size())) {
    std::string there(static_cast<std::size_t>(size), '\0');
    if (std::fread(there.data(), 1, there.size(), file) != there.size()) return fail(trouble(path, "read").error());
    fresh = beginning.compare(0, there.size(), there) == 0;
    std::rewind(file);
  }
  if (fresh) {
    if (std::fwrite(beginning.data(), 1, beginning.size(), file) != beginning.size() || std::fflush(file) != 0)
      return fail(trouble(path, "write").error());
    return log;
  }
  if (std::fread(&header, sizeof header, 1, file) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return fail("'" + path + "' is not a checkpoint of a census", "give the name of a new file, or of a census's checkpoint");
  if (header.owner_size > 4096)
    return fail("checkpoint '" + path + "' is damaged: its header is invalid", "move it away, or give --checkpoint another name");
  std::string text(header.owner_size, '\0');
  if (std::fread(text.data(), 1, text.size(), file) != text.size() ||
      header.checksum != (XXH3_64bits(text.data(), text.size()) ^ header.tiers))
    return fail("checkpoint '" + path + "' is damaged: its header does not match its checksum",
                "move it away, or give --checkpoint another name");
  if (text != owner || header.tiers != tiers)
    return fail("checkpoint '" + path + "' belongs to another census: " + text, "this one is " + owner);
  if (const std::string damage = log.read_levels(size, tiers); !damage.empty()) {
    log.damaged_ = path + ".damaged";
    std::filesystem::copy_file(path, log.damaged_, std::filesystem::copy_options::overwrite_existing, error);
    if (error)
      return fail(kind_of_errno(error.value()), "checkpoint '" + path + "' is damaged (" + damage + ") and can't be copied to '" +
                                                    log.damaged_ + "': " + error.message());
  }
  // Incomplete levels start over: cut off while being written, or damaged.
  if (ftruncate(fileno(file), log.end_) != 0) return fail(trouble(path, "shorten").error());
  return log;
}

std::string LevelLog::read_levels(long size, std::size_t tiers) {
  std::FILE* file = file_.get();
  for (;;) {
    end_ = std::ftell(file);
    const std::string level_text = "level " + std::to_string(this->size());
    Record record{};
    Level level;
    level.tallies.resize(tiers);
    const long fixed = static_cast<long>(sizeof record + tiers * sizeof(CensusTally));
    if (size - end_ < fixed || std::fread(&record, sizeof record, 1, file) != 1) return {};
    if (record.own_sum != record.sum() || record.level != this->size()) return level_text + " has an invalid header";
    const auto room = static_cast<std::uint64_t>(size - end_ - fixed);
    if (record.kinds > room / sizeof(LevelKind) || record.blocks > room / sizeof(Block) || record.bytes > room ||
        record.kinds * sizeof(LevelKind) + record.blocks * sizeof(Block) + record.bytes > room)
      return {};
    level.kinds.resize(record.kinds);
    if (!read_all(level.tallies, file) || !read_all(level.kinds, file)) return level_text + " can't be read";
    const long offset = std::ftell(file);
    auto entries = read_entries(file, record.blocks, record.bytes);
    if (entries) level.entries = std::move(*entries);
    if (!entries || checksum_of(record, level) != record.checksum) return level_text + " does not match its checksum";
    level.first_endless = record.first_endless;
    level.entries = {};
    places_.push_back({offset, record.blocks, record.bytes});
    summaries_.push_back(std::move(level));
  }
}

Result<void> LevelLog::append(Level level) {
  if (!file_) {
    bytes_ += level.entries.held();
    held_.push_back(std::exchange(level.entries, {}));
    summaries_.push_back(std::move(level));
    return {};
  }
  const auto& blocks = level.entries.blocks();
  const auto& bytes = level.entries.bytes();
  Record record{size(), blocks.size(), bytes.size(), level.kinds.size(), level.first_endless, 0, 0};
  record.checksum = checksum_of(record, level);
  record.own_sum = record.sum();
  std::fseek(file_.get(), 0, SEEK_END);
  bool good = std::fwrite(&record, sizeof record, 1, file_.get()) == 1;
  good = good && write_all(level.tallies, file_.get()) && write_all(level.kinds, file_.get());
  const long offset = std::ftell(file_.get());
  good = good && write_all(blocks, file_.get()) && write_all(bytes, file_.get());
  if (!good || std::fflush(file_.get()) != 0) return trouble(path_, "write");
  places_.push_back({offset, record.blocks, record.bytes});
  level.entries = {};
  summaries_.push_back(std::move(level));
  return {};
}

Result<PackedNumbers> LevelLog::entries(std::size_t level) const {
  if (!file_) return held_[level];
  const Place& place = places_[level];
  std::fseek(file_.get(), place.offset, SEEK_SET);
  auto out = read_entries(file_.get(), place.blocks, place.bytes);
  if (!out) return fail("checkpoint '" + path_ + "' has changed while it was in use");
  return std::move(*out);
}

namespace {

constexpr std::string_view first_line = "banmen cycles 1\n";

std::string checksum_line(std::string_view text) { return "sum " + std::to_string(XXH3_64bits(text.data(), text.size())) + "\n"; }

template <class Numbers>
void add_numbers(std::string& text, const Numbers& numbers) {
  for (const auto number : numbers) fmt::format_to(std::back_inserter(text), " {}", number);
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
  if (!std::filesystem::is_regular_file(there)) return fail("log of cycles '" + path + "' is not a regular file");
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  // The file will be overwritten, so it must be a cycle log. A truncated or empty first line holds nothing.
  if (const std::size_t length = std::min(text.size(), first_line.size()); text.substr(0, length) != first_line.substr(0, length))
    return fail("'" + path + "' is not a census's log of cycles", "move it away, or give --checkpoint another name");
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
  // The checksum matches, so the rest is intact.
  std::istringstream in(text.substr(beginning.size(), sum - beginning.size()));
  for (std::string what; in >> what;) {
    std::uint32_t number = 0;
    std::size_t size = 0;
    in >> number >> size;
    if (size > text.size()) {
      tiers_.clear();
      best_.reset();
      return false;
    }
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

}  // namespace banmen::bao
