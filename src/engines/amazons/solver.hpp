// Amazons solved exactly: the winner of a position, of every first move if wanted, and a line of play.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/control.hpp"
#include "core/error.hpp"
#include "games/amazons/amazons.hpp"
#include "solve/reports.hpp"

namespace banmen {

/// Many positions of one set of rules on one board, with what was learnt kept from one to the next.
template <int Words, AmazonsPiece Piece>
class AmazonsSolver {
 public:
  using Game = Amazons<Words, Piece>;
  using Position = typename Game::Position;

  AmazonsSolver(const Game& game, std::size_t table_bytes);
  ~AmazonsSolver();

  /// What `banmen solve amazons:…` does on boards of up to 128 cells (larger ones are left to the solver of all games). The value
  /// is 1 where the first player wins and -1 where the second does.
  static Result<SolveReport> solution(const Game& game, const Position& position, const SolveOptions& options,
                                      const Control& control);

  /// The seat that wins. Nothing: stopped.
  std::optional<Seat> winner(const Position& position, const Control& control);
  /// The same without a search: what counting or an earlier search tells.
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
