// Study of tic-tac-toe: all games by length and winner.
#include <array>

#include "games/tictactoe/tictactoe.hpp"
#include "research/studies.hpp"

namespace banmen::tictactoe {
namespace {

/// Games of one length: drawn, won by the first player, won by the second.
using Ends = std::array<std::array<std::uint64_t, 3>, 10>;

void play_on(const TicTacToe::Position& p, std::size_t length, Ends& ends) {
  MoveBuffer<TicTacToe::Move, 9> list;
  TicTacToe::moves(p, list);
  if (list.empty()) {
    const std::int32_t won = TicTacToe::payoff(p)[0];
    ++ends[length][won == 0 ? 0 : won > 0 ? 1 : 2];
  }
  for (const auto move : list) {
    auto next = p;
    TicTacToe::play(next, move);
    play_on(next, length + 1, ends);
  }
}

Result<Findings> count_ends(const Values& values, const Control&) {
  Ends ends{};
  play_on(TicTacToe::initial(), 0, ends);
  const auto shortest = static_cast<std::size_t>(values.integer("shortest"));
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{
      "ends",
      "games by their number of moves",
      {{"moves", Kind::integer}, {"first", Kind::integer}, {"second", Kind::integer}, {"draws", Kind::integer}}};
  std::uint64_t games = 0;
  for (std::size_t length = shortest; length < ends.size(); ++length) {
    const auto& [draws, first, second] = ends[length];
    table.rows.push_back({length, first, second, draws});
    games += draws + first + second;
  }
  Findings found;
  found.add("games", games);
  found.add(std::move(table));
  return found;
}

}  // namespace

Study ends_study() {
  return {.id = "ends",
          .help = "Count all games by length and winner",
          .examples = {"banmen tictactoe ends", "banmen tictactoe ends --shortest 9 --json"},
          .parameters = {Parameter::integer("shortest", 5, 0, 9, "Minimum number of moves")},
          .run = count_ends,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::tictactoe
