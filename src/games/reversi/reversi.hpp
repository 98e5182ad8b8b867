// Reversi and Yonin with their notation: cells a1 (top left) … h8, `pass`, and a position as one line, rows from the top with x for
// black, o for white, then the seat on turn: "......../......../......../...ox.../...xo.../......../......../........ x".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/correspondence.hpp"
#include "core/game.hpp"
#include "games/reversi/rules.hpp"

namespace banmen {

struct Reversi : ReversiRules {
  using ReversiRules::ReversiRules;

  static std::string_view id() { return "reversi"; }
  static std::string_view title() { return "Reversi"; }
  /// GTP's cells and passes are ours, its black moves first.
  static std::vector<Correspondence> correspondences() { return {{.protocol = "gtp", .variant = "othello"}}; }
  static std::vector<Parameter> parameters();
  static Result<Reversi> make(const Values& values);

  [[nodiscard]] std::string text(const Position& p) const;
  [[nodiscard]] std::string text(const Position& p, Move m) const;
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  [[nodiscard]] Picture picture(const Position& p) const;
};

struct Yonin : YoninRules {
  using YoninRules::YoninRules;

  static std::string_view id() { return "yonin"; }
  static std::string_view title() { return "Yonin, Reversi for four"; }
  static std::vector<Parameter> parameters();
  static Result<Yonin> make(const Values& values);

  [[nodiscard]] std::string text(const Position& p) const;
  [[nodiscard]] std::string text(const Position& p, Move m) const;
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return {static_cast<char>('A' + seat)}; }
  [[nodiscard]] Picture picture(const Position& p) const;
};

namespace reversi {
scene::Scenery<Reversi> scenery();
scene::Scenery<Yonin> yonin_scenery();
}  // namespace reversi

}  // namespace banmen
