// Bao with its notation: holes a, b, c, … clockwise from the first player's left, a board as stones hole by hole and the seat to
// move, as in "0,4,0,4,0,4,0,4 first".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/bao/rules.hpp"

namespace banmen {

class Bao : public BaoRules {
 public:
  Bao() = default;
  using BaoRules::BaoRules;

  static std::string_view id() { return "bao"; }
  static std::string_view title() { return "Bao"; }
  static std::vector<Parameter> parameters();
  static Result<Bao> make(const Values& values);
  /// The paper's start, 0,4,0,4,…, without going through parameters.
  static Bao plain(std::uint32_t holes_a_side, Endless endless = Endless::nobody);

  [[nodiscard]] std::string text(const Position& p) const;
  [[nodiscard]] static std::string text(const Position& p, Move m);
  /// The seat may be left out (first); "endless" after it marks a game that a move without end has ended.
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }

  /// As the ring lies on the table: the first player's row above from left to right, the second's below from right to left.
  [[nodiscard]] Picture picture(const Position& p) const;

  /// sowings (of an endless move: until a turned copy of the board first returns), stop (empty if endless), captured, endless, and
  /// the board before the capture.
  [[nodiscard]] Figures facts(const Position& p, Move m) const;
};

namespace bao {

inline char hole_name(std::uint32_t hole) { return static_cast<char>('a' + hole); }

/// "0,4,0,4"
std::string board_text(const std::uint8_t* board, std::uint32_t holes);

/// Stones separated by commas, up to `stop` or the end of the text; exactly `holes` of them unless that is 0.
Result<std::vector<std::uint8_t>> read_board(std::string_view text, std::uint32_t holes, std::uint32_t most_stones);

scene::Scenery<Bao> scenery();

}  // namespace bao
}  // namespace banmen
