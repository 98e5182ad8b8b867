// The symmetries of the board that, with a rotation of the seats, keep the rules of a game.
#include "rules/symmetries.hpp"

#include <algorithm>
#include <cstring>
#include <set>

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
    gather(end.when);
    if (end.result.who.kind == Who::Kind::seat) names_seat_ = &end.result.place;
    gather(end.result.number);
  }
}

void SymmetryTest::gather(const Steps& steps) {
  for (const Step& step : steps) {
    for (const Node& part : step.parts) gather(part);
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
    table.place = node.place;
    table.type = node.type;
    table.by_site = !free.empty();
    if (!free.empty())
      if (const auto domain = domains_.find(free[0]); domain != domains_.end()) table.domain = domain->second;
    for (int seat = 0; seat < rules_.seat_count(); ++seat)
      for (int s = 0; s < (free.empty() ? 1 : rules_.board.size()); ++s) {
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
    tables_.push_back(std::move(table));
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

const Place* SymmetryTest::breaks(const BoardMap& map, int rotation) const {
  static const Place nowhere{};
  const int seats = rules_.seat_count();
  const auto seat = [&](int s) { return (s + rotation) % seats; };
  const bool directed = is_directed(map);
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
  const auto turned_dirs = [&](Dirs dirs) {
    Dirs out = 0;
    for (int d = 0; d < direction_count; ++d)
      if (const int to = map.direction[static_cast<std::size_t>(d)]; (dirs >> d & 1) && to >= 0)  // -1: no step of the board has it
        out |= static_cast<Dirs>(1 << to);
    return out;
  };
  const Dirs real = [&] {
    Dirs out = 0;
    for (int s = 0; s < rules_.board.size(); ++s)
      for (const auto& [d, t] : rules_.board.near(s)) out |= static_cast<Dirs>(1 << d);
    return out;
  }();
  const int sites = rules_.board.size();
  for (const Table& table : tables_)
    for (int s = 0; s < seats; ++s)
      for (int i = 0; i < (table.by_site ? sites : 1); ++i) {
        if (!table.domain.empty() && !table.domain[static_cast<std::size_t>(s)][static_cast<std::size_t>(i)]) continue;
        const auto row = [&](int of) { return static_cast<std::size_t>(of * (table.by_site ? sites : 1)); };
        const std::size_t from = row(s) + static_cast<std::size_t>(i);
        const std::size_t to = row(seat(s)) + (table.by_site ? static_cast<std::size_t>(map.site[static_cast<std::size_t>(i)]) : 0);
        if (!table.sets.empty()) {
          if (image(table.sets[from], map.site) != table.sets[to]) return &table.place;
        } else if (table.type == Type::dirs) {
          const auto here = static_cast<Dirs>(table.numbers[from] & real), there = static_cast<Dirs>(table.numbers[to] & real);
          if (here == real && there == real) continue;  // all of them
          if (!directed || turned_dirs(here) != there) return &table.place;
        } else if (table.numbers[from] != table.numbers[to]) {
          return &table.place;
        }
      }
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
