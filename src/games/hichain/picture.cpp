// Text pictures of HICHAIN: a card is its owner's square, its letter and an arrow to the letter's top. Large pictures add the marks
// of its perimeter: points as discs, sides as lines; black's are heavy, red's light.
#include <algorithm>
#include <map>
#include <string>

#include "games/hichain/hichain.hpp"

namespace banmen {
namespace hichain {
namespace {

constexpr const char* owner_mark[2] = {"■", "□"};
constexpr const char* arrow[4] = {"↑", "→", "↓", "←"};

/// The letter with its arrow; cards that look the same in all orientations have none.
std::string turned_letter(const Laid& card) {
  std::string out(1, sign_letter(card.sign));
  const bool round = perimeter(card.sign, 0) == perimeter(card.sign, 1);  // O and X
  return out + (round ? " " : arrow[card.orientation]);
}

/// A cell in move notation.
std::string site(int x, int y) { return text(laid(0, 0, 0, x, y)).substr(2); }

constexpr int card_height = 5, card_width = 7;

/// One of the five lines of a large card. Numbers are ring places (cards.hpp).
std::string card_line(const Laid& card, int line) {
  const std::uint16_t ring = perimeter(card.sign, card.orientation);
  const bool black = card.colour == 0;
  const auto mark = [ring](int place, const char* shape) -> std::string { return (ring >> place & 1) != 0 ? shape : " "; };
  const auto point = [&](int place) { return mark(place, black ? "●" : "○"); };
  const auto level = [&](int place) { return mark(place, black ? "━" : "─") + mark(place, black ? "━" : "─"); };
  const auto upright = [&](int place) { return mark(place, black ? "┃" : "│"); };
  switch (line) {
    case 0: return point(0) + level(1) + point(2) + level(3) + point(4);
    case 1: return upright(15) + "     " + upright(5);
    case 2: return point(14) + " " + owner_mark[card.colour] + turned_letter(card) + " " + point(6);
    case 3: return upright(13) + "     " + upright(7);
    default: return point(12) + level(11) + point(10) + level(9) + point(8);
  }
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace

std::string descriptive_text(const Laid& card) {
  std::string cell = text(card).substr(2);
  return owner_mark[card.colour] + turned_letter(card) + cell;
}

namespace {

/// Cards by cell, and their bounding rectangle.
struct Cells {
  std::map<std::pair<int, int>, const Laid*> at;
  int west = 127, east = -127, north = 127, south = -127;

  explicit Cells(const std::vector<Laid>& cards) {
    for (const Laid& card : cards) {
      at[{card.x, card.y}] = &card;
      west = std::min<int>(west, card.x), east = std::max<int>(east, card.x);
      north = std::min<int>(north, card.y), south = std::max<int>(south, card.y);
    }
  }
};

std::string row_name(int y) { return padded((y < 0 ? "-" : "+") + std::to_string(std::abs(y)), 3) + " "; }

Picture draw_large(const std::vector<Laid>& cards) {
  Picture out;
  if (cards.empty()) return out.line().put("(no cards)", Ink::faint);
  const Cells cells(cards);
  out.line().put("    ", Ink::faint);
  for (int x = cells.west; x <= cells.east; ++x) out.put(padded(std::to_string(x), 4) + "    ", Ink::faint);
  for (int y = cells.north; y <= cells.south; ++y)
    for (int line = 0; line < card_height; ++line) {
      const bool middle = line == card_height / 2;
      out.line().put(middle ? row_name(y) : "    ", Ink::faint);
      for (int x = cells.west; x <= cells.east; ++x) {
        const auto found = cells.at.find({x, y});
        if (found == cells.at.end())
          out.put(middle ? "   ·    " : std::string(card_width + 1, ' '), Ink::faint);
        else
          out.put(card_line(*found->second, line) + " ", seat_ink(found->second->colour));
      }
    }
  return out;
}

}  // namespace

Picture draw(const std::vector<Laid>& cards) {
  Picture out;
  if (cards.empty()) return out.line().put("(no cards)", Ink::faint);
  const Cells cells(cards);  // and a ring of empty ones around them
  out.line().put("    ", Ink::faint);
  for (int x = cells.west - 1; x <= cells.east + 1; ++x) out.put(padded(std::to_string(x), 3) + " ", Ink::faint);
  for (int y = cells.north - 1; y <= cells.south + 1; ++y) {
    out.line().put(row_name(y), Ink::faint);
    for (int x = cells.west - 1; x <= cells.east + 1; ++x) {
      const auto found = cells.at.find({x, y});
      if (found == cells.at.end())
        out.put("  · ", Ink::faint, site(x, y));
      else
        out.put(owner_mark[found->second->colour] + turned_letter(*found->second) + " ", seat_ink(found->second->colour),
                site(x, y));
    }
  }
  return out;
}

namespace {

Picture with_standing(const Hichain& g, const Hichain::Position& p, Picture out) {
  const Gains<2> points = g.score(p);
  for (int colour = 0; colour < 2; ++colour) {
    const auto seat = static_cast<Seat>(colour);
    out.line().put(owner_mark[colour] + std::string(" ") + Hichain::seat_name(seat) + " " +
                       std::to_string(points[static_cast<std::size_t>(colour)]) + "  left ",
                   seat_ink(colour));
    std::string left;
    for (int sign = 0; sign < signs; ++sign)
      if (p.cards[colour][sign].turned == 0 && !(g.plain_deck && sign == asterisk)) left += sign_letter(sign);
    out.put(left.empty() ? "nothing" : left, seat_ink(colour));
  }
  if (p.royal != 0) out.line().put(Hichain::seat_name(static_cast<Seat>(p.royal - 1)) + " has completed CHAIN", Ink::mark);
  return out;
}

}  // namespace
}  // namespace hichain

std::vector<std::string> Hichain::sites(const Position&, Move m) {
  if (is_pass(m)) return {};
  return {hichain::site(m.x, m.y)};
}

Picture Hichain::picture(const Position& p) const { return hichain::with_standing(*this, p, hichain::draw(hichain::layout(p))); }
Picture Hichain::large_picture(const Position& p) const {
  return hichain::with_standing(*this, p, hichain::draw_large(hichain::layout(p)));
}

}  // namespace banmen
