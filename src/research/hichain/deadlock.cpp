#include "research/hichain/deadlock.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_set>

#include "research/hichain/games.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

class BlockadeSearch {
 public:
  using Position = HichainRules::Position;
  using Move = HichainRules::Move;

  BlockadeSearch(const HichainRules& g, std::array<std::uint32_t, 2> kept, std::size_t beam, const Control& control)
      : g_(g), kept_(kept), beam_(beam), control_(control) {
    for (std::size_t colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign)
        if (kept[colour] >> sign & 1) ways_[colour] = ways_[colour] | g.field_ways(sign);
    for (int colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign) {
        Ground lone;
        lone.place(0, 0, code_of(colour, sign, 0));
        exposure_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(sign)] = placements(lone, 1 - colour);
      }
  }

  Blockade run() {
    std::vector<State> states = {{HichainRules::initial(), 0, 10000, 0, 0, {}}};
    std::uint64_t plies = 0;
    for (const std::uint32_t kept : kept_) plies += static_cast<std::uint64_t>(std::popcount(all_cards() & ~kept));
    for (std::uint64_t ply = 0; ply < plies && !control_.stop.stop_requested(); ++ply) {
      if (control_.progress) control_.progress(ply, plies, "plies");
      auto next = step(states, ply);
      if (next.empty()) break;  // no card that is not kept can be laid
      states = std::move(next);
    }
    return result_of(states.front());
  }

 private:
  struct State {
    Position position;
    std::uint32_t cost;
    std::uint32_t still;   // total exposure of the cards to be laid
    std::uint32_t draw;    // random tie-break
    std::uint32_t parent;  // index in the previous ply
    Move move;
  };

  [[nodiscard]] std::uint32_t all_cards() const { return g_.plain_deck ? (1u << asterisk) - 1 : (1u << signs) - 1; }

  std::vector<State> step(const std::vector<State>& states, std::uint64_t ply) {
    const auto worse = [](const State& a, const State& b) { return a.cost != b.cost ? a.cost < b.cost : a.draw < b.draw; };
    std::vector<State> best;
    Random random(control_.seed, 0, static_cast<std::uint32_t>(ply));
    const auto board = std::make_unique<Ground>();
    for (std::uint32_t parent = 0; parent < states.size() && !control_.stop.stop_requested(); ++parent) {
      const Position& p = states[parent].position;
      *board = Ground();
      HichainRules::each_card(p, [&](int x, int y, Code code) { board->place(x, y, code); });
      const int mover = p.mover;
      Ways free = g_.ways_left(p, mover);
      free = {free.low & ~ways_[static_cast<std::size_t>(mover)].low, free.high & ~ways_[static_cast<std::size_t>(mover)].high};
      struct Spot {
        Cell cell;
        Ways ways;
      };
      std::vector<Spot> spots;
      board->each_open(mover, [&](Cell c, Ways ways) { spots.push_back({c, ways & free}); });
      // Limit the children of one parent, to keep the beam diverse.
      std::vector<State> family;
      for (auto [cell, ways] : spots)
        while (!ways.empty()) {
          const int way = ways.low != 0 ? std::countr_zero(ways.low) : 64 + std::countr_zero(ways.high);
          ways.remove(way);
          const Move m{static_cast<std::uint8_t>(way / 4), static_cast<std::uint8_t>(way % 4), board->x_of(cell),
                       board->y_of(cell)};
          const auto trace = board->place(m.x, m.y, code_of(mover, m.sign, m.orientation));
          const std::uint32_t still = states[parent].still - exposure_[static_cast<std::size_t>(mover)][m.sign];
          family.push_back({p, cost(*board) + still + still / 2, still, random.word(), parent, m});
          board->remove(cell, trace);
        }
      constexpr std::size_t heirs = 12;
      const auto some = family.begin() + static_cast<std::ptrdiff_t>(std::min(heirs, family.size()));
      std::partial_sort(family.begin(), some, family.end(), worse);
      best.insert(best.end(), family.begin(), some);
    }
    std::sort(best.begin(), best.end(), worse);
    std::vector<State> kept;
    std::unordered_set<std::uint64_t> seen;
    for (State& state : best) {
      if (kept.size() == beam_) break;
      g_.play(state.position, state.move);
      if (state.position.royal == 0 && seen.insert(g_.hash(state.position)).second) kept.push_back(state);
    }
    std::vector<Link> links;
    for (const State& state : kept) links.push_back({state.parent, state.move});
    history_.push_back(std::move(links));
    return kept;
  }

  [[nodiscard]] std::uint32_t placements(const Ground& ground, int colour) const {
    std::uint32_t n = 0;
    ground.each_open(colour, [&](Cell, Ways ways) { n += (ways & ways_[static_cast<std::size_t>(colour)]).size(); });
    return n;
  }
  [[nodiscard]] std::uint32_t cost(const Ground& ground) const { return placements(ground, 0) + placements(ground, 1); }

  Blockade result_of(const State& state) const {
    Blockade out;
    out.position = state.position;
    for (int colour = 0; colour < 2; ++colour)
      out.placements[static_cast<std::size_t>(colour)] = g_.placements(state.position, colour);
    std::uint32_t at = 0;
    for (auto ply = history_.rbegin(); ply != history_.rend(); ++ply) {
      if (ply->empty()) continue;
      out.moves.push_back((*ply)[at].move);
      at = (*ply)[at].parent;
    }
    std::reverse(out.moves.begin(), out.moves.end());
    return out;
  }

  struct Link {
    std::uint32_t parent;
    Move move;
  };
  const HichainRules& g_;
  std::array<std::uint32_t, 2> kept_;
  std::size_t beam_;
  const Control& control_;
  std::array<Ways, 2> ways_{};
  std::array<std::array<std::uint32_t, signs>, 2>
      exposure_{};                          // [colour][sign]: placements of the other side's kept cards around the card alone
  std::vector<std::vector<Link>> history_;  // by ply
};

constexpr int table_width = 20, table_middle = 9, table_margin = 3;
// A clash costs more than a placement of a kept card, a card without contact nearly as much.
constexpr double clash_cost = 6, loose_cost = 4;
// Initial and final temperature.
constexpr double hot = 1.2, cold = 0.35;

struct TableCard {
  int colour, slot, orientation, cell;
  [[nodiscard]] int way() const { return 4 * slot_sign(slot) + orientation; }
};

class DeadlockTable {
 public:
  DeadlockTable(std::array<int, 2> kept, Random& random) : kept_(kept) {
    for (std::size_t k = 0; k < 8; ++k) steps_[k] = step_y[k] * table_width + step_x[k];
    for (std::size_t way = 0; way < ways; ++way) {
      const std::uint16_t ring = perimeter(static_cast<int>(way) / 4, static_cast<int>(way) % 4);
      sides_[way] = sides(ring), points_[way] = points(ring);
    }
    put({0, start_h, 0, place(0, 0)});
    put({1, start_h, 3, place(1, 0)});
    put({1, start_i, 0, place(0, 1)});
    put({0, start_i, 3, place(1, 1)});
    // The others, shuffled, in a block around the start cards.
    std::vector<int> cells;
    for (int y = -3; y < 5; ++y)
      for (int x = -3; x < 4; ++x)
        if (grid_[static_cast<std::size_t>(place(x, y))] == 0) cells.push_back(place(x, y));
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random.below(static_cast<std::uint32_t>(i))]);
    for (int colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign)
        if (sign != kept[static_cast<std::size_t>(colour)]) {
          put({colour, sign, static_cast<int>(random.below(4)), cells.back()});
          cells.pop_back();
        }
  }

  [[nodiscard]] const std::vector<TableCard>& cards() const { return cards_; }
  static int x_of(const TableCard& card) { return card.cell % table_width - table_middle; }
  static int y_of(const TableCard& card) { return card.cell / table_width - table_middle; }

  struct Faults {
    std::uint32_t clashes = 0, loose = 0;
    std::array<std::uint32_t, 2> placements{};
    [[nodiscard]] double cost() const { return clash_cost * clashes + loose_cost * loose + placements[0] + placements[1]; }
    Faults& operator+=(const Faults& more) {
      clashes += more.clashes, loose += more.loose;
      for (std::size_t i = 0; i < 2; ++i) placements[i] += more.placements[i];
      return *this;
    }
  };
  [[nodiscard]] Faults all_faults() const {
    Faults out;
    for (int y = 1; y < table_width - 1; ++y)
      for (int x = 1; x < table_width - 1; ++x) out += faults(y * table_width + x);
    return out;
  }

  /// Makes one annealing step and returns the change of cost.
  double step(double temperature, Random& random) {
    const std::size_t a = movable(random);
    const std::uint32_t kind = random.below(10);
    const TableCard old_a = cards_[a];
    std::size_t b = a;
    TableCard old_b = old_a;
    int target = old_a.cell;
    const int turned = static_cast<int>(random.below(4));
    if (kind < 3) {
      if (turned == old_a.orientation) return 0;
    } else if (kind < 7) {
      b = movable(random);
      if (b == a) return 0;
      old_b = cards_[b];
      target = old_b.cell;
    } else {
      const std::size_t beside = random.below(8) == 0 ? random.below(4) : movable(random);
      target = cards_[beside].cell + steps_[1 + 2 * random.below(4)];
      const int x = target % table_width, y = target / table_width;
      const auto outside = [](int v) { return v < table_margin || v >= table_width - table_margin; };
      if (grid_[static_cast<std::size_t>(target)] != 0 || outside(x) || outside(y)) return 0;
    }
    list_around(old_a.cell, target);
    const double before = listed_cost();
    if (kind < 3) {
      cards_[a].orientation = turned;
    } else if (kind < 7) {
      relocate(a, target, turned);
      relocate(b, old_a.cell, static_cast<int>(random.below(4)));
    } else {
      grid_[static_cast<std::size_t>(old_a.cell)] = 0;
      relocate(a, target, turned);
    }
    const double change = listed_cost() - before;
    if (change <= 0 || random.real() < std::exp(-change / temperature)) return change;
    if (target != old_a.cell) grid_[static_cast<std::size_t>(target)] = 0;
    restore(a, old_a);
    if (b != a) restore(b, old_b);
    return 0;
  }

  /// Returns whether points of two cards of different colours meet.
  [[nodiscard]] bool touch(const TableCard& card, const TableCard& other) const {
    for (std::size_t k = 0; k < 8; ++k)
      if (card.cell + steps_[k] == other.cell)
        return (imprint(perimeter(slot_sign(other.slot), other.orientation), static_cast<int>((k + 4) & 7)).offered &
                points_[static_cast<std::size_t>(card.way())]) != 0;
    return false;
  }

 private:
  static int place(int x, int y) { return (y + table_middle) * table_width + x + table_middle; }
  void put(const TableCard& card) {
    cards_.push_back(card);
    grid_[static_cast<std::size_t>(card.cell)] = static_cast<std::uint8_t>(cards_.size());
  }
  void relocate(std::size_t i, int cell, int orientation) { restore(i, {cards_[i].colour, cards_[i].slot, orientation, cell}); }
  void restore(std::size_t i, const TableCard& card) {
    cards_[i] = card;
    grid_[static_cast<std::size_t>(card.cell)] = static_cast<std::uint8_t>(i + 1);
  }
  std::size_t movable(Random& random) const { return 4 + random.below(static_cast<std::uint32_t>(cards_.size() - 4)); }

  /// Faults at a cell, which depend on its card and the eight around it.
  [[nodiscard]] Faults faults(int cell) const {
    Word word = 0;
    for (std::size_t k = 0; k < 8; ++k)
      if (const int there = grid_[static_cast<std::size_t>(cell + steps_[k])]; there != 0) {
        const TableCard& card = cards_[static_cast<std::size_t>(there - 1)];
        word |= imprints[static_cast<std::size_t>(card.colour)][static_cast<std::size_t>(card.way())][(k + 4) & 7];
      }
    const unsigned barred = word >> 8 & 255;
    const std::array<unsigned, 2> offered = {word >> 16 & 255, word >> 24 & 255};
    Faults out;
    if (const int here = grid_[static_cast<std::size_t>(cell)]; here != 0) {
      const TableCard& card = cards_[static_cast<std::size_t>(here - 1)];
      const auto way = static_cast<std::size_t>(card.way());
      out.clashes = static_cast<std::uint32_t>(std::popcount(sides_[way] & barred));
      out.loose = (points_[way] & offered[static_cast<std::size_t>(1 - card.colour)]) == 0;
      return out;
    }
    for (std::size_t colour = 0; colour < 2; ++colour) {
      if (offered[1 - colour] == 0) continue;
      for (std::size_t way = 4 * static_cast<std::size_t>(kept_[colour]), end = way + 4; way < end; ++way)
        out.placements[colour] += (sides_[way] & barred) == 0 && (points_[way] & offered[1 - colour]) != 0;
    }
    return out;
  }

  void list_around(int a, int b) {
    listed_count_ = 0;
    for (const int cell : {a, b}) {
      if (listed_count_ > 0 && b == a) break;
      for (int k = -1; k < 8; ++k) {
        const int near = k < 0 ? cell : cell + steps_[static_cast<std::size_t>(k)];
        const auto end = listed_.begin() + static_cast<std::ptrdiff_t>(listed_count_);
        if (cell == a || std::find(listed_.begin(), end, near) == end) listed_[listed_count_++] = near;
      }
    }
  }
  [[nodiscard]] double listed_cost() const {
    Faults sum;
    for (std::size_t i = 0; i < listed_count_; ++i) sum += faults(listed_[i]);
    return sum.cost();
  }

  std::array<int, 2> kept_;
  std::array<int, 8> steps_{};
  std::array<unsigned, ways> sides_{}, points_{};
  std::array<std::uint8_t, static_cast<std::size_t>(table_width) * table_width> grid_{};  // card index + 1
  std::vector<TableCard> cards_;
  std::array<int, 18> listed_{};
  std::size_t listed_count_ = 0;
};

/// An order in which black and red alternately lay their cards, each touching an opponent's point, by randomised greedy choice with
/// restarts. Contacts only grow, so a card once playable stays playable.
std::vector<HichainRules::Move> order_of_play(const DeadlockTable& table, Random& random) {
  const auto& cards = table.cards();
  const std::size_t n = cards.size();
  constexpr int tries = 200;
  for (int attempt = 0; attempt < tries; ++attempt) {
    std::vector<bool> laid(n, false);
    for (std::size_t i = 0; i < 4; ++i) laid[i] = true;
    std::vector<HichainRules::Move> moves;
    for (int mover = 0; moves.size() < n - 4; mover = 1 - mover) {
      std::vector<std::size_t> open;
      for (std::size_t i = 4; i < n; ++i) {
        if (laid[i] || cards[i].colour != mover) continue;
        for (std::size_t j = 0; j < n && (open.empty() || open.back() != i); ++j)
          if (laid[j] && cards[j].colour != mover && table.touch(cards[i], cards[j])) open.push_back(i);
      }
      if (open.empty()) break;
      const TableCard& card = cards[open[random.below(static_cast<std::uint32_t>(open.size()))]];
      laid[static_cast<std::size_t>(&card - cards.data())] = true;
      moves.push_back({static_cast<std::uint8_t>(card.slot), static_cast<std::uint8_t>(card.orientation),
                       static_cast<std::int8_t>(DeadlockTable::x_of(card)), static_cast<std::int8_t>(DeadlockTable::y_of(card))});
    }
    if (moves.size() == n - 4) return moves;
  }
  return {};
}

/// Returns whether by the rules all moves are legal, none completes CHAIN, and at the end both sides have a card and neither has a
/// move.
bool ends_in_deadlock(const HichainRules& g, const std::vector<HichainRules::Move>& moves) {
  auto p = HichainRules::initial();
  std::vector<HichainRules::Move> legal(HichainRules::move_capacity());
  for (const auto m : moves) {
    MoveList<HichainRules::Move> list(legal.data(), HichainRules::move_capacity());
    g.moves(p, list);
    if (std::find(list.begin(), list.end(), m) == list.end()) return false;
    g.play(p, m);
    if (p.royal != 0) return false;
  }
  return g.count(p) == 0 && !g.ways_left(p, 0).empty() && !g.ways_left(p, 1).empty();
}

/// The sign of a card of the deck, or -1.
int sign_of(const Hichain& g, char card) {
  const int sign = card == '*' ? asterisk : card - 'A';
  return sign < 0 || sign > asterisk || g.field_ways(sign).empty() ? -1 : sign;
}

/// Reads "OQ" as a bit set of signs.
Result<std::uint32_t> read_signs(const Hichain& g, const std::string& cards) {
  std::uint32_t out = 0;
  for (const char c : cards) {
    const int sign = sign_of(g, c);
    if (sign < 0) return fail(std::string("there is no card '") + c + "'", "cards are A to Z and *, as in --keep OQ");
    out |= 1u << sign;
  }
  return out;
}

/// Plays the moves from the start into `p` and returns their texts.
std::vector<std::string> played(const Hichain& g, const std::vector<HichainRules::Move>& moves, Hichain::Position& p) {
  p = g.initial();
  std::vector<std::string> out;
  for (const auto m : moves) {
    out.push_back(g.text(p, m));
    g.play(p, m);
  }
  return out;
}

Result<Findings> run_block(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto black = read_signs(*g, values.text("keep")), red = read_signs(*g, values.text("red"));
  if (!black) return fail(black.error());
  if (!red) return fail(red.error());
  const Blockade blockade = search_blockade(*g, {*black, *red}, static_cast<std::size_t>(values.integer("beam")), control);

  Hichain::Position p;
  const auto moves = played(*g, blockade.moves, p);
  const bool stuck = p.royal == 0 && g->horizon(p) > 0 && blockade.placements[p.mover] == 0 && !g->ways_left(p, p.mover).empty();
  Findings found;
  found.complete = !control.stop.stop_requested();
  found.add(g->picture(p));
  found.add("kept", std::array{values.text("keep"), values.text("red")}, "cards that black and red keep");
  found.add("cards_left", g->horizon(p));
  found.add("turn", g->seat_name(static_cast<Seat>(p.mover)));
  found.add("placements", blockade.placements, "legal placements of black's and of red's remaining cards");
  found.add("stuck", stuck, "whether the side to move has cards left and no legal move");
  found.add("moves", moves);
  found.add(hidden("position", g->text(p)));
  return found;
}

Result<int> read_sign(const Hichain& g, const std::string& card) {
  const int sign = card.size() != 1 ? -1 : sign_of(g, card[0]);
  if (sign < 0) return fail("there is no card '" + card + "'", "a card is a letter A to Z or *, as in --keep O");
  return sign;
}

Result<Findings> run_deadlock(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  if (g->plain_deck) return fail("the search for a deadlock needs the full deck", "omit deck=plain");
  const auto black = read_sign(*g, values.text("keep")), red = read_sign(*g, values.text("red"));
  if (!black) return fail(black.error());
  if (!red) return fail(red.error());
  const std::array<int, 2> kept = {*black, *red};
  const auto steps = static_cast<std::uint64_t>(values.integer("steps"));

  Findings found;
  found.add("kept", std::array{values.text("keep"), values.text("red")}, "cards that black and red keep");
  found.add("sides", sides_laid(kept), "sides of all cards laid");
  found.add("room", 2 * most_common_edges(2 * slots - 2), "maximum sides between cards");
  found.add("impossible", is_hopeless(kept), "whether counting sides proves that no such game exists");
  constexpr const char* meaning = "a game after which both sides have a card left and neither can lay it";
  if (is_hopeless(kept)) {
    found.add("found", false, meaning);
    return found;
  }
  const Deadlock best = search_deadlock(*g, kept, steps, control);
  found.complete = !best.moves.empty() || best.steps == steps;
  Hichain::Position p;
  const auto moves = played(*g, best.moves, p);
  if (!moves.empty()) found.add(g->picture(p));
  found.add("steps", best.steps, "tried");
  found.add("clashes", best.clashes, "sides that clash on the best board found");
  found.add("loose", best.loose, "cards on that board that touch no opponent's point");
  found.add("placements", best.placements, "legal placements on that board of the cards that black and red keep");
  found.add("found", !moves.empty(), meaning);
  found.add("moves", moves);
  return found;
}

}  // namespace

Blockade search_blockade(const HichainRules& g, std::array<std::uint32_t, 2> kept, std::size_t beam, const Control& control) {
  return BlockadeSearch(g, kept, beam, control).run();
}

Deadlock search_deadlock(const HichainRules& g, std::array<int, 2> kept, std::uint64_t steps, const Control& control) {
  Random random(control.seed);
  DeadlockTable table(kept, random);
  Deadlock out;
  const auto note = [&] {
    const auto faults = table.all_faults();
    out.clashes = faults.clashes / 2;  // counted from both sides
    out.loose = faults.loose;
    out.placements = faults.placements;
  };
  double cost = table.all_faults().cost(), temperature = hot;
  out.cost = cost;
  note();
  constexpr std::uint64_t round = 4096;
  for (; out.steps < steps; ++out.steps) {
    if (out.steps % round == 0) {
      if (control.stop.stop_requested()) break;
      if (control.progress) control.progress(out.steps, steps, "steps");
      temperature = hot * std::pow(cold / hot, static_cast<double>(out.steps) / static_cast<double>(steps));
    }
    cost += table.step(temperature, random);
    if (cost >= out.cost) continue;
    out.cost = cost;
    note();
    if (cost > 0.5) continue;
    out.moves = order_of_play(table, random);
    if (ends_in_deadlock(g, out.moves)) break;
    out.moves.clear();
    out.cost = 0.75;  // so that the next table without faults is tried too
  }
  return out;
}

int sides_laid(std::array<int, 2> kept) {
  const auto of = [](int sign) { return std::popcount(sides(perimeter(sign, 0))); };
  int sum = 2 * (of('H' - 'A') + of('I' - 'A'));
  for (const int one : kept)
    for (int sign = 0; sign < signs; ++sign) sum += sign != one ? of(sign) : 0;
  return sum;
}

int most_common_edges(int cells) {
  int root = 0;  // ⌈2√cells⌉, the least whose square reaches 4·cells
  while (root * root < 4 * cells) ++root;
  return 2 * cells - root;
}

bool sides_end_in_points() {
  for (int sign = 0; sign < signs; ++sign) {
    const std::uint16_t ring = perimeter(sign, 0);
    for (int k = 1; k < 16; k += 2)
      if ((ring >> k & 1) != 0 && ((ring >> (k - 1) & 1) == 0 || (ring >> ((k + 1) & 15) & 1) == 0)) return false;
  }
  return true;
}

bool is_hopeless(std::array<int, 2> kept) {
  const auto sideless = [](int sign) { return sides(perimeter(sign, 0)) == 0; };
  return sideless(kept[0]) && sideless(kept[1]) && sides_end_in_points() && sides_laid(kept) > 2 * most_common_edges(2 * slots - 2);
}

Study block_study() {
  return {.id = "block",
          .help = "Search for a position with cards left and no legal move",
          .examples = {"banmen hichain block --keep O --beam 40", "banmen hichain block --keep O --red O --beam 400 --json"},
          .parameters = {Parameter::text("keep", "O", "such as OQ", "The cards that black keeps"),
                         Parameter::text("red", "", "such as OQ", "The cards that red keeps; none by default"),
                         Parameter::integer("beam", 400, 1, 1'000'000, "Beam width"), rules_parameter()},
          .run = run_block};
}

Study deadlock_study() {
  return {.id = "deadlock",
          .help = "Search for a position where both sides have a card left and neither can lay it",
          .examples = {"banmen hichain deadlock --keep O --red G --seed 1", "banmen hichain deadlock --keep O --red X"},
          .parameters = {Parameter::text("keep", "O", "A to Z or *", "The card that black keeps"),
                         Parameter::text("red", "G", "A to Z or *", "The card that red keeps"),
                         Parameter::integer("steps", 50'000'000, 1, 1'000'000'000'000, "Annealing steps"), rules_parameter()},
          .run = run_deadlock,
          .takes = Study::Takes::minutes};
}

}  // namespace banmen::hichain
