// HICHAIN with its notation.
//
//   move      Js-1+2    card, where the top of its letter points (n e s w), x, y with its sign; x grows east, y south; pass
//   position  start,b:Zs2-1,r:Is1-2 b    the start block, every card with its owner (b lays first), and whose move it is
//   cards     b An0+0, r Bn1+0    any cards anywhere, for scoring
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/hichain/chains.hpp"
#include "games/hichain/rules.hpp"

namespace banmen {

struct Hichain : HichainRules {
  static std::string_view id() { return "hichain"; }
  static std::string_view title() { return "HICHAIN"; }
  static std::vector<Parameter> parameters();
  static Result<Hichain> make(const Values& values);

  static std::string text(const Position& p);
  static std::string text(const Position& p, Move m);
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "black" : "red"; }
  [[nodiscard]] Picture picture(const Position& p) const;
  static std::vector<std::string> sites(const Position& p, Move m);

  /// Cards still in the two fields.
  static int horizon(const Position& p);

  /// With the marks of each card's perimeter.
  [[nodiscard]] Picture large_picture(const Position& p) const;

  /// By the paper's four elements, in tenths of points (evaluation.cpp).
  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const;
  static std::int32_t evaluation_unit() { return 10; }
  static double evaluation_scale() { return 150; }
};

namespace hichain {

char sign_letter(int sign);
/// "Js-1+2".
std::string text(const Laid& card);
/// The descriptive form: a filled or open square for the owner, the letter with an arrow to where its top lies, the cell.
std::string descriptive_text(const Laid& card);
/// "b An0+0, r Bn1+0"; refuses two cards on one cell and cells out of reach.
Result<std::vector<Laid>> read_cards(std::string_view text);
/// The four cards that lie there at the start.
std::vector<Laid> start_block();
/// The board as text: owner, letter and arrow on each cell, coordinates along the edges; cells in `marks` stand out.
Picture draw(const std::vector<Laid>& cards);

/// Start cards first, then each colour's cards by sign.
inline std::vector<Laid> layout(const HichainRules::Position& p) {
  std::vector<Laid> out;
  HichainRules::each_card(p, [&](int x, int y, Code code) {
    out.push_back(laid(code_colour(code), slot_sign(code_slot(code)), code_orientation(code), x, y));
  });
  return out;
}

scene::Scenery<Hichain> scenery();
/// A card's letter, upright, as an SVG path of straight lines on a lattice of 6 by 6 that fills the card: it meets the card's rim
/// exactly where the card has its marks, so that one sees why a card fits.
std::string_view strokes(int sign);

}  // namespace hichain
}  // namespace banmen
