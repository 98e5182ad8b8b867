// The symmetries of the board that, with a rotation of the seats, keep the rules of a game.
#include "rules/symmetries.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "rules/budget.hpp"
#include "rules/evaluate.hpp"
#include "rules/foresight.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;
using Sites = std::vector<int>;

constexpr int last_stone = -1;  // the name of `last`

/// True for operators on the numbers of sites, rows or columns.
bool counts_sites(const Node& node) {
  switch (node.op) {
    case Op::index_of:
    case Op::row_of:
    case Op::column_of:
    case Op::sites:
    case Op::rows:
    case Op::columns: return true;
    default: return false;
  }
}

/// True if the map keeps directions.
template <class Map>
bool is_directed(const Map& map) {
  return std::any_of(map.direction.begin(), map.direction.end(), [](int d) { return d >= 0; });
}

Set image(const Set& set, const Sites& site) {
  Set out;
  for (std::size_t s = set._Find_first(); s < set.size(); s = set._Find_next(s))
    if (s < site.size()) out.set(static_cast<std::size_t>(site[s]));
  return out;
}

/// The images of directions: the step from s to t becomes the one from g(s) to g(t). All -1 if that is ambiguous.
std::array<int, direction_count> directions_of(const Board& board, const Sites& site) {
  std::array<int, direction_count> out;
  out.fill(-1);
  for (int s = 0; s < board.size(); ++s)
    for (const auto& [d, t] : board.near(s)) {
      int found = -1;
      for (const auto& [e, u] : board.near(site[static_cast<std::size_t>(s)]))
        if (u == site[static_cast<std::size_t>(t)] && (found < 0 || e == out[static_cast<std::size_t>(d)])) found = e;
      int& to = out[static_cast<std::size_t>(d)];
      if (found < 0 || (to >= 0 && to != found)) {
        out.fill(-1);
        return out;
      }
      to = found;
    }
  return out;
}

/// True if adjacency and straight lines are kept.
bool keeps_board(const Board& board, const Sites& site) {
  std::set<Sites> lines;
  for (const auto& line : board.straights()) {
    lines.insert(line.sites);
    lines.insert(Sites(line.sites.rbegin(), line.sites.rend()));
  }
  for (int s = 0; s < board.size(); ++s) {
    const auto& to = board.near(site[static_cast<std::size_t>(s)]);
    if (to.size() != board.near(s).size()) return false;
    for (const auto& [d, t] : board.near(s))
      if (std::none_of(to.begin(), to.end(), [&, t = t](const auto& n) { return n.second == site[static_cast<std::size_t>(t)]; }))
        return false;
  }
  if (board.kind() == Board::Kind::ring) return true;  // its only line may begin anywhere
  return std::all_of(board.straights().begin(), board.straights().end(), [&](const auto& line) {
    Sites mapped;
    for (const int s : line.sites) mapped.push_back(site[static_cast<std::size_t>(s)]);
    return lines.contains(mapped);
  });
}

/// The turns by 60° and the reflections of a hex board that map its sites onto themselves. In the coordinates q (column) and r (row
/// upwards) they are linear; the bounding box determines the translation.
std::vector<Sites> hex_maps(const Board& board) {
  const auto at = [&](int s) {
    const Board::Point& p = board.point(s);
    return std::pair(p.column, board.from_top() ? -p.row : p.row);
  };
  std::map<std::pair<int, int>, int> site_at;
  for (int s = 0; s < board.size(); ++s) site_at[at(s)] = s;
  std::vector<Sites> out;
  for (int turns = 0; turns < 6; ++turns)
    for (const bool mirrored : {false, true}) {
      const auto image = [&](int s) {
        auto [q, r] = at(s);
        if (mirrored) std::swap(q, r);
        for (int i = 0; i < turns; ++i) std::tie(q, r) = std::pair(q + r, -q);
        return std::pair(q, r);
      };
      std::pair<int, int> from = at(0), to = image(0);
      for (int s = 0; s < board.size(); ++s) {
        const auto here = at(s), there = image(s);
        from = {std::min(from.first, here.first), std::min(from.second, here.second)};
        to = {std::min(to.first, there.first), std::min(to.second, there.second)};
      }
      Sites map;
      for (int s = 0; s < board.size(); ++s) {
        const auto [q, r] = image(s);
        const auto found = site_at.find({q - to.first + from.first, r - to.second + from.second});
        if (found == site_at.end()) break;
        map.push_back(found->second);
      }
      if (map.size() == site_at.size() && keeps_board(board, map)) out.push_back(std::move(map));
    }
  return out;
}

/// Automorphisms of a graph by backtracking; a few are enough.
class GraphMaps {
 public:
  explicit GraphMaps(const Board& board) : board_(board), to_(static_cast<std::size_t>(board.size()), -1), taken_(to_.size()) {
    // Each site after one of its neighbours, which leaves few candidates.
    std::vector<bool> seen(to_.size());
    for (int first = 0; first < board.size(); ++first) {
      if (seen[static_cast<std::size_t>(first)]) continue;
      seen[static_cast<std::size_t>(first)] = true;
      order_.push_back(first);
      for (std::size_t i = order_.size() - 1; i < order_.size(); ++i)
        for (const auto& [d, t] : board.near(order_[i]))
          if (!seen[static_cast<std::size_t>(t)]) {
            seen[static_cast<std::size_t>(t)] = true;
            order_.push_back(t);
          }
    }
  }
  std::vector<Sites> find() {
    extend(0);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool adjacent(int a, int b) const {
    const auto& list = board_.near(a);
    return std::any_of(list.begin(), list.end(), [&](const auto& n) { return n.second == b; });
  }
  void extend(std::size_t at) {
    if (found_.size() >= 64 || ++tries_ > 20'000) return;
    Budget::spend({}, 100);
    if (at == order_.size()) {
      if (keeps_board(board_, to_)) found_.push_back(to_);
      return;
    }
    const int s = order_[at];
    for (int t = 0; t < board_.size(); ++t) {
      if (taken_[static_cast<std::size_t>(t)] || board_.near(t).size() != board_.near(s).size()) continue;
      bool fits = true;
      for (std::size_t i = 0; i < at && fits; ++i)
        fits = adjacent(s, order_[i]) == adjacent(t, to_[static_cast<std::size_t>(order_[i])]);
      if (!fits) continue;
      to_[static_cast<std::size_t>(s)] = t;
      taken_[static_cast<std::size_t>(t)] = true;
      extend(at + 1);
      taken_[static_cast<std::size_t>(t)] = false;
      to_[static_cast<std::size_t>(s)] = -1;
    }
  }

  const Board& board_;
  std::vector<int> order_;
  Sites to_;
  std::vector<bool> taken_;
  std::vector<Sites> found_;
  long tries_ = 0;
};

}  // namespace

std::vector<BoardMap> board_maps(const Board& board) {
  std::vector<Sites> maps;
  const int n = board.size();
  Sites identity(static_cast<std::size_t>(n));
  for (int s = 0; s < n; ++s) identity[static_cast<std::size_t>(s)] = s;
  const bool flat = board.kind() == Board::Kind::grid || board.kind() == Board::Kind::hex;
  if (flat) {
    const int rows = board.rows(), columns = board.columns();
    for (int turn = 0; turn < 8; ++turn) {
      const bool swapped = turn & 4, across = turn & 1, upright = turn & 2;
      if (swapped && rows != columns) continue;
      Sites map(static_cast<std::size_t>(n), -1);
      bool whole = true;
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
          const int s = board.cells()[static_cast<std::size_t>(r * columns + c)];
          int r2 = upright ? rows - 1 - r : r, c2 = across ? columns - 1 - c : c;
          if (swapped) std::swap(r2, c2);
          const int t = board.cells()[static_cast<std::size_t>(r2 * columns + c2)];
          whole = whole && (s < 0) == (t < 0);
          if (s >= 0 && t >= 0) map[static_cast<std::size_t>(s)] = t;
        }
      if (whole && keeps_board(board, map)) maps.push_back(std::move(map));
    }
    if (board.kind() == Board::Kind::hex)
      for (Sites& map : hex_maps(board)) maps.push_back(std::move(map));
  } else if (board.kind() == Board::Kind::ring || board.kind() == Board::Kind::track) {
    const bool ring = board.kind() == Board::Kind::ring;
    for (int back = 0; back < 2; ++back)
      for (int by = 0; by < (ring ? n : 1); ++by) {
        Sites map = identity;
        for (int s = 0; s < n; ++s) map[static_cast<std::size_t>(s)] = ((back ? n - 1 - s : s) + by) % n;
        maps.push_back(std::move(map));
      }
  } else {
    maps = GraphMaps(board).find();
  }
  std::vector<BoardMap> out;
  const auto add = [&](const Sites& map) {
    if (std::none_of(out.begin(), out.end(), [&](const BoardMap& m) { return m.site == map; }))
      out.push_back({map, directions_of(board, map)});
  };
  add(identity);
  for (const Sites& map : maps) add(map);
  return out;
}

SymmetryTest::SymmetryTest(const Rules& rules) : rules_(rules) {
  for (const Turn& turn : rules.turns)
    for (const Steps& block : turn.blocks) gather(block);
  for (const End& end : rules.ends) {
    root(end.when);
    if (end.result.who.kind == Who::Kind::seat) names_seat_ = &end.result.place;
    root(end.result.number);
  }
}

void SymmetryTest::root(const Node& node) {
  gather(node);
  roots_.push_back(&node);
}

void SymmetryTest::gather(const Steps& steps) {
  for (const Step& step : steps) {
    for (const Node& part : step.parts) root(part);
    const bool chooses = step.kind == Statement::Kind::choose || step.kind == Statement::Kind::place;
    if (step.slot >= 0 && step.kind != Statement::Kind::move && step.kind != Statement::Kind::sow) domains_.erase(step.slot);
    if (chooses && step.type == Type::site)
      if (auto sites = within(step.parts[0])) domains_[step.slot] = std::move(*sites);
    if (step.kind == Statement::Kind::sow) {
      sows_ = true;
      domains_.erase(last_stone);
    }
    for (std::size_t i = 0; i < step.blocks.size(); ++i) {
      const Domains outside = domains_;
      if (step.kind == Statement::Kind::condition && i == 0) narrow(step.parts[0]);
      gather(step.blocks[i]);
      domains_ = outside;
    }
    if (!step.blocks.empty()) domains_.clear();  // choices inside are not tracked
  }
}

/// A superset that is known for each seat.
std::optional<std::vector<Set>> SymmetryTest::within(const Node& set) const {
  if (set.op == Op::intersect || set.op == Op::subtract || set.op == Op::those)
    if (auto found = within(set.parts[0])) return found;
  if (set.op == Op::intersect) return within(set.parts[1]);
  if (depends_on_play(set)) return std::nullopt;
  std::vector<Set> out;
  for (int seat = 0; seat < rules_.seat_count(); ++seat) {
    View view(rules_, seat, seat);
    out.push_back(Evaluator(rules_, rules_.start, view).set(set));
  }
  return out;
}

/// Narrows a name's possible sites to those the condition allows.
void SymmetryTest::narrow(const Node& condition) {
  if (condition.op == Op::both)
    for (const Node& part : condition.parts) narrow(part);
  if (condition.op != Op::subset) return;
  const Node& name = condition.parts[0];
  if (name.op != Op::last && (name.op != Op::slot || name.type != Type::site)) return;
  if (auto sites = within(condition.parts[1])) domains_[name.op == Op::last ? last_stone : name.index] = std::move(*sites);
}

/// The free slots of an expression; false if it reads the position.
bool SymmetryTest::free_slots(const Node& node, std::vector<int>& bound, std::vector<int>& free) const {
  if (looks_at_position(node.op)) return false;
  if (node.op == Op::slot) {
    if (std::find(bound.begin(), bound.end(), node.index) == bound.end() &&
        std::find(free.begin(), free.end(), node.index) == free.end())
      free.push_back(node.index);
    return true;
  }
  if (node.op == Op::as_seat && !node.who.is_fixed()) return false;
  const bool binds = node.op == Op::let_in || node.op == Op::those;
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (binds && i == 1) bound.push_back(node.index);
    const bool pure = free_slots(node.parts[i], bound, free);
    if (binds && i == 1) bound.pop_back();
    if (!pure) return false;
  }
  return true;
}

void SymmetryTest::gather(const Node& node) {
  if (node.op == Op::number || node.op == Op::truth || node.op == Op::slot || (node.op == Op::dirs && node.index == -2)) return;
  std::vector<int> bound, free;
  const bool pure = free_slots(node, bound, free);
  const bool one_site = free.size() == 1 && rules_.slot_types[static_cast<std::size_t>(free[0])] == Type::site;
  const bool whole = node.op != Op::those && node.op != Op::let_in && node.type != Type::piece;
  if (pure && whole && (free.empty() || (one_site && any_node(node, counts_sites)))) {
    // A value for each seat, and for each site of the free name.
    Table table;
    table.type = node.type;
    table.by_site = !free.empty();
    if (table.by_site) table.name = free[0];
    if (!free.empty())
      if (const auto domain = domains_.find(free[0]); domain != domains_.end()) table.domain = domain->second;
    for (int seat = 0; seat < rules_.seat_count(); ++seat)
      for (int s = 0; s < (free.empty() ? 1 : rules_.board.size()); ++s) {
        Budget::spend(node.place);
        View view(rules_, seat, seat);
        if (!free.empty()) view.slots[static_cast<std::size_t>(free[0])] = s;
        const Evaluator look(rules_, rules_.start, view);
        switch (node.type) {
          case Type::site:
          case Type::set: table.sets.push_back(look.set(node)); break;
          case Type::dirs: table.numbers.push_back(look.dirs(node)); break;
          case Type::number: table.numbers.push_back(look.number(node)); break;
          default: table.numbers.push_back(look.truth(node)); break;
        }
      }
    tables_.emplace(&node, std::move(table));
    return;
  }
  if ((node.op == Op::as_seat || node.op == Op::stuck) && node.who.kind == Who::Kind::seat) names_seat_ = &node.place;
  if (node.op == Op::index_of || node.op == Op::sites) numbers_sites_ = &node.place;
  if (node.op == Op::row_of || node.op == Op::rows) numbers_rows_ = &node.place;
  if (node.op == Op::column_of || node.op == Op::columns) numbers_columns_ = &node.place;
  const Domains outside = domains_;
  if (node.op == Op::as_seat) domains_.clear();  // they are for the view of the outer seat
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (i == 1 && (node.op == Op::both || node.op == Op::choice)) narrow(node.parts[0]);
    if (i == 1 && (node.op == Op::let_in || node.op == Op::those)) {
      const Node& value = node.parts[0];
      domains_.erase(node.index);
      const int name = value.op == Op::last ? last_stone : value.op == Op::slot && value.type == Type::site ? value.index : -2;
      if (const auto domain = domains_.find(name); node.op == Op::let_in && domain != domains_.end()) {
        domains_[node.index] = std::vector<Set>(domain->second);
      } else if (node.op == Op::those) {
        if (auto sites = within(value)) domains_[node.index] = std::move(*sites);
      }
    }
    if (i == 2) domains_ = outside;
    gather(node.parts[i]);
  }
  domains_ = outside;
}

/// Compares expressions with their images under one map and rotation.
class SymmetryTest::Comparison {
 public:
  Comparison(const SymmetryTest& test, const BoardMap& map, int rotation)
      : test_(test), map_(map), rotation_(rotation), directed_(is_directed(map)) {
    for (int s = 0; s < test.rules_.board.size(); ++s)
      for (const auto& [d, t] : test.rules_.board.near(s)) real_ |= static_cast<Dirs>(1 << d);
  }

  /// The place of the part whose image is missing; null if the image of the expression is the expression itself.
  const Place* broken(const Node& node) {
    if (same(node, node)) return nullptr;
    if (test_.tables_.contains(&node)) return &node.place;
    if (is_commutative(node.op)) {
      const auto all = operands(node);
      for (const Node* one : all)
        if (std::none_of(all.begin(), all.end(), [&](const Node* other) { return same(*one, *other); })) {
          const Place* inner = broken(*one);
          return inner ? inner : &one->place;
        }
    } else {
      for (const Node& part : node.parts)
        if (const Place* inner = broken(part)) return inner;
    }
    return &node.place;
  }

 private:
  static constexpr long most_comparisons = 100'000;  // of one expression: unions in unions could take very long

  static bool is_commutative(Op op) {
    switch (op) {
      case Op::unite:
      case Op::intersect:
      case Op::add:
      case Op::mul:
      case Op::both:
      case Op::either:
      case Op::equal:
      case Op::unequal: return true;
      default: return false;
    }
  }

  /// The operands of a chain of one commutative operator.
  [[nodiscard]] std::vector<const Node*> operands(const Node& node) const {
    const bool chains = node.op != Op::equal && node.op != Op::unequal;
    std::vector<const Node*> out;
    for (const Node& part : node.parts) {
      if (!chains || part.op != node.op || test_.tables_.contains(&part)) {
        out.push_back(&part);
        continue;
      }
      for (const Node* inner : operands(part)) out.push_back(inner);
    }
    return out;
  }

  /// True if the image of `a` is `b`.
  bool same(const Node& a, const Node& b) {
    Budget::spend(a.place);
    if (++comparisons_ > most_comparisons) return false;
    const auto of_a = test_.tables_.find(&a), of_b = test_.tables_.find(&b);
    if ((of_a == test_.tables_.end()) != (of_b == test_.tables_.end())) return false;
    if (of_a != test_.tables_.end()) return same(of_a->second, of_b->second);
    if (a.op != b.op || a.type != b.type || a.number != b.number || a.parts.size() != b.parts.size()) return false;
    if (a.who.kind != b.who.kind || a.who.number != b.who.number) return false;
    if (a.op == Op::slot) return same_name(a.index, b.index);
    const bool binds = a.op == Op::let_in || a.op == Op::those;
    if (!binds && a.index != b.index) return false;
    if (is_commutative(a.op)) return same_in_any_order(operands(a), operands(b));
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      if (binds && i == 1) bound_.emplace_back(a.index, b.index);
      const bool alike = same(a.parts[i], b.parts[i]);
      if (binds && i == 1) bound_.pop_back();
      if (!alike) return false;
    }
    return true;
  }

  /// Having the same image is an equivalence, so the first partner is as good as any.
  bool same_in_any_order(const std::vector<const Node*>& all, std::vector<const Node*> left) {
    if (all.size() != left.size()) return false;
    for (const Node* one : all) {
      const auto partner = std::find_if(left.begin(), left.end(), [&](const Node* other) { return same(*one, *other); });
      if (partner == left.end()) return false;
      left.erase(partner);
    }
    return true;
  }

  [[nodiscard]] bool same_name(int a, int b) const {
    for (std::size_t i = bound_.size(); i-- > 0;)
      if (bound_[i].first == a || bound_[i].second == b) return bound_[i] == std::pair(a, b);
    return a == b;
  }

  [[nodiscard]] Dirs turned_dirs(Dirs dirs) const {
    Dirs out = 0;
    for (int d = 0; d < direction_count; ++d)
      if (const int to = map_.direction[static_cast<std::size_t>(d)];
          (dirs >> d & 1) && to >= 0)  // -1: no step of the board has it
        out |= static_cast<Dirs>(1 << to);
    return out;
  }

  [[nodiscard]] bool same(const Table& a, const Table& b) const {
    if (a.by_site != b.by_site || a.type != b.type) return false;
    if (a.by_site && !same_name(a.name, b.name)) return false;
    const int seats = test_.rules_.seat_count(), sites = a.by_site ? test_.rules_.board.size() : 1;
    for (int s = 0; s < seats; ++s)
      for (int i = 0; i < sites; ++i) {
        if (!a.domain.empty() && !a.domain[static_cast<std::size_t>(s)][static_cast<std::size_t>(i)]) continue;
        const auto row = [&](int of) { return static_cast<std::size_t>(of * sites); };
        const std::size_t from = row(s) + static_cast<std::size_t>(i);
        const std::size_t to =
            row((s + rotation_) % seats) + (a.by_site ? static_cast<std::size_t>(map_.site[static_cast<std::size_t>(i)]) : 0);
        if (!a.sets.empty()) {
          if (image(a.sets[from], map_.site) != b.sets[to]) return false;
        } else if (a.type == Type::dirs) {
          const auto here = static_cast<Dirs>(a.numbers[from] & real_), there = static_cast<Dirs>(b.numbers[to] & real_);
          if (here == real_ && there == real_) continue;  // all of them
          if (!directed_ || turned_dirs(here) != there) return false;
        } else if (a.numbers[from] != b.numbers[to]) {
          return false;
        }
      }
    return true;
  }

  const SymmetryTest& test_;
  const BoardMap& map_;
  int rotation_;
  bool directed_;
  Dirs real_ = 0;
  std::vector<std::pair<int, int>> bound_;  // names of `a` and `b` that stand for the same
  long comparisons_ = 0;
};

const Place* SymmetryTest::breaks(const BoardMap& map, int rotation) const {
  static const Place nowhere{};
  const int seats = rules_.seat_count();
  const auto seat = [&](int s) { return (s + rotation) % seats; };
  const bool moves_sites = std::any_of(map.site.begin(), map.site.end(), [&, i = 0](int s) mutable { return s != i++; });
  // Sides must map to sides, kinds of one seat stay with it, turns be the same.
  for (int s = 0; s < seats; ++s) {
    for (int t = 0; t < seats; ++t)
      if ((side(s) == side(t)) != (side(seat(s)) == side(seat(t)))) return &nowhere;
    if (!(rules_.turns[static_cast<std::size_t>(s)].place == rules_.turns[static_cast<std::size_t>(seat(s))].place))
      return &rules_.turns[static_cast<std::size_t>(seat(s))].place;
    for (const PieceKind& kind : rules_.kinds)
      if (kind.owner == PieceKind::Owner::one && rotation != 0) return &nowhere;
  }
  if (rotation != 0 && names_seat_) return names_seat_;
  if (sows_ && map.direction[8] != 8) return &nowhere;
  for (int s = 0; s < rules_.board.size() && moves_sites; ++s) {
    const auto &from = rules_.board.point(s), &to = rules_.board.point(map.site[static_cast<std::size_t>(s)]);
    if (numbers_sites_) return numbers_sites_;
    if (numbers_rows_ && from.row != to.row) return numbers_rows_;
    if (numbers_columns_ && from.column != to.column) return numbers_columns_;
  }
  for (const Node* root : roots_)
    if (const Place* place = Comparison(*this, map, rotation).broken(*root)) return place;
  return nullptr;
}

std::vector<int> SymmetryTest::strays(const BoardMap& map, int rotation) const {
  const State& start = rules_.start;
  const auto after = [&](int code) { return code < 0 ? -1 : code_after(rules_, code, rotation); };
  std::vector<int> out;
  for (std::size_t s = 0; s < start.piece.size(); ++s) {
    const auto to = static_cast<std::size_t>(map.site[s]);
    bool fits = start.piece[to] == after(start.piece[s]) && start.stones[to] == start.stones[s];
    for (const Set& marks : start.marks) fits = fits && marks[to] == marks[s];
    if (!fits) out.push_back(static_cast<int>(s));
  }
  return out;
}

std::vector<Symmetry> symmetries_of(const Rules& rules) {
  std::vector<Symmetry> out;
  const SymmetryTest test(rules);
  for (const BoardMap& map : board_maps(rules.board))
    for (int rotation = 0; rotation < rules.seat_count(); ++rotation)
      if (!test.breaks(map, rotation)) out.push_back({map.site, map.direction, rotation, test.strays(map, rotation).empty()});
  return out;
}

namespace {

/// True if the set is closed under composition.
bool is_group(const std::vector<Symmetry>& all, int seats) {
  std::set<std::pair<std::vector<int>, int>> known;
  for (const Symmetry& s : all) known.insert({s.site, s.rotation});
  for (const Symmetry& a : all)
    for (const Symmetry& b : all) {
      std::vector<int> both;
      for (const int s : a.site) both.push_back(b.site[static_cast<std::size_t>(s)]);
      if (!known.contains({both, (a.rotation + b.rotation) % seats})) return false;
    }
  return true;
}

}  // namespace

int code_after(const Rules& rules, int code, int rotation) {
  const PieceKind& kind = rules.kinds[static_cast<std::size_t>(rules.codes[static_cast<std::size_t>(code)].kind)];
  const int owner = code - kind.first_code, seats = rules.seat_count();
  if (kind.owner == PieceKind::Owner::seats) return kind.first_code + (owner + rotation) % seats;
  if (kind.owner == PieceKind::Owner::teams)
    for (int s = 0; s < seats; ++s)
      if (rules.side[static_cast<std::size_t>(s)] == owner)
        return kind.first_code + rules.side[static_cast<std::size_t>((s + rotation) % seats)];
  return code;
}

State image_of(const Rules& rules, const BoardMap& map, int rotation, const State& state) {
  State out = state;
  const auto seats = rules.seats.size();
  const auto turned = [&](std::size_t s) { return (s + static_cast<std::size_t>(rotation)) % seats; };
  for (std::size_t s = 0; s < state.piece.size(); ++s) {
    const auto to = static_cast<std::size_t>(map.site[s]);
    out.piece[to] = state.piece[s] < 0 ? std::int16_t{-1} : static_cast<std::int16_t>(code_after(rules, state.piece[s], rotation));
    out.stones[to] = state.stones[s];
  }
  for (std::size_t h = 0; h < state.hands.size(); ++h) out.hands[h / seats * seats + turned(h % seats)] = state.hands[h];
  for (std::size_t c = 0; c < state.counters.size(); ++c) out.counters[c / seats * seats + turned(c % seats)] = state.counters[c];
  for (std::size_t m = 0; m < state.marks.size(); ++m) out.marks[m] = image(state.marks[m], map.site);
  out.seat = static_cast<int>(turned(static_cast<std::size_t>(state.seat)));
  return out;
}

Images::Images(const Rules& rules, const Interpreter& interpreter, std::uint32_t move_capacity, const std::vector<Symmetry>& proved)
    : rules_(rules), interpreter_(interpreter), move_capacity_(move_capacity), layout_(interpreter.layout()) {
  std::vector<Symmetry> all = proved;
  if (any_step(rules, [](const Step& step) { return step.kind == Statement::Kind::choose && step.type == Type::dirs; }))
    std::erase_if(all, [](const Symmetry& s) { return !is_directed(s); });
  if (all.empty() || all.size() > most || !is_group(all, rules.seat_count())) all.assign(proved.begin(), proved.begin() + 1);
  for (Symmetry& s : all) {
    Map map;
    map.bit.assign(layout_.site_of.size(), -1);
    for (std::size_t from = 0; from < s.site.size(); ++from)
      map.bit[static_cast<std::size_t>(layout_.bit_of[from])] = layout_.bit_of[static_cast<std::size_t>(s.site[from])];
    for (int c = 0; c < static_cast<int>(rules.codes.size()); ++c) map.code.push_back(code_after(rules, c, s.rotation));
    map.symmetry = std::move(s);
    maps_.push_back(std::move(map));
  }
}

int Images::seat(int symmetry, int seat) const {
  return (seat + maps_[static_cast<std::size_t>(symmetry)].symmetry.rotation) % rules_.seat_count();
}

void Images::position(int symmetry, const std::uint8_t* from, std::uint8_t* to) const {
  const Map& map = maps_[static_cast<std::size_t>(symmetry)];
  const std::size_t set_bytes = layout_.set_bytes();
  std::memset(to, 0, layout_.size);
  const auto set = [&](std::size_t here, std::size_t there) {
    for (std::size_t byte = 0; byte < set_bytes; ++byte)
      for (unsigned left = from[here + byte]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(map.bit[8 * byte + static_cast<std::size_t>(__builtin_ctz(left))]);
        to[there + bit / 8] = static_cast<std::uint8_t>(to[there + bit / 8] | 1 << bit % 8);
      }
  };
  for (std::size_t c = 0; c < map.code.size(); ++c) set(set_bytes * c, set_bytes * static_cast<std::size_t>(map.code[c]));
  for (std::size_t m = 0; m < rules_.marks.size(); ++m) set(layout_.marks + set_bytes * m, layout_.marks + set_bytes * m);
  const std::size_t wide = layout_.stone_bytes;
  if (wide > 0)
    for (std::size_t s = 0; s < map.symmetry.site.size(); ++s)
      std::memcpy(to + layout_.stones + wide * static_cast<std::size_t>(map.symmetry.site[s]), from + layout_.stones + wide * s,
                  wide);
  const auto seats = rules_.seats.size();
  const auto turned = [&](std::size_t s) { return (s + static_cast<std::size_t>(map.symmetry.rotation)) % seats; };
  for (std::size_t h = 0; h < layout_.hand_kinds.size(); ++h)
    for (std::size_t s = 0; s < seats; ++s) to[layout_.hands + h * seats + turned(s)] = from[layout_.hands + h * seats + s];
  const auto counter = [&](std::size_t c, std::size_t s) {
    return layout_.counter_at(rules_, static_cast<int>(c), static_cast<int>(s));
  };
  for (std::size_t c = 0; c < rules_.counters.size(); ++c)
    for (std::size_t s = 0; s < seats; ++s) std::memcpy(to + counter(c, turned(s)), from + counter(c, s), 2);
  to[layout_.seat] = static_cast<std::uint8_t>(turned(from[layout_.seat]));
  std::memcpy(to + layout_.rolled, from + layout_.rolled, layout_.over - layout_.rolled);
  to[layout_.over] = from[layout_.over];
}

/// The moves of a position in the VM and in the reference interpreter.
struct Images::Listed {
  std::uint64_t of = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> codes;
  std::vector<ReferenceMove> moves;
};

const Images::Listed& Images::listed(int which, const std::uint8_t* position) const {
  // Cached, since callers map all moves of a position in succession.
  thread_local Listed kept[2];
  Listed& list = kept[which];
  if (list.of == number_ && std::memcmp(list.bytes.data(), position, layout_.size) == 0) return list;
  list.of = number_;
  list.bytes.assign(position, position + layout_.size);
  list.codes.resize(move_capacity_ + 1);
  list.codes.resize(interpreter_.moves(position, list.codes.data()));
  list.moves = Reference(rules_).moves(layout_.read(rules_, position));
  return list;
}

std::uint64_t Images::move(int symmetry, const std::uint8_t* position, std::uint64_t move) const {
  if (move == Interpreter::pass_move) return move;
  const Map& map = maps_[static_cast<std::size_t>(symmetry)];
  std::vector<std::uint8_t> image(layout_.size);
  this->position(symmetry, position, image.data());
  const Listed &here = listed(0, position), &there = listed(1, image.data());
  const auto found = std::find(here.codes.begin(), here.codes.end(), move);
  if (found == here.codes.end()) return move;
  const ReferenceMove& made = here.moves[static_cast<std::size_t>(found - here.codes.begin())];
  std::vector<long> tuple = made.tuple;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (made.types[i] == Type::site) tuple[i] = map.symmetry.site[static_cast<std::size_t>(tuple[i])];
    if (made.types[i] == Type::dirs) tuple[i] = map.symmetry.direction[static_cast<std::size_t>(tuple[i])];
  }
  for (std::size_t i = 0; i < there.moves.size() && i < there.codes.size(); ++i)
    if (there.moves[i].tuple == tuple) return there.codes[i];
  return move;
}

}  // namespace banmen::rules
