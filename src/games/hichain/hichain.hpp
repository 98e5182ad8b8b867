// HICHAIN with its notation.
//
//   move      Js-1+2    card, direction of the letter's top (n e s w), x, y with its sign; x grows east, y south; pass
//   position  start,b:Zs2-1,r:Is1-2 b    the start block, every card with its owner (b lays first), and the side on turn
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

  /// The picture with the marks of each card's perimeter.
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
/// Descriptive notation: a filled or open square for the owner, the letter with an arrow to its top, the cell.
std::string descriptive_text(const Laid& card);
/// "b An0+0, r Bn1+0"; refuses two cards on one cell and cells out of reach.
Result<std::vector<Laid>> read_cards(std::string_view text);
/// The four cards of the start.
std::vector<Laid> start_block();
/// Text picture: owner, letter and arrow on each cell, coordinates along the edges.
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
/// A card's letter, upright, as an SVG path of straight lines on a 6 by 6 lattice that fills the card: it meets the rim exactly at
/// the card's marks, which shows why a card fits.
std::string_view strokes(int sign);

}  // namespace hichain
}  // namespace banmen
