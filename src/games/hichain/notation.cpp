#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/text.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen {
namespace hichain {
namespace {

constexpr int farthest = 60;  // cells of games are at most 55 from the origin, and a byte holds 54 steps more than this

std::string cell_text(int x, int y) { return std::to_string(x) + (y < 0 ? "-" : "+") + std::to_string(std::abs(y)); }

/// "Js-1+2"; the colour is 0.
Result<Laid> read_placed(Reader& reader) {
  const char sign = reader.peek();
  if (sign != '*' && (sign < 'A' || sign > 'Z'))
    return reader.wanted("a card, A to Z or *",
                         sign >= 'a' && sign <= 'z' ? "cards are capital letters" : "a move looks like Js-1+2");
  reader.next();
  constexpr std::string_view directions = "nesw";
  const auto direction = directions.find(reader.peek());
  if (reader.done() || direction == std::string_view::npos)
    return reader.wanted("the orientation: n, e, s or w", "a move looks like Js-1+2");
  reader.next();
  const bool west = reader.take('-');
  const int x_column = reader.column();
  const auto x = reader.number(999);
  if (!x) return reader.wanted("x, a whole number", "a move looks like Js-1+2");
  const bool north = reader.peek() == '-';
  if (!reader.take('+') && !reader.take('-')) return reader.wanted("'+' or '-' before y", "y always has its sign, as in *e2+0");
  const auto y = reader.number(999);
  if (!y) return reader.wanted("y, a whole number", "a move looks like Js-1+2");
  if (*x > farthest || *y > farthest)
    return fail("the cell is out of reach", "x and y lie in -" + std::to_string(farthest) + " … " + std::to_string(farthest),
                x_column);
  return laid(0, sign == '*' ? asterisk : sign - 'A', static_cast<int>(direction), static_cast<int>(west ? -*x : *x),
              static_cast<int>(north ? -*y : *y));
}

/// "b:Js-1+2" or "b Js-1+2".
Result<Laid> read_laid(Reader& reader) {
  const char owner = reader.peek();
  if (owner != 'b' && owner != 'r') return reader.wanted("b or r, the owner of a card", "a card on the board looks like b:Js-1+2");
  reader.next();
  reader.take(':');
  reader.skip_spaces();
  auto card = read_placed(reader);
  if (card) card->colour = owner == 'r';
  return card;
}

const char* owner_name(int colour) { return colour == 0 ? "black" : "red"; }

/// Cards by cell; refuses two cards on one cell.
class Table {
 public:
  Result<void> add(const Laid& card, int column) {
    const auto [place, fresh] = cells_.insert({{card.x, card.y}, card});
    if (!fresh)
      return fail(text(card) + " lies where " + owner_name(place->second.colour) + "'s " + text(place->second) + " lies already",
                  {}, column);
    return {};
  }
  [[nodiscard]] const Laid* at(int x, int y) const {
    const auto found = cells_.find({x, y});
    return found == cells_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<int, int>, Laid> cells_;
};

}  // namespace

char sign_letter(int sign) { return sign == asterisk ? '*' : static_cast<char>('A' + sign); }

std::string text(const Laid& card) {
  return std::string{sign_letter(card.sign), "nesw"[card.orientation]} + cell_text(card.x, card.y);
}

std::vector<Laid> start_block() { return layout(HichainRules::initial()); }

Result<std::vector<Laid>> read_cards(std::string_view text) {
  Reader reader(text);
  std::vector<Laid> out;
  Table table;
  reader.skip_spaces();
  while (!reader.done()) {
    const int column = reader.column();
    const auto card = read_laid(reader);
    if (!card) return fail(card.error());
    if (const auto added = table.add(*card, column); !added) return fail(added.error());
    out.push_back(*card);
    reader.skip_spaces();
    if (reader.done()) break;
    if (!reader.take(',')) return reader.wanted("',' between cards", "cards look like: b An0+0, r Bn1+0");
    reader.skip_spaces();
  }
  return out;
}

}  // namespace hichain

using hichain::Laid;

std::vector<Parameter> Hichain::parameters() {
  return {
      Parameter::flag("wrap", true, "let A follow Z in a sequential chain"),
      Parameter::choice("asterisk", {"interior", "any"}, "places of an asterisk in a chain: not at its ends, or anywhere"),
      Parameter::choice("deck", {"full", "plain"}, "cards of a deck: A to Z with the asterisks, or without"),
      Parameter::choice("count", {"sets", "paths"}, "chains over the same cells: score one of them, or every path"),
      Parameter::integer("same", 2, 2, 3, "minimum length of a same-letter chain that scores"),
      Parameter::choice("turned", {"geometry", "prototype", "java"},
                        "directions from which C reads as U and U as C: by geometry, or as in the prototype or the Java program"),
      Parameter::choice("moves", {"all", "merged"}, "orientations of a card that look alike: separate moves, or one move"),
      Parameter::choice("tie", {"draw", "first"},
                        "result of equal scores above zero: a draw, or a win for black as in the prototype"),
  };
}

Result<Hichain> Hichain::make(const Values& values) {
  Hichain out;
  out.chain.wrap = values.flag("wrap");
  out.chain.asterisk_ends = values.text("asterisk") == "any";
  out.chain.each_path = values.text("count") == "paths";
  out.chain.least_same = static_cast<std::uint8_t>(values.integer("same"));
  const std::string& turned = values.text("turned");
  out.chain.turned = turned == "java"        ? hichain::Turned::java
                     : turned == "prototype" ? hichain::Turned::prototype
                                             : hichain::Turned::geometry;
  out.plain_deck = values.text("deck") == "plain";
  out.merge_turns = values.text("moves") == "merged";
  out.tie_to_first = values.text("tie") == "first";
  return out;
}

int Hichain::horizon(const Position& p) {
  int left = 0;
  for (const auto& field : p.cards)
    for (const Lie& lie : field) left += lie.turned == 0;
  return left;
}

std::string Hichain::text(const Position& p) {
  std::string out;
  if (p.start != 0) out = "start";
  for (int colour = 0; colour < 2; ++colour)
    for (int sign = 0; sign < hichain::signs; ++sign) {
      const Lie& lie = p.cards[colour][sign];
      if (lie.turned == 0) continue;
      if (!out.empty()) out += ',';
      out += colour == 0 ? "b:" : "r:";
      out += hichain::text(hichain::laid(colour, sign, lie.turned - 1, lie.x, lie.y));
    }
  if (out.empty()) out = "-";
  return out + (p.mover == 0 ? " b" : " r");
}

std::string Hichain::text(const Position& p, Move m) {
  if (is_pass(m)) return "pass";
  return hichain::text(hichain::laid(p.mover, m.sign, m.orientation, m.x, m.y));
}

Result<Hichain::Position> Hichain::read_position(std::string_view text) const {
  constexpr const char* example = "a position looks like start,b:Zs2-1,r:Is1-2 b";
  Reader reader(text);
  Position p{};
  hichain::Table table;
  int cards = 0, west = 127, east = -127, north = 127, south = -127;
  const auto lay = [&](const Laid& card, int column) {
    west = std::min<int>(west, card.x), east = std::max<int>(east, card.x);
    north = std::min<int>(north, card.y), south = std::max<int>(south, card.y);
    return table.add(card, column);
  };
  reader.skip_spaces();
  bool more = !reader.take('-');
  if (more && reader.take("start")) {
    p.start = 1;
    for (const Laid& card : hichain::start_block()) (void)lay(card, 0);
    more = reader.take(',');
  }
  while (more) {
    reader.skip_spaces();
    const int column = reader.column();
    const auto card = hichain::read_laid(reader);
    if (!card) return fail(card.error());
    if (plain_deck && card->sign == hichain::asterisk) return fail("there is no asterisk in a plain deck", {}, column);
    Lie& lie = p.cards[card->colour][card->sign];
    if (lie.turned != 0)
      return fail(std::string(hichain::owner_name(card->colour)) + "'s card " + hichain::sign_letter(card->sign) + " is used twice",
                  "each player has every card once; the start block is written 'start'", column);
    if (const auto laid = lay(*card, column); !laid) return fail(laid.error());
    lie = {card->x, card->y, static_cast<std::uint8_t>(1 + card->orientation)};
    ++cards;
    more = reader.take(',');
  }
  reader.skip_spaces();
  const char mover = reader.peek();
  if (mover != 'b' && mover != 'r') return reader.wanted("the side on turn, b or r", example);
  reader.next();
  p.mover = mover == 'r';
  reader.skip_spaces();
  if (!reader.done()) return reader.wanted("the end of the position", example);
  // Each remaining card can widen the rectangle by one.
  const int growth = 2 * hichain::signs - cards;
  if (std::max(east - west, south - north) + 1 + growth > hichain::widest)
    return fail("the cards are farther apart than in any game");
  bool royal[2] = {};
  for (int colour = 0; colour < 2; ++colour) {
    const auto chains = hichain::list_chains(chain, hichain::layout(p), colour);
    if (!chains) return fail(chains.error());
    royal[colour] =
        std::any_of(chains->begin(), chains->end(), [](const auto& c) { return c.kind == hichain::Chain::Kind::royal; });
  }
  if (royal[0] && royal[1]) return fail("both colours have completed CHAIN, yet the first to do so ends the game");
  if (royal[0] || royal[1]) {
    p.royal = royal[0] ? 1 : 2;
    if (p.mover == p.royal - 1)
      return fail("the player who completed CHAIN can't be on turn", "write the other player: the game ended with that move");
  }
  return p;
}

Result<Hichain::Move> Hichain::read_move(const Position& p, std::string_view text) const {
  if (turn(p) == over) return fail("the game is over", {}, 1);
  if (text == "pass") {
    if (placements(p, p.mover) > 0) return fail("there are cards to place, so passing is not allowed", {}, 1);
    return pass_move();
  }
  Reader reader(text);
  const auto placed = hichain::read_placed(reader);
  if (!placed) return fail(placed.error());
  if (!reader.done()) return reader.wanted("the end of the move", "a move looks like Js-1+2");
  const std::string name(text), sign(1, hichain::sign_letter(placed->sign));
  if (plain_deck && placed->sign == hichain::asterisk) return fail("there is no asterisk in a plain deck", {}, 1);
  if (p.cards[p.mover][placed->sign].turned != 0)
    return fail(seat_name(static_cast<Seat>(p.mover)) + " has no " + sign + " left", {}, 1);
  hichain::Table table;
  for (const Laid& card : hichain::layout(p)) (void)table.add(card, 0);
  if (const Laid* there = table.at(placed->x, placed->y))
    return fail("the cell of " + name + " is taken by " + hichain::owner_name(there->colour) + "'s " + hichain::text(*there), {},
                1);
  // Report the violated rule: sides first, as in the rules.
  unsigned offered = 0;
  const std::uint16_t ring = hichain::perimeter(placed->sign, placed->orientation);
  for (int k = 0; k < 8; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Laid* there = table.at(placed->x + hichain::step_x[at], placed->y + hichain::step_y[at]);
    if (there == nullptr) continue;
    const auto print = hichain::imprint(hichain::perimeter(there->sign, there->orientation), (k + 4) & 7);
    if ((print.barred & hichain::sides(ring)) != 0)
      return fail("a side of " + name + " meets a side of " + hichain::owner_name(there->colour) + "'s " + hichain::text(*there),
                  {}, 1);
    if (there->colour != p.mover) offered |= print.offered;
  }
  if ((offered & hichain::points(ring)) == 0) return fail("no point of " + name + " meets a point of an opponent's card", {}, 1);
  return Move{static_cast<std::uint8_t>(placed->sign), static_cast<std::uint8_t>(placed->orientation), placed->x, placed->y};
}

}  // namespace banmen
