// HICHAIN on a terminal: a card is its owner's square, its letter and an arrow to where the top of the letter lies.
#include <algorithm>
#include <map>
#include <string>

#include "games/hichain/hichain.hpp"
#include "games/hichain/layout.hpp"

namespace banmen {
namespace hichain {
namespace {

constexpr const char* owner_mark[2] = {"■", "□"};
constexpr const char* arrow[4] = {"↑", "→", "↓", "←"};

/// The letter as it lies. Orientations that look the same need no arrow.
std::string turned_letter(const Laid& card) {
  std::string out(1, sign_letter(card.sign));
  const bool round = perimeter(card.sign, 0) == perimeter(card.sign, 1);  // O and X
  return out + (round ? " " : arrow[card.orientation]);
}

/// A cell as moves write it.
std::string site(int x, int y) { return text(Laid{0, 0, 0, static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}).substr(2); }

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace

std::string descriptive_text(const Laid& card) {
  std::string cell = text(card).substr(2);
  return owner_mark[card.colour] + turned_letter(card) + cell;
}

Picture draw(const std::vector<Laid>& cards) {
  Picture out;
  if (cards.empty()) return out.line().put("(no cards)", Ink::faint);
  int west = 127, east = -127, north = 127, south = -127;
  std::map<std::pair<int, int>, const Laid*> at;
  for (const Laid& card : cards) {
    at[{card.x, card.y}] = &card;
    west = std::min<int>(west, card.x - 1), east = std::max<int>(east, card.x + 1);
    north = std::min<int>(north, card.y - 1), south = std::max<int>(south, card.y + 1);
  }
  out.line().put("    ", Ink::faint);
  for (int x = west; x <= east; ++x) out.put(padded(std::to_string(x), 3) + " ", Ink::faint);
  for (int y = north; y <= south; ++y) {
    out.line().put(padded((y < 0 ? "-" : "+") + std::to_string(std::abs(y)), 3) + " ", Ink::faint);
    for (int x = west; x <= east; ++x) {
      const auto found = at.find({x, y});
      if (found == at.end())
        out.put("  · ", Ink::faint, site(x, y));
      else
        out.put(owner_mark[found->second->colour] + turned_letter(*found->second) + " ", seat_ink(found->second->colour),
                site(x, y));
    }
  }
  return out;
}

}  // namespace hichain

std::vector<std::string> Hichain::sites(const Position&, Move m) {
  if (is_pass(m)) return {};
  return {hichain::site(m.x, m.y)};
}

Picture Hichain::picture(const Position& p) const {
  Picture out = hichain::draw(hichain::layout(p));
  const Gains<2> points = score(p);
  for (int colour = 0; colour < 2; ++colour) {
    const auto seat = static_cast<Seat>(colour);
    out.line().put(hichain::owner_mark[colour] + std::string(" ") + seat_name(seat) + " " +
                       std::to_string(points[static_cast<std::size_t>(colour)]) + "  left ",
                   seat_ink(colour));
    std::string left;
    for (int sign = 0; sign < hichain::signs; ++sign)
      if (p.cards[colour][sign].turned == 0 && !(plain_deck && sign == hichain::asterisk)) left += hichain::sign_letter(sign);
    out.put(left.empty() ? "nothing" : left, seat_ink(colour));
  }
  if (p.royal != 0) out.line().put(seat_name(static_cast<Seat>(p.royal - 1)) + " has completed CHAIN", Ink::mark);
  return out;
}

}  // namespace banmen
