#include "engines/amazons/solver.hpp"

#include <algorithm>
#include <chrono>

#include "core/move_stack.hpp"
#include "engines/amazons/proof_search.hpp"

namespace banmen {

template <int Words, AmazonsPiece Piece>
struct AmazonsSolver<Words, Piece>::Search {
  Search(const Game& g, std::size_t table_bytes) : game(std::make_unique<Game>(g)), proof(g.grid(), g.shoots(), table_bytes) {}
  std::unique_ptr<Game> game;
  AmazonsProof<Words, Piece> proof;
};

template <int Words, AmazonsPiece Piece>
AmazonsSolver<Words, Piece>::AmazonsSolver(const Game& game, std::size_t table_bytes)
    : search_(std::make_unique<Search>(game, table_bytes)) {}
template <int Words, AmazonsPiece Piece>
AmazonsSolver<Words, Piece>::~AmazonsSolver() = default;
template <int Words, AmazonsPiece Piece>
AmazonsSolver<Words, Piece>::AmazonsSolver(AmazonsSolver&&) noexcept = default;

template <int Words, AmazonsPiece Piece>
std::uint64_t AmazonsSolver<Words, Piece>::nodes() const {
  return search_->proof.nodes();
}

template <int Words, AmazonsPiece Piece>
AmazonsState<Words> AmazonsSolver<Words, Piece>::state_of(const Position& p) const {
  const Game& game = *search_->game;
  return {p.pieces[p.mover], p.pieces[p.mover ^ 1], game.grid().board - game.occupied(p), 0};
}

namespace {
std::optional<Seat> seat_that_wins(std::optional<bool> mover_wins, std::uint64_t mover) {
  if (!mover_wins) return std::nullopt;
  return static_cast<Seat>(*mover_wins ? mover : mover ^ 1);
}
}  // namespace

template <int Words, AmazonsPiece Piece>
std::optional<Seat> AmazonsSolver<Words, Piece>::winner(const Position& p, const Control& control) {
  const auto report = [&](std::uint64_t nodes) {
    if (control.progress) control.progress(nodes, 0, "positions searched");
  };
  return seat_that_wins(search_->proof.mover_wins(state_of(p), control.stop, report), p.mover);
}

template <int Words, AmazonsPiece Piece>
std::optional<Seat> AmazonsSolver<Words, Piece>::known_winner(const Position& p) {
  return seat_that_wins(search_->proof.known(state_of(p)), p.mover);
}

template <int Words, AmazonsPiece Piece>
requires(Words <= 2) Result<SolveReport> own_solution(const Amazons<Words, Piece>& game,
                                                      const typename Amazons<Words, Piece>::Position& position,
                                                      const SolveOptions& options, const Control& control) {
  using Move = typename Amazons<Words, Piece>::Move;
  using Position = typename Amazons<Words, Piece>::Position;
  const auto began = std::chrono::steady_clock::now();
  // Half for the table of positions, half for the puzzles of one-sided regions.
  AmazonsSolver<Words, Piece> solver(game,
                                     static_cast<std::size_t>(std::min<std::uint64_t>(options.memory / 2, std::uint64_t{1} << 30)));
  SolveReport report;
  report.method = "proof of the winner (in the line the loser plays any move)";
  const auto finish = [&] {
    report.nodes = solver.nodes();
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return report;
  };
  const auto value_of = [](Seat winner) { return winner == 0 ? 1 : -1; };
  const auto winner = solver.winner(position, control);
  if (!winner) {
    report.low = -1;
    report.high = 1;
    report.proved = false;
    report.unfinished = "stopped before the winner was proved";
    return finish();
  }
  report.value = report.low = report.high = value_of(*winner);

  MoveStack<Amazons<Words, Piece>> stack(game);
  if (options.openings) {
    for (const Move m : stack.legal(game, position)) {
      Position next = position;
      game.play(next, m);
      const auto of_move = solver.winner(next, control);
      if (!of_move) {
        report.unfinished = "stopped before every first move was proved";
        return finish();
      }
      report.openings.push_back({game.text(position, m), value_of(*of_move), value_of(*of_move)});
    }
  }
  // A line: the winner plays a winning move, the loser the first move there is, since all lose. The proof knows a winning move of
  // every position that it needed, so those are asked about first; after a move that it did not need, one has to be looked for.
  Position p = position;
  for (;;) {
    const auto moves = stack.legal(game, p);
    if (moves.empty()) break;
    Move chosen = moves[0];
    if (static_cast<Seat>(p.mover) == *winner) {
      const auto wins = [&](bool search) {
        return std::find_if(moves.begin(), moves.end(), [&](Move m) {
          Position next = p;
          game.play(next, m);
          return (search ? solver.winner(next, control) : solver.known_winner(next)) == winner;
        });
      };
      auto found = wins(false);
      if (found == moves.end()) found = wins(true);
      if (found == moves.end()) return finish();  // stopped: the line ends here
      chosen = *found;
    }
    report.line.push_back(game.text(p, chosen));
    game.play(p, chosen);
  }
  return finish();
}

template class AmazonsSolver<1, AmazonsPiece::queen>;
template class AmazonsSolver<2, AmazonsPiece::queen>;
template class AmazonsSolver<1, AmazonsPiece::knight>;
template class AmazonsSolver<2, AmazonsPiece::knight>;

#define BANMEN_OWN_SOLUTION(Words, Piece)                                                                              \
  template Result<SolveReport> own_solution(const Amazons<Words, AmazonsPiece::Piece>&,                                \
                                            const Amazons<Words, AmazonsPiece::Piece>::Position&, const SolveOptions&, \
                                            const Control&);
BANMEN_OWN_SOLUTION(1, queen)
BANMEN_OWN_SOLUTION(2, queen)
BANMEN_OWN_SOLUTION(1, knight)
BANMEN_OWN_SOLUTION(2, knight)
#undef BANMEN_OWN_SOLUTION

}  // namespace banmen
