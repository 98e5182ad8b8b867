// Scenes of HICHAIN: cards on the board at free places, by cell coordinates, and cards in each player's field.
//
// A field has one tray per card. Steps name pieces by place, so any card can be taken from the field.
#include "core/scene.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/move_stack.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

std::string_view strokes(int sign) {
  static constexpr std::array<std::string_view, signs> paths = {
      "M0 6L3 0L6 6M1.5 3.45L4.5 3.45",          // A
      "M0 0L6 0L4.35 3L6 6L0 6L0 0M0 3L4.35 3",  // B
      "M6 0L0 0L0 6L6 6",                        // C
      "M0 0L3 0L6 3L3 6L0 6L0 0",                // D
      "M6 0L0 0L0 6L6 6M0 3L6 3",                // E
      "M6 0L0 0L0 6M0 3L4.2 3",                  // F
      "M6 0L0 0L0 6L6 6L6 3L3.3 3",              // G
      "M0 0L0 6M6 0L6 6M0 3L6 3",                // H
      "M0 0L6 0M3 0L3 6M0 6L6 6",                // I
      "M6 0L6 6L0 6L0 3",                        // J
      "M0 0L0 6M6 0L0 3L6 6",                    // K
      "M0 0L0 6L6 6",                            // L
      "M0 6L0 0L3 6L6 0L6 6",                    // M
      "M0 6L0 0L6 6L6 0",                        // N
      "M3 0L6 3L3 6L0 3L3 0",                    // O
      "M0 6L0 0L6 0L6 3L0 3",                    // P
      "M3 0L6 3L3 6L0 3L3 0M3.45 3.45L6 6",      // Q
      "M0 6L0 0L6 0L6 3L0 3M2.4 3L6 6",          // R
      "M6 0L0 0L0 3L6 3L6 6L0 6",                // S
      "M0 0L6 0M3 0L3 6",                        // T
      "M0 0L0 6L6 6L6 0",                        // U
      "M0 0L3 6L6 0",                            // V
      "M0 0L0 6L3 0L6 6L6 0",                    // W
      "M0 0L6 6M6 0L0 6",                        // X
      "M0 0L3 3L6 0M3 3L3 6",                    // Y
      "M0 0L6 0L0 6L6 6",                        // Z
      "M3 0L3 6M0 0L6 6M6 0L0 6",                // *
  };
  return paths[static_cast<std::size_t>(sign)];
}

namespace {

using namespace scene;
using Position = Hichain::Position;
using Move = Hichain::Move;
using Standing = scene::Standing<Hichain>;
using Args = decltype(Text::args);

// ---------------------------------------------------------------------------------------------- places and names

std::string face(int sign) { return std::string(1, sign_letter(sign)); }

/// The tray of a card in its owner's field.
std::string in_field(int colour, int sign) {
  return "hand-" + std::to_string(colour) + "-" + (sign == asterisk ? "star" : face(sign));
}

/// A text with the player as its first argument.
Text about(const char* key, int colour, Args more = {}) {
  more.emplace(more.begin(), "seat", "@seat.hichain." + Hichain::seat_name(static_cast<Seat>(colour)));
  return {key, std::move(more)};
}

bool in_deck(const Hichain& g, int sign) { return sign != asterisk || !g.plain_deck; }

// ---------------------------------------------------------------------------------------------- layout

Layout layout_of(const Hichain& g) {
  Layout out;
  out.game = Hichain::id();
  out.tone = "paper";
  // The start cards are in the cells from (0, 0) to (1, 1), centred in the view.
  constexpr double middle = 1, reach = 4;
  out.view = {.bounds = {middle - reach, middle - reach, middle + reach, middle + reach}, .unbounded = true, .turns = {0, 2}};
  constexpr int in_row = 9;
  for (int colour = 0; colour < 2; ++colour) {
    const double side = colour == 0 ? 1 : -1;  // black sits in the south
    for (int sign = 0; sign < signs; ++sign) {
      if (!in_deck(g, sign)) continue;
      const int column = sign % in_row - in_row / 2, row = sign / in_row;
      out.trays.push_back({in_field(colour, sign),
                           TrayKind::hand,
                           {middle + side * column, middle + side * (reach + 1 + row)},
                           {1, 1},
                           colour,
                           about("tray.hand.card", colour, {{"card", face(sign)}})});
    }
  }
  out.seats = seat_texts(g);
  return out;
}

// ---------------------------------------------------------------------------------------------- scene

Piece card_piece(int colour, int sign, Place at, int orientation) {
  return {.kind = PieceKind::card,
          .at = std::move(at),
          .seat = colour,
          .turn = orientation,
          .face = face(sign),
          .strokes = std::string(strokes(sign))};
}

/// A chain with its cells, which never change.
struct Shown {
  Chain chain;
  std::vector<Place> cells;
};

/// The chains of a colour; none if there are too many to list.
std::vector<Shown> chains_of(const Hichain& g, const Position& p, int colour) {
  const std::vector<Laid> cards = layout(p);
  auto listed = list_chains(g.chain, cards, colour);
  std::vector<Shown> out;
  if (!listed) return out;
  for (Chain& chain : *listed) {
    std::vector<Place> cells;
    for (const int card : chain.cards) {
      const Laid& laid = cards[static_cast<std::size_t>(card)];
      cells.emplace_back(laid.x, laid.y);
    }
    out.push_back({std::move(chain), std::move(cells)});
  }
  return out;
}

Args chain_words(const Chain& chain) { return {{"letters", chain.letters}, {"points", static_cast<std::int64_t>(chain.score)}}; }

/// If each path counts there may be hundreds; only the best are drawn.
void add_chain_marks(const Hichain& g, const Position& p, std::vector<scene::Mark>& marks) {
  constexpr std::size_t most = 40;
  for (int colour = 0; colour < 2; ++colour) {
    std::vector<Shown> chains = chains_of(g, p, colour);
    const auto worth = [](const Shown& shown) {
      return shown.chain.kind == Chain::Kind::royal ? Hichain::royal_value : shown.chain.score;
    };
    std::stable_sort(chains.begin(), chains.end(), [&](const Shown& a, const Shown& b) { return worth(a) > worth(b); });
    if (chains.size() > most) chains.resize(most);
    for (Shown& shown : chains) {
      const char* key = shown.chain.kind == Chain::Kind::royal ? "mark.hichain.royal" : "mark.hichain.points";
      marks.push_back(
          {.kind = MarkKind::chain, .path = std::move(shown.cells), .seat = colour, .label = Text{key, chain_words(shown.chain)}});
    }
  }
}

/// Detects the end when nobody can lay a card, which the position does not store.
Seat turn_of(const Hichain& g, const Position& p) { return Hichain::turn(p) == over || g.count(p) == 0 ? over : Hichain::turn(p); }

Text banner(const Hichain& g, const Position& p) {
  if (p.royal != 0) return about("banner.hichain.royal", p.royal - 1);
  const Gains<2> points = g.score(p);
  const Args score{{"black", static_cast<std::int64_t>(points[0])}, {"red", static_cast<std::int64_t>(points[1])}};
  if (turn_of(g, p) != over) return {"banner.hichain.score", score};
  const std::int32_t lead = g.payoff(p)[0];
  if (lead == 0) return {"banner.hichain.draw", score};
  return about("banner.hichain.won", lead > 0 ? 0 : 1, score);
}

Scene scene_of(const Hichain& g, const Position& p, const Standing& standing) {
  Scene out;
  out.turn = turn_of(g, p);
  for (const Laid& card : layout(p)) out.pieces.push_back(card_piece(card.colour, card.sign, {card.x, card.y}, card.orientation));
  for (int colour = 0; colour < 2; ++colour)
    for (int sign = 0; sign < signs; ++sign)
      if (in_deck(g, sign) && p.cards[colour][sign].turned == 0)
        out.pieces.push_back(card_piece(colour, sign, in_field(colour, sign), 0));
  if (standing.before && !Hichain::is_pass(standing.move))
    out.marks.push_back(last_mark({Place(standing.move.x, standing.move.y)}));
  add_chain_marks(g, p, out.marks);
  out.banner = banner(g, p);
  return out;
}

// ---------------------------------------------------------------------------------------------- steps

/// Announces chains that a move has made or extended.
void say_chains(const Hichain& g, const Position& before, const Position& after, std::vector<Step>& steps) {
  const int colour = before.mover;
  std::set<std::vector<Place>> known;
  for (Shown& shown : chains_of(g, before, colour)) known.insert(std::move(shown.cells));
  for (const Shown& shown : chains_of(g, after, colour)) {
    if (known.count(shown.cells) != 0) continue;
    const Chain::Kind kind = shown.chain.kind;
    const char* key = kind == Chain::Kind::royal        ? "say.hichain.royal"
                      : kind == Chain::Kind::sequential ? "say.hichain.sequential"
                                                        : "say.hichain.same";
    steps.push_back(step::Say{about(key, colour, chain_words(shown.chain))});
    if (steps.size() > 12) return;  // enough to listen to
  }
}

std::vector<Step> steps_of(const Hichain& g, const Position& before, const Move& m, const Standing& standing) {
  Position after = before;
  g.play(after, m);
  std::vector<Step> steps;
  if (Hichain::is_pass(m)) {
    steps.push_back(step::Say{about("say.hichain.pass", before.mover)});
  } else {
    const Place field = in_field(before.mover, m.sign);
    if (m.orientation != 0) steps.push_back(step::Turn{field, m.orientation});
    steps.push_back(step::Move{field, {m.x, m.y}});
    say_chains(g, before, after, steps);
  }
  steps.push_back(marked_as(scene_of(g, after, {standing.gained, &before, m})));
  return steps;
}

// ---------------------------------------------------------------------------------------------- choices

/// Numbers the occurring values in ascending order, as options.
template <class Value>
class OptionsOf {
 public:
  void note(const Value& value) { numbers_.emplace(value, 0); }
  template <class Make>
  void number(Facets::Facet& facet, Make make) {
    for (auto& [value, number] : numbers_) {
      number = static_cast<std::uint32_t>(facet.options.size());
      facet.options.push_back(make(value));
    }
  }
  [[nodiscard]] std::uint32_t of(const Value& value) const { return numbers_.at(value); }

 private:
  std::map<Value, std::uint32_t> numbers_;
};

/// Card, orientation and cell in any order: a move's notation is their concatenation.
Facets facets(const Position& p, const MoveList<Move>& list) {
  OptionsOf<int> cards, turns;
  OptionsOf<std::pair<int, int>> cells;  // by row
  for (const Move& m : list) {
    cards.note(m.sign);
    turns.note(m.orientation);
    cells.note({m.y, m.x});
  }
  const auto written = [](int sign, int orientation, int x, int y) { return text(laid(0, sign, orientation, x, y)); };
  Facets out;
  out.facets = {
      {about("ask.hichain.card", p.mover), {}}, {about("ask.hichain.turn", p.mover), {}}, {about("ask.hichain.cell", p.mover), {}}};
  cards.number(out.facets[0], [&](int sign) { return Facets::Option{Pick::piece(face(sign)), face(sign)}; });
  turns.number(out.facets[1], [&](int q) {
    return Facets::Option{Pick::key("turn." + std::to_string(q)), written(0, q, 0, 0).substr(1, 1)};
  });
  cells.number(out.facets[2], [&](const std::pair<int, int>& cell) {
    const auto [y, x] = cell;
    return Facets::Option{Pick::site({x, y}), written(0, 0, x, y).substr(2)};
  });
  out.moves.reserve(3 * list.size());
  for (const Move& m : list) {
    out.moves.push_back(cards.of(m.sign));
    out.moves.push_back(turns.of(m.orientation));
    out.moves.push_back(cells.of({m.y, m.x}));
  }
  return out;
}

Choices choices(const Hichain& g, const Position& p) {
  MoveStack<Hichain> stack(g);
  const auto list = stack.legal(g, p);
  if (list.empty()) return Listed{};
  if (!Hichain::is_pass(list[0])) return facets(p, list);
  Tree pass;
  pass.asks = {about("ask.hichain.pass", p.mover)};
  pass.nodes = {{0, {{Pick::key("pass"), Hichain::text(p, list[0])}}}};
  return pass;
}

}  // namespace

scene::Scenery<Hichain> scenery() { return {.layout = layout_of, .scene = scene_of, .steps = steps_of, .choices = choices}; }

}  // namespace banmen::hichain
