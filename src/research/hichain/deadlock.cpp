#include "research/hichain/deadlock.hpp"

#include <algorithm>
#include <cmath>

namespace banmen::hichain {
namespace {

constexpr int table_width = 20, table_middle = 9, table_margin = 3;
// A clash costs more than any way to lay a kept card is worth, a card without contact nearly as much.
constexpr double clash_cost = 6, loose_cost = 4;
// The annealing's temperatures, first and last.
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
    // The others in a block around them, shuffled.
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

  /// One step at this temperature; what it changed the cost by.
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

  /// Whether two cards of different colours have points that meet.
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
  void relocate(std::size_t i, int cell, int orientation) {
    cards_[i].cell = cell, cards_[i].orientation = orientation;
    grid_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(i + 1);
  }
  void restore(std::size_t i, const TableCard& card) {
    cards_[i] = card;
    grid_[static_cast<std::size_t>(card.cell)] = static_cast<std::uint8_t>(i + 1);
  }
  std::size_t movable(Random& random) const { return 4 + random.below(static_cast<std::uint32_t>(cards_.size() - 4)); }

  /// What is wrong at a cell: it depends on the card there and the eight around.
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
  std::array<std::uint8_t, static_cast<std::size_t>(table_width) * table_width> grid_{};  // 1 + the card's number
  std::vector<TableCard> cards_;
  std::array<int, 18> listed_{};
  std::size_t listed_count_ = 0;
};

/// An order in which black and red lay their cards in turn, each touching an opponent's point; contacts only grow, so that at each
/// turn any card may be taken that opens the way for the other side.
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

/// By the rules: every move legal, nobody completes CHAIN, and at the end both have a card and nobody a move.
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

}  // namespace

Deadlock search_deadlock(const HichainRules& g, std::array<int, 2> kept, std::uint64_t steps, const Control& control) {
  Random random(control.seed);
  DeadlockTable table(kept, random);
  Deadlock out;
  const auto note = [&] {
    const auto faults = table.all_faults();
    out.clashes = faults.clashes / 2;  // each is met from both sides
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
    out.cost = 0.75;  // to be tried again as soon as another table without faults turns up
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

}  // namespace banmen::hichain
