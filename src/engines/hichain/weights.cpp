#include "engines/hichain/weights.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace banmen::hichain {
namespace {

constexpr double finest = 100;    // hundredths
constexpr double largest = 1000;  // points: no fit comes near
constexpr std::size_t table_size = phases * term::count;
constexpr std::array<double, table_size> built_in_numbers = {
#include "engines/hichain/weights.inc"
};

WeightTable table_of(const std::array<double, table_size>& numbers) {
  WeightTable out;
  for (std::size_t i = 0; i < table_size; ++i) out[i / term::count][i % term::count] = numbers[i];
  return out;
}

}  // namespace

Terms weights_at(const WeightTable& table, int cards_left) {
  const auto shares = phase_shares(cards_left);
  Terms out{};
  for (std::size_t k = 0; k < phases; ++k)
    for (std::size_t i = 0; i < term::count; ++i) out[i] += shares[k] * table[k][i];
  return out;
}

const WeightTable& built_in_weights() {
  static const WeightTable table = table_of(built_in_numbers);
  return table;
}

std::string text(const WeightTable& table) {
  constexpr std::array<std::string_view, phases> names = {"No card left", "Half of the cards left", "All cards left"};
  std::string out;
  const auto line = [&](const Terms& row, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) out += fmt::format("{}{:.2f},", i > from ? " " : "", row[i] == 0 ? 0 : row[i]);
    out += '\n';
  };
  for (std::size_t k = 0; k < phases; ++k) {
    out += fmt::format(
        "// {}: the prospects of the side that has moved, of the other; cards A to Z and *; freedom, pairs, triples\n", names[k]);
    line(table[k], term::own, term::facing);
    line(table[k], term::facing, term::card);
    line(table[k], term::card, term::freedom);
    line(table[k], term::freedom, term::count);
  }
  return out;
}

Result<WeightTable> read_weights(std::string_view text) {
  std::array<double, table_size> numbers{};
  std::size_t count = 0;
  int line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (rest.starts_with("//")) continue;
    while (true) {
      while (!rest.empty() && (rest.front() == ' ' || rest.front() == ',' || rest.front() == '\r')) rest.remove_prefix(1);
      if (rest.empty()) break;
      double number = 0;
      const auto [at, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
      if (error != std::errc() || !(std::abs(number) <= largest))
        return fail(fmt::format("line {}: '{}' is no weight", line, rest.substr(0, rest.find_first_of(" ,"))),
                    "such files are written by `banmen hichain train`");
      rest.remove_prefix(static_cast<std::size_t>(at - rest.data()));
      if (count < table_size) numbers[count] = number;
      ++count;
    }
  }
  if (count != table_size)
    return fail(fmt::format("{} weights, where {} are wanted", count, table_size),
                "such files are written by `banmen hichain train`");
  return table_of(numbers);
}

WeightTable rounded(const WeightTable& table) {
  WeightTable out = table;
  for (Terms& row : out)
    for (double& weight : row) weight = std::round(weight * finest) / finest;
  return out;
}

}  // namespace banmen::hichain
