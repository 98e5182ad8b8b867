#include "engines/hichain/judgement.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "engines/hichain/royal.hpp"

namespace banmen::hichain {
namespace {

constexpr double finest = 100;    // hundredths
constexpr double largest = 1000;  // points, far above any fitted weight
constexpr std::size_t table_size = phases * term::count;
constexpr std::array<double, table_size> built_in_numbers = {
#include "engines/hichain/weights.inc"
};

WeightTable table_of(const std::array<double, table_size>& numbers) {
  WeightTable out;
  for (std::size_t i = 0; i < table_size; ++i) out[i / term::count][i % term::count] = numbers[i];
  return out;
}

constexpr std::int32_t gain_cap = 100;  // the judgement covers points; CHAIN is searched separately

/// Prospects of a side from its offers that can be played now: the best, the best one that no reply can remove together with it,
/// the second and the third best, the sum of the next three, the gain of the best offer that still lacks a point, the number of
/// cells with offers (at most 6). The last term is for CHAIN.
std::array<double, prospect_terms> prospect_of(const HichainRules::Board& board, int colour, const std::vector<Offer>& offers) {
  struct Top {
    Cell cell;
    std::int32_t gain;
  };
  std::array<Top, 6> top;
  std::size_t count = 0;
  std::int32_t waiting = 0;  // the best one that only lacks an opponent's point
  const auto left = board.left[static_cast<std::size_t>(colour)];
  for (const Offer& offer : offers) {
    if (count == top.size()) break;
    if (is_open(board, colour, offer)) {
      // Only the best offer of a cell counts.
      const bool again = std::any_of(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(count),
                                     [&](const Top& t) { return t.cell == offer.cell; });
      if (!again) top[count++] = {offer.cell, std::min(offer.gain, gain_cap)};
    } else if (waiting == 0 && board.ground.is_empty(offer.cell) && left.has(offer.way) &&
               board.ground.unbarred_ways(offer.cell).has(offer.way)) {
      waiting = std::min(offer.gain, gain_cap);
    }
  }
  std::array<double, prospect_terms> t{};
  if (count > 0) t[0] = top[0].gain;
  // A reply affects its own cell and the four beside it: an offer more than two steps away from the first survives.
  for (std::size_t i = 1; i < count; ++i)
    if (steps_apart(top[i].cell, top[0].cell) > 2) {
      t[1] = top[i].gain;
      break;
    }
  if (count > 1) t[2] = top[1].gain;
  if (count > 2) t[3] = top[2].gain;
  for (std::size_t i = 3; i < count; ++i) t[4] += top[i].gain;
  t[5] = std::max(0.0, waiting - t[0]);
  t[6] = static_cast<double>(count);
  return t;
}

/// Progress of a colour towards CHAIN: plans weighted by missing and waiting cards.
double royal_hope(const HichainRules& g, const HichainRules::Board& board, int colour) {
  constexpr std::array<double, 5> by_missing = {0, 10, 2.7, 0.6, 0.1}, by_waiting = {1, 0.3, 0.1, 0.03, 0.01};
  double sum = 0;
  RoyalPlans(g, board, colour).each(4, [&](const RoyalPlan& plan) {
    sum += by_missing[static_cast<std::size_t>(plan.missing)] * by_waiting[static_cast<std::size_t>(plan.waiting)];
  });
  return std::min(20.0, sum);
}

std::uint32_t field_of(const HichainRules::Board& board, int colour) {
  std::uint32_t out = 0;
  for (int sign = 0; sign < signs; ++sign)
    if (!(board.left[static_cast<std::size_t>(colour)] & ways_of(sign)).empty()) out |= 1u << sign;
  return out;
}

/// Pairs and triples of successive letters still in the field.
constexpr std::uint32_t letters = (1u << asterisk) - 1;
int pairs(std::uint32_t cards) { return std::popcount(cards & letters & (cards & letters) >> 1); }
int triples(std::uint32_t cards) {
  cards &= letters;
  return std::popcount(cards & cards >> 1 & cards >> 2);
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
        return fail(fmt::format("line {}: '{}' is not a weight", line, rest.substr(0, rest.find_first_of(" ,"))),
                    "such files are written by `banmen hichain train`");
      rest.remove_prefix(static_cast<std::size_t>(at - rest.data()));
      if (count < table_size) numbers[count] = number;
      ++count;
    }
  }
  if (count != table_size)
    return fail(fmt::format("expected {} weights, got {}", table_size, count), "such files are written by `banmen hichain train`");
  return table_of(numbers);
}

WeightTable rounded(const WeightTable& table) {
  WeightTable out = table;
  for (Terms& row : out)
    for (double& weight : row) weight = std::round(weight * finest) / finest;
  return out;
}

Terms terms_of(const HichainRules& g, const HichainRules::Board& board, const std::vector<Offer>& mine,
               const std::vector<Offer>& theirs) {
  const int other = board.at.mover, me = 1 - other;
  Terms out{};
  const auto own = prospect_of(board, me, mine), facing = prospect_of(board, other, theirs);
  std::copy(own.begin(), own.end(), out.begin() + term::own);
  std::copy(facing.begin(), facing.end(), out.begin() + term::facing);
  out[term::own + prospect_terms - 1] = royal_hope(g, board, me);
  out[term::facing + prospect_terms - 1] = royal_hope(g, board, other);
  const std::uint32_t my_cards = field_of(board, me), their_cards = field_of(board, other);
  for (std::size_t sign = 0; sign < signs; ++sign)
    out[term::card + sign] = static_cast<int>(my_cards >> sign & 1) - static_cast<int>(their_cards >> sign & 1);
  out[term::freedom] =
      (static_cast<double>(HichainRules::placements(board, me)) - static_cast<double>(HichainRules::placements(board, other))) /
      100;
  out[term::pair] = pairs(my_cards) - pairs(their_cards);
  out[term::triple] = triples(my_cards) - triples(their_cards);
  return out;
}

int cards_left(const HichainRules::Board& board) { return std::popcount(field_of(board, 0)) + std::popcount(field_of(board, 1)); }

}  // namespace banmen::hichain
