#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "games/bao/bao.hpp"
#include "research/bao/loops.hpp"
#include "research/bao/marks.hpp"
#include "research/studies.hpp"

namespace banmen::bao {

ExplainedMove explain(const Stones& board, std::uint32_t hole, std::size_t most, const std::stop_token& stop) {
  const auto holes = static_cast<std::uint32_t>(board.size());
  auto turned_copy = [&](const Stones& now, std::uint32_t at) {
    for (std::uint32_t i = 0; i < holes; ++i)
      if (now[(at + i) % holes] != board[(hole + i) % holes]) return false;
    return true;
  };
  ExplainedMove move;
  move.last = board;
  move.at = hole;
  while (true) {
    if ((move.count & 0xfff) == 0 && stop.stop_requested()) {
      move.stopped = true;
      return move;
    }
    if (move.sowings.size() < most) move.sowings.push_back({move.last, move.at});
    std::uint32_t hand = move.last[move.at];
    move.last[move.at] = 0;
    move.distance += hand;
    ++move.count;
    while (hand-- > 0) {
      move.at = move.at + 1 == holes ? 0 : move.at + 1;
      ++move.last[move.at];
    }
    if (move.last[move.at] == 1) {
      move.ends = true;
      return move;
    }
    if (turned_copy(move.last, move.at)) return move;
  }
}

namespace {

/// Reads the letter of a nonempty hole.
template <class Board>
Result<std::uint32_t> read_hole(const Board& board, const std::string& name) {
  const char last = hole_name(static_cast<std::uint32_t>(board.size()) - 1);
  if (name.size() != 1 || name[0] < 'a' || name[0] > last)
    return fail("'" + name + "' is not a hole of this board", std::string("holes are a to ") + last);
  const auto hole = static_cast<std::uint32_t>(name[0] - 'a');
  if (board[hole] == 0) return fail("hole " + name + " is empty");
  return hole;
}

std::string name_of(std::uint32_t hole) { return std::string(1, hole_name(hole)); }

Result<Findings> explain_move(const Values& values, const Control& control) {
  const auto board = read_board(values.text("board"), 0, most_stones);
  if (!board) return fail(board.error());
  if (board->size() < 2) return fail("a ring has at least 2 holes");
  const auto holes = static_cast<std::uint32_t>(board->size());
  const auto hole = read_hole(*board, values.text("hole"));
  if (!hole) return fail(hole.error());
  const ExplainedMove move = explain(*board, *hole, static_cast<std::size_t>(values.integer("most")), control.stop);
  if (move.stopped) return fail(ErrorKind::stopped, "stopped");

  Findings findings;
  using enum Findings::Column::Kind;
  Findings::DataTable sowings{.name = "sowings",
                              .help = "",
                              .columns = {{"number", integer, "number k of the paper's board Sk"},
                                          {"board", list, "board before the sowing"},
                                          {"hole", text, "hole that is sown from"}}};
  for (std::size_t i = 0; i < move.sowings.size(); ++i)
    sowings.rows.push_back({i, move.sowings[i].board, name_of(move.sowings[i].hole)});
  findings.add(std::move(sowings));
  const std::size_t left_out = move.count - move.sowings.size();
  findings.add("count", move.count,
               left_out == 0 ? "sowings" : "sowings; " + std::to_string(left_out) + " are not shown (raise --most)");
  findings.add("ends", move.ends, move.ends ? "" : "the last board is the first, turned");
  findings.add("last", move.last, move.ends ? "before the capture" : "sown from " + name_of(move.at));
  if (move.ends) {
    findings.add("stop", name_of(move.at));
    if (holes % 2 == 0)  // odd rings have no opposite holes
      findings.add("captured", move.last[holes - 1 - move.at], "from " + name_of(holes - 1 - move.at));
    else
      findings.add(hidden("captured", {}));
    findings.add(hidden("period", {}));
    findings.add(hidden("shift", {}));
  } else {
    findings.add(hidden("stop", {}));
    findings.add(hidden("captured", {}));
    findings.add("period", move.period());
    findings.add("shift", move.shift());
  }
  return findings;
}

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

Result<Findings> find_fate(const Values& values, const Control& control) {
  auto board = read_heaps(values.text("heaps"));
  if (!board) return fail(board.error());
  const auto holes = static_cast<std::uint32_t>(board->size());
  const auto hole = read_hole(*board, values.text("hole"));
  if (!hole) return fail(hole.error());
  std::rotate(board->begin(), board->begin() + *hole, board->end());

  const std::uint64_t stones = std::accumulate(board->begin(), board->end(), std::uint64_t{0});
  Stones residues;  // determine the marks
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
  findings.add(hidden("ring", holes));
  findings.add("stones", stones);
  findings.add("marks", marks(residues), fmt::format("how often each residue modulo {} is a mark", holes + 1));
  findings.add("spread", is_spread);
  findings.add("fold", c, "divides the number of stones in every sowing");
  if (ends)
    findings.add("ends", *ends, because);
  else
    findings.add({.name = "ends", .value = {}, .words = "unknown after that many sowings (raise --most)"});
  findings.add("sowings", fate.sowings, !fate.known ? "so far (raise --most)" : fate.ends ? "" : "until the board is back, turned");
  findings.add("stones_sown", fate.distance, "each counted every time it is sown");
  if (fate.known && !fate.ends) {
    findings.add("period", fate.distance / holes);
    findings.add("shift", fate.distance % holes);
  } else {
    findings.add(hidden("period", {}));
    findings.add(hidden("shift", {}));
  }
  return findings;
}

}  // namespace

Study explain_study() {
  return {.id = "explain",
          .help = "Show a move sowing by sowing",
          .examples = {"banmen bao explain 0,4,0,4,0,4,0,4 d", "banmen bao explain 3,1,0,2,1,0,2,1 a --json"},
          .parameters = {Parameter::text("board", "", "such as 0,4,0,4,0,4,0,4", "Stones hole by hole").at_place().needed(),
                         Parameter::text("hole", "", "a letter", "The hole to sow from").at_place().needed(),
                         Parameter::integer("most", 1000, 0, 1'000'000'000, "Maximum sowings to show")},
          .run = explain_move,
          .takes = Study::Takes::moments,
          .of_position = Study::OfPosition{.board = "board", .move = "hole"}};
}

Study fate_study() {
  return {.id = "fate",
          .help = "Determine whether a move ends, with up to 1,000,000,000 stones",
          .examples = {"banmen bao fate 5,1,0,1,0,1,0,3 a", "banmen bao fate 0,1000000,0,0,0,0,0,0 b --json"},
          .parameters = {Parameter::text("heaps", "", "such as 0,1000000,0,3", "Stones hole by hole").at_place().needed(),
                         Parameter::text("hole", "", "a letter", "The hole to sow from").at_place().needed(),
                         Parameter::integer("most", 20'000'000, 0, 1'000'000'000, "Maximum sowings to follow")},
          .run = find_fate,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::bao
