// Exact solver for Amazons: the winner of a position, of every first move on request, and a line of play.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/control.hpp"
#include "core/error.hpp"
#include "games/amazons/amazons.hpp"
#include "solve/reports.hpp"

namespace banmen {

/// Solves many positions of one game, keeping the transposition table between them.
template <int Words, AmazonsPiece Piece>
class AmazonsSolver {
 public:
  using Game = Amazons<Words, Piece>;
  using Position = typename Game::Position;

  AmazonsSolver(const Game& game, std::size_t table_bytes);
  ~AmazonsSolver();

  /// The report of `banmen solve amazons:…` on boards of up to 128 cells. The value is 1 if the first player wins and -1 if the
  /// second does.
  static Result<SolveReport> solution(const Game& game, const Position& position, const SolveOptions& options,
                                      const Control& control);

  /// The winning seat; nothing if stopped.
  std::optional<Seat> winner(const Position& position, const Control& control);
  /// The winner if counting or an earlier search decides it.
  std::optional<Seat> known_winner(const Position& position);
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  struct Search;
  std::unique_ptr<Search> search_;
};

extern template class AmazonsSolver<1, AmazonsPiece::queen>;
extern template class AmazonsSolver<2, AmazonsPiece::queen>;
extern template class AmazonsSolver<1, AmazonsPiece::knight>;
extern template class AmazonsSolver<2, AmazonsPiece::knight>;

}  // namespace banmen
