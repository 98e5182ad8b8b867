// Whether a game fits: bytes of a position, bits of a move, moves of a position. Says which line makes it too large.
#include <algorithm>

#include "rules/check_parts.hpp"
#include "rules/layout.hpp"
#include "rules/move_bound.hpp"

namespace banmen::rules {
namespace {

constexpr std::size_t most_bytes = 1024;

/// The line with which the position passes its limit.
Place heaviest(const Case& c) {
  const File& file = c.reading.file;
  const Layout layout(c.rules);
  const auto set_bytes = static_cast<std::size_t>(8 * layout.words);
  std::size_t sum = 0;
  Place where = file.board.place;
  const auto add = [&](std::size_t bytes, const Place& place) {
    if (sum <= most_bytes) where = place;
    sum += bytes;
  };
  for (std::size_t k = 0; k < file.pieces.size(); ++k) add(set_bytes * file.pieces[k].letters.size(), file.pieces[k].place);
  for (const auto& [name, place] : file.marks) add(set_bytes, place);
  add(layout.stone_bytes * static_cast<std::size_t>(c.rules.board.size()), file.board.place);
  for (const HandSection& hand : file.hands) add(c.rules.seats.size(), hand.place);
  for (const CounterSection& counter : file.counters) add(2 * (counter.each ? c.rules.seats.size() : 1), counter.place);
  return where;
}

}  // namespace

bool check_size(const Case& c, Facts& facts) {
  facts.position_bytes = Layout(c.rules).size;
  if (facts.position_bytes > most_bytes || c.rules.codes.size() >= most_codes) {
    c.messages.error(heaviest(c), "a position has " + std::to_string(facts.position_bytes) + " bytes, and at most " +
                                      std::to_string(most_bytes) + " are possible");
    return false;
  }
  const MoveBound bound = move_bound(c.rules);
  if (bound.moves > most_moves)
    c.messages.error(bound.too_many,
                     "a position may have " +
                         (bound.moves >= static_cast<std::uint64_t>(Range::endless) ? "very many" : std::to_string(bound.moves)) +
                         " moves, and at most a million are possible");
  if (bound.bits > bits_of_a_move)
    c.messages.error(bound.too_long, "a move has " + std::to_string(bound.bits) + " bits, and at most " +
                                         std::to_string(bits_of_a_move) + " are possible");
  if (bound.wide_number.line > 0)
    c.messages.error(bound.wide_number,
                     "a number may be chosen among more than " + std::to_string(most_numbers) + ", and no more are possible");
  if (bound.wide_pass.line > 0)
    c.messages.warn(bound.wide_pass,
                    "a pass of 'repeat' may have more than " + std::to_string(most_ways_of_a_pass) +
                        " ways to go on, and only the first " + std::to_string(most_ways_of_a_pass) + " are offered",
                    "choose among fewer sites");
  facts.move_bits = bound.bits;
  facts.most_moves = static_cast<long>(bound.capacity());
  return !c.messages.any_error();
}

}  // namespace banmen::rules
