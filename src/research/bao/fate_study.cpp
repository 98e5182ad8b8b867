// Whether a move ever ends, with any number of stones: by what is proved where that is enough, else along the tape.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "games/bao/bao.hpp"
#include "research/bao/marks.hpp"
#include "research/bao/studies.hpp"
#include "research/bao/tape.hpp"

namespace banmen::bao {
namespace {

Result<Heaps> read_heaps(std::string_view text) {
  Heaps board;
  std::uint64_t all = 0;
  for (const char *at = text.data(), *end = at + text.size();; ++at) {
    std::uint64_t stones = 0;
    const auto [after, error] = std::from_chars(at, end, stones);
    if (error != std::errc{} || (after != end && *after != ','))
      return fail(fmt::format("'{}' is not a board", text), "stones hole by hole, such as 1000000,0,3,1");
    board.push_back(stones);
    if (stones > most_heaps || all > most_heaps - stones) return fail(fmt::format("more than {} stones", most_heaps));
    all += stones;
    at = after;
    if (at == end) break;
  }
  if (board.size() < 2 || board.size() > most_ring) return fail(fmt::format("a ring has 2 to {} holes", most_ring));
  return board;
}

Result<Findings> run(const Values& values, const Control& control) {
  auto board = read_heaps(values.text("heaps"));
  if (!board) return fail(board.error());
  const auto holes = static_cast<std::uint32_t>(board->size());
  const std::string& name = values.text("hole");
  if (name.size() != 1 || name[0] < 'a' || name[0] > hole_name(holes - 1))
    return fail("'" + name + "' is not a hole of this board", fmt::format("holes are a to {}", hole_name(holes - 1)));
  std::rotate(board->begin(), board->begin() + (name[0] - 'a'), board->end());
  if (board->front() == 0) return fail("hole " + name + " is empty");

  const std::uint64_t stones = std::accumulate(board->begin(), board->end(), std::uint64_t{0});
  Stones residues;  // all that the marks depend on
  for (const std::uint64_t heap : *board) residues.push_back(static_cast<std::uint8_t>(heap % (holes + 1)));
  const bool is_spread = spread(residues);
  const std::uint64_t c = fold(*board);
  Fate fate;
  std::string because = "followed to its end, or until the board came back";
  std::optional<bool> ends;
  if (is_spread) {
    ends = false;
    because = "spread: no two of its marks are neighbours";
  } else if (c > 1) {
    ends = false;
    because = fmt::format("a {}-fold board: every sowing is of a multiple of {} stones", c, c);
  } else if (holes == 2) {
    ends = sowings_on_two(board->front(), stones).has_value();
    because =
        fmt::format("two holes: {} or its negative is {} power of 2 modulo {}", board->front(), *ends ? "a" : "no", 2 * stones + 1);
  }
  fate = follow(*board, static_cast<std::uint64_t>(values.integer("most")), control);
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
  if (fate.known && !ends) ends = fate.ends;

  Findings findings;
  findings.add({.name = "ring", .value = holes, .hidden = true});
  findings.add("stones", stones);
  findings.add("marks", marks(residues), fmt::format("how often each residue modulo {} is one", holes + 1));
  findings.add("spread", is_spread);
  findings.add("fold", c, "places on the tape are multiples of it");
  if (ends)
    findings.add("ends", *ends, because);
  else
    findings.add({.name = "ends", .value = {}, .words = "not known after so many sowings, see --most"});
  findings.add("sowings", fate.sowings, !fate.known ? "so far; see --most" : fate.ends ? "" : "until the board is back, turned");
  findings.add("stones_sown", fate.distance, "what sowing stone by stone would take");
  if (fate.known && !fate.ends) {
    findings.add("period", fate.distance / holes);
    findings.add("shift", fate.distance % holes);
  } else {
    findings.add({.name = "period", .value = {}, .hidden = true});
    findings.add({.name = "shift", .value = {}, .hidden = true});
  }
  return findings;
}

}  // namespace

Study fate() {
  return {.id = "fate",
          .help = "Whether a move ever ends, with up to a thousand million stones",
          .examples = {"banmen bao fate 5,1,0,1,0,1,0,3 a", "banmen bao fate 0,1000000,0,0,0,0,0,0 b --json"},
          .parameters = {Parameter::text("heaps", "", "such as 0,1000000,0,3", "Stones hole by hole").at_place().needed(),
                         Parameter::text("hole", "", "a letter", "The hole to sow from").at_place().needed(),
                         Parameter::integer("most", 20'000'000, 0, 1'000'000'000, "Follow the move for at most so many sowings")},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::bao
