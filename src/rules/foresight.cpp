#include "rules/foresight.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "rules/evaluate.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;

long limited(long n) { return std::clamp(n, -Range::endless, Range::endless); }

/// Adds the pieces that statements may create.
void add_new_pieces(const Rules& rules, const Steps& steps, std::vector<long>& most) {
  using SK = Statement::Kind;
  const auto grow = [&](const PieceKind& kind, long by) {
    const std::size_t end = &kind == &rules.kinds.back() ? most.size() : static_cast<std::size_t>((&kind + 1)->first_code);
    for (auto c = static_cast<std::size_t>(kind.first_code); c < end; ++c) most[c] += by;
  };
  const long sites = rules.board.size();
  for (const Step& step : steps) {
    if (step.kind == SK::put)
      for (std::size_t k = 0; k < rules.kinds.size(); ++k)
        if (step.piece == -2 || step.piece == static_cast<int>(k)) grow(rules.kinds[k], sites);
    if (step.kind == SK::place && !rules.kinds[static_cast<std::size_t>(step.piece)].has_hand)
      grow(rules.kinds[static_cast<std::size_t>(step.piece)], sites);
    if (step.kind == SK::flip)
      for (const PieceKind& kind : rules.kinds) grow(kind, sites);
    for (const Steps& block : step.blocks) add_new_pieces(rules, block, most);
  }
}

}  // namespace

long times(long a, long b) {
  if (a == 0 || b == 0) return 0;
  if (std::abs(a) >= Range::endless / std::abs(b)) return (a < 0) == (b < 0) ? Range::endless : -Range::endless;
  return a * b;
}

Range operator+(const Range& a, const Range& b) { return {limited(a.least + b.least), limited(a.most + b.most)}; }
Range operator-(const Range& a) { return {-a.most, -a.least}; }
Range hull(const Range& a, const Range& b) { return {std::min(a.least, b.least), std::max(a.most, b.most)}; }

bool depends_on_play(const Node& whole) {
  return any_node(whole, [](const Node& node) {
    switch (node.op) {
      case Op::slot:
      case Op::those:
      case Op::let_in: return true;
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::unequal: return node.type == Type::set;  // sites by their stones
      case Op::as_seat: return !node.who.is_fixed();
      default: return looks_at_position(node.op);
    }
  });
}

Foresight::Foresight(const Rules& rules, int me) : rules_(&rules), me_(me) {
  everything_.set(0);
  for (std::size_t c = 0; c < rules.codes.size() && c < most_codes; ++c) everything_.set(c + 1);
  SlotFact unknown;
  unknown.contents = everything_;
  unknown.jumped = everything_;
  slots.assign(static_cast<std::size_t>(rules.slots), unknown);
  for (std::size_t s = 0; s < slots.size(); ++s)
    if (rules.slot_types[s] == Type::set) slots[s].most = rules.board.size();
  for (const Counter& counter : rules.counters) counters.push_back({counter.least, counter.most});
  most_of_code_ = most_of_codes(rules);
}

bool puts_down(const Rules& rules, int seat, const PieceCode& code) {
  switch (rules.kinds[static_cast<std::size_t>(code.kind)].owner) {
    case PieceKind::Owner::seats: return code.owner == seat;
    case PieceKind::Owner::teams: return code.side == rules.side[static_cast<std::size_t>(seat)];
    default: return true;
  }
}

std::vector<long> most_of_codes(const Rules& rules) {
  std::vector<long> most;
  for (const PieceCode& code : rules.codes) {
    const PieceKind& kind = rules.kinds[static_cast<std::size_t>(code.kind)];
    long holders = 0;
    for (int seat = 0; seat < rules.seat_count(); ++seat) holders += puts_down(rules, seat, code);
    most.push_back(kind.has_hand ? kind.hand * holders : 0);
  }
  for (const std::int16_t piece : rules.start.piece)
    if (piece >= 0) ++most[static_cast<std::size_t>(piece)];
  for (const Turn& turn : rules.turns)
    for (const Steps& block : turn.blocks) add_new_pieces(rules, block, most);
  return most;
}

long Foresight::most_pieces(const Contents& contents) const {
  long sum = 0;
  for (std::size_t c = 0; c < most_of_code_.size() && c < most_codes; ++c)
    if (contents[c + 1]) sum += most_of_code_[c];
  return sum;
}

Contents Foresight::pieces_of(bool mine, int kind) const {
  Contents out;
  const int side = rules_->side[static_cast<std::size_t>(me_)];
  for (std::size_t c = 0; c < rules_->codes.size() && c < most_codes; ++c) {
    const PieceCode& code = rules_->codes[c];
    out[c + 1] = code.side >= 0 && (code.side == side) == mine && (kind < 0 || code.kind == kind);
  }
  return out;
}

Contents Foresight::pieces_of_kind(int kind) const {
  Contents out;
  for (std::size_t c = 0; c < rules_->codes.size() && c < most_codes; ++c) out[c + 1] = rules_->codes[c].kind == kind;
  return out;
}

int Foresight::canonical(int slot) const {
  while (slots[static_cast<std::size_t>(slot)].same_as >= 0) slot = slots[static_cast<std::size_t>(slot)].same_as;
  return slot;
}

Foresight Foresight::seen_by(const Who& who) const {
  Foresight out = *this;
  out.me_ = who.seat(me_, me_, me_, rules_->seat_count());
  if (out.me_ == me_) return out;
  out.some.clear();  // they are for the view of this seat
  out.none.clear();
  for (std::size_t c = 0; c < counters.size(); ++c)
    if (const Counter& counter = rules_->counters[c]; counter.each) out.counters[c] = {counter.least, counter.most};
  return out;
}

Foresight Foresight::with_let(const Node& let_in) const {
  Foresight out = *this;
  SlotFact& fact = out.slots[static_cast<std::size_t>(let_in.index)];
  const Node& value = let_in.parts[0];
  switch (value.type) {
    case Type::number: fact.number = range(value); break;
    case Type::dirs:
      fact.dirs = dirs(value);
      fact.ways = most_ways(value);
      break;
    default:
      fact.contents = contents(value);
      fact.most = most(value);
      fact.some = surely_some(value);
      fact.unmarked = unmarked(value);
      fact.same_as = value.op == Op::slot && value.type == Type::site ? canonical(value.index) : -1;
  }
  return out;
}

std::optional<Set> known_set(const Rules& rules, int me, const Node& node) {
  if (depends_on_play(node)) return std::nullopt;
  View view(rules, me, me);
  return Evaluator(rules, rules.start, view).set(node);
}

Dirs Foresight::dirs(const Node& node) const {
  constexpr Dirs any = 0x3ff;
  if (node.index == -2 && node.op == Op::dirs) return any;
  if (node.op == Op::slot) return slots[static_cast<std::size_t>(node.index)].dirs & any;
  if (node.op == Op::unite) return dirs(node.parts[0]) | dirs(node.parts[1]);
  if (node.op == Op::intersect) return dirs(node.parts[0]) & dirs(node.parts[1]);
  if (node.op == Op::reverse) return reversed(dirs(node.parts[0]));
  if (node.op == Op::leading) {
    const int facing = rules_->facing[static_cast<std::size_t>(me_)];
    return facing < 0 ? Dirs{0} : leading(dirs(node.parts[0]), facing, node.number != 0);
  }
  if (node.op == Op::choice) return dirs(node.parts[1]) | (node.parts.size() > 2 ? dirs(node.parts[2]) : Dirs{0});
  if (node.op == Op::let_in) return with_let(node).dirs(node.parts[1]);
  if (node.op == Op::as_seat && node.who.is_fixed()) return seen_by(node.who).dirs(node.parts[0]);
  if (depends_on_play(node)) return any;
  View view(*rules_, me_, me_);
  return Evaluator(*rules_, rules_->start, view).dirs(node);
}

const SlotFact* Foresight::jump_between(const Node& between) const {
  const Node &a = between.parts[0], &b = between.parts[1];
  if (a.op != Op::slot || b.op != Op::slot) return nullptr;
  for (const auto& [from, to] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    const SlotFact& fact = slots[static_cast<std::size_t>(from->index)];
    if (fact.jumped_from >= 0 && fact.jumped_from == canonical(to->index)) return &fact;
  }
  return nullptr;
}

Contents Foresight::contents(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const Contents nothing;
  switch (node.op) {
    case Op::slot: return slots[static_cast<std::size_t>(node.index)].contents;
    case Op::empty: return Contents(1);
    case Op::occupied: return rules_->has_stones ? everything_ : everything_ & ~Contents(1);
    case Op::owned: return pieces_of(node.number != 0, node.index);
    case Op::kind: return pieces_of_kind(node.index);
    case Op::intersect: return contents(part(0)) & contents(part(1));
    case Op::unite: return contents(part(0)) | contents(part(1));
    case Op::subtract: return contents(part(0)) & ~covered(part(1));
    case Op::slide: return contents(part(2)) | (part(3).index == -2 ? nothing : contents(part(3)));
    case Op::jump: return contents(part(3));
    case Op::bracket: return contents(part(2));
    case Op::line: return contents(part(1));
    case Op::flood: return contents(part(1));
    case Op::those: return contents(part(0));
    case Op::between: {
      const SlotFact* jump = jump_between(node);
      return jump ? jump->jumped : everything_;
    }
    case Op::choice: return contents(part(1)) | (node.parts.size() > 2 ? contents(part(2)) : nothing);
    case Op::as_seat:
      if (node.who.is_fixed()) return seen_by(node.who).contents(part(0));
      return everything_;
    case Op::let_in: return with_let(node).contents(part(1));
    case Op::fixed:
      return std::any_of(node.sets.begin(), node.sets.end(), [](const Set& s) { return s.any(); }) ? everything_ : nothing;
    default: return everything_;
  }
}

Contents Foresight::covered(const Node& node) const {
  const Contents nothing;
  switch (node.op) {
    case Op::empty: return rules_->has_stones ? nothing : Contents(1);
    case Op::occupied: return everything_ & ~Contents(1);
    case Op::owned:
    case Op::kind: return contents(node);
    case Op::unite: return covered(node.parts[0]) | covered(node.parts[1]);
    case Op::intersect: return covered(node.parts[0]) & covered(node.parts[1]);
    default: return nothing;
  }
}

long Foresight::steps_from(const Node& from, Dirs way, long most_ways, Counted what) const {
  const Board& board = rules_->board;
  long most_of_one = 0;
  for (int s = 0; s < board.size(); ++s) {
    std::array<long, direction_count> here{};
    if (what == Counted::neighbours) {
      for (const auto& [d, other] : board.near(s)) here[static_cast<std::size_t>(d)] += way >> d & 1;
    } else {
      // In a graph several rays may have the same direction.
      for (const auto& ray : board.rays(s))
        if (way >> ray.direction & 1)
          here[static_cast<std::size_t>(ray.direction)] += what == Counted::rays ? 1 : static_cast<long>(ray.sites.size());
    }
    std::sort(here.begin(), here.end(), std::greater<>());
    const auto end = here.begin() + std::clamp<long>(most_ways, 0, direction_count);
    most_of_one = std::max(most_of_one, std::accumulate(here.begin(), end, 0L));
  }
  return std::min<long>(board.size(), times(most(from), most_of_one));
}

long Foresight::most_ways(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const auto found = [&]() -> long {
    switch (node.op) {
      case Op::slot: return slots[static_cast<std::size_t>(node.index)].ways;
      case Op::unite: return most_ways(part(0)) + most_ways(part(1));
      case Op::intersect: return std::min(most_ways(part(0)), most_ways(part(1)));
      case Op::subtract:
      case Op::reverse:
      case Op::leading: return most_ways(part(0));
      case Op::choice: return std::max(most_ways(part(1)), node.parts.size() > 2 ? most_ways(part(2)) : 0L);
      case Op::let_in: return with_let(node).most_ways(part(1));
      case Op::as_seat: return node.who.is_fixed() ? seen_by(node.who).most_ways(part(0)) : direction_count;
      default: return direction_count;
    }
  }();
  return std::min(found, static_cast<long>(std::bitset<16>(dirs(node)).count()));
}

/// The maximum size of the intersection of a slide with a set that it does not pass through: one site of every ray.
long Foresight::most_stops(const Node& slide, const Node& set) const {
  if (slide.op != Op::slide || (contents(slide.parts[2]) & contents(set)).any()) return rules_->board.size();
  return steps_from(slide.parts[0], dirs(slide.parts[1]), most_ways(slide.parts[1]), Counted::rays);
}

long Foresight::most(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const long sites = rules_->board.size();
  const auto found = [&] {
    switch (node.op) {
      case Op::slot: return slots[static_cast<std::size_t>(node.index)].most;
      case Op::last: return 1L;
      case Op::intersect:
        return std::min({most(part(0)), most(part(1)), most_stops(part(0), part(1)), most_stops(part(1), part(0))});
      case Op::unite: return most(part(0)) + most(part(1));
      case Op::subtract:
      case Op::those: return most(part(0));
      case Op::near: return steps_from(part(0), dirs(part(1)), most_ways(part(1)), Counted::neighbours);
      case Op::jump: return steps_from(part(0), dirs(part(1)), most_ways(part(1)), Counted::rays);
      case Op::ray:
      case Op::slide:
      case Op::bracket: return steps_from(part(0), dirs(part(1)), most_ways(part(1)), Counted::sites_of_rays);
      case Op::leap: return times(8, most(part(0)));
      case Op::at:
        return std::max(most(part(0)),
                        steps_from(part(0), dirs(part(1)) | reversed(dirs(part(1))), most_ways(part(1)), Counted::rays));
      case Op::line:
      case Op::flood: return most(part(1));
      case Op::choice: return std::max(most(part(1)), node.parts.size() > 2 ? most(part(2)) : 0L);
      case Op::as_seat:
        if (node.who.is_fixed()) return seen_by(node.who).most(part(0));
        return rules_->board.size() + 0L;
      case Op::let_in: return with_let(node).most(part(1));
      case Op::between: return jump_between(node) ? 1L : sites;
      default:
        if (const auto set = known_set(*rules_, me_, node)) return static_cast<long>(set->count());
        return sites;
    }
  }();
  const Contents on_them = contents(node);
  return std::min({found, sites, on_them[0] ? sites : most_pieces(on_them)});
}

Range Foresight::range(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const long sites = rules_->board.size();
  switch (node.op) {
    case Op::number: return {node.number, node.number};
    case Op::slot: return slots[static_cast<std::size_t>(node.index)].number;
    case Op::add: return range(part(0)) + range(part(1));
    case Op::sub: return range(part(0)) + -range(part(1));
    case Op::minus: return -range(part(0));
    case Op::mul:
    case Op::div: {
      const Range a = range(part(0)), b = range(part(1));
      if (node.op == Op::div && b.least <= 0 && b.most >= 0) return Range::all();
      const auto one = [&](long x, long y) {
        if (node.op == Op::mul) return times(x, y);
        return x / y - (x % y != 0 && (x < 0) != (y < 0));
      };
      const long ends[] = {one(a.least, b.least), one(a.least, b.most), one(a.most, b.least), one(a.most, b.most)};
      return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
    }
    case Op::count: return {0, most(part(0))};
    case Op::groups: return {0, most(part(0))};
    case Op::stones: return {0, rules_->all_stones};
    case Op::hand: return {0, rules_->kinds[static_cast<std::size_t>(node.index)].hand};
    case Op::counter: return counters[static_cast<std::size_t>(node.index)];
    case Op::index_of: return {0, sites - 1};
    case Op::row_of:
    case Op::column_of: {
      Range out{0, 0};  // 0 if there is no such site
      for (int s = 0; s < rules_->board.size(); ++s) {
        const long n = node.op == Op::row_of ? rules_->board.point(s).row : rules_->board.point(s).column;
        out = hull(out, {n, n});
      }
      return out;
    }
    case Op::choice: {
      const Range then = range(part(1));
      return node.parts.size() > 2 ? hull(then, range(part(2))) : hull(then, {0, 0});
    }
    case Op::as_seat: {
      if (node.who.is_fixed()) return seen_by(node.who).range(part(0));
      Foresight of_any = *this;
      of_any.counters = Foresight(*rules_, me_).counters;
      return of_any.range(part(0));
    }
    case Op::let_in: return with_let(node).range(part(1));
    default: return Range::all();
  }
}

std::optional<bool> Foresight::truth(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const auto negated = [](std::optional<bool> t) { return t ? std::optional(!*t) : t; };
  const auto less = [&](const Range& a, const Range& b, bool or_equal) -> std::optional<bool> {
    if (or_equal ? a.most <= b.least : a.most < b.least) return true;
    if (or_equal ? a.least > b.most : a.least >= b.most) return false;
    return std::nullopt;
  };
  switch (node.op) {
    case Op::truth: return node.number != 0;
    case Op::some:
      if (most(part(0)) == 0) return false;
      if (std::any_of(none.begin(), none.end(), [&](const Node* set) { return alike(*set, part(0)); })) return false;
      if (surely_some(part(0))) return true;
      if (const auto set = known_set(*rules_, me_, part(0))) return set->any();
      return std::nullopt;
    case Op::less:
    case Op::less_equal:
      if (node.parts[0].type == Type::number && alike(part(0), part(1))) return node.op == Op::less_equal;
      return less(range(part(0)), range(part(1)), node.op == Op::less_equal);
    case Op::equal:
    case Op::unequal: {
      const Range a = range(part(0)), b = range(part(1));
      std::optional<bool> equal;
      if (a.most < b.least || b.most < a.least) equal = false;
      if ((a.least == a.most && a == b) || alike(part(0), part(1))) equal = true;
      return node.op == Op::equal ? equal : negated(equal);
    }
    case Op::within: {
      const auto above = less(range(part(1)), range(part(0)), true), below = less(range(part(0)), range(part(2)), true);
      if (above == false || below == false) return false;
      return above && below ? std::optional(true) : std::nullopt;
    }
    case Op::subset:
      if ((contents(part(0)) & contents(part(1))).none() || most(part(0)) == 0 || most(part(1)) == 0) return false;
      if (part(0).op == Op::slot && part(0).type == Type::site && surely_in(canonical(part(0).index), part(1))) return true;
      return std::nullopt;
    case Op::negation: return negated(truth(part(0)));
    case Op::both:
    case Op::either: {
      const bool decides = node.op == Op::either;
      const auto a = truth(part(0)), b = truth(part(1));
      if (a == decides || b == decides) return decides;
      return a && b ? std::optional(!decides) : std::nullopt;
    }
    case Op::as_seat:
      if (node.who.is_fixed()) return seen_by(node.who).truth(part(0));
      return std::nullopt;
    case Op::let_in: return with_let(node).truth(part(1));
    case Op::choice: {
      const auto when = truth(part(0));
      if (!when) return std::nullopt;
      if (*when) return truth(part(1));
      return node.parts.size() > 2 ? truth(part(2)) : false;
    }
    default: return std::nullopt;
  }
}

int Foresight::only_slot(const Node& node) const {
  if (node.op == Op::slot && node.type == Type::site) return canonical(node.index);
  if (node.op == Op::slot) return slots[static_cast<std::size_t>(node.index)].same_as;
  if (node.op == Op::intersect) return std::max(only_slot(node.parts[0]), only_slot(node.parts[1]));
  if (node.op == Op::subtract) return only_slot(node.parts[0]);
  return -1;
}

std::vector<int> Foresight::surely(const Node& node) const {
  std::vector<int> bound, out;
  const auto add = [&](int slot) {
    if (std::find(out.begin(), out.end(), slot) == out.end()) out.push_back(slot);
  };
  const auto add_free = [&](const Node& part, auto&& self) -> void {
    if (part.op == Op::slot && part.type == Type::site && std::find(bound.begin(), bound.end(), part.index) == bound.end())
      add(canonical(part.index));
    if (part.op == Op::slot && part.type == Type::set)
      if (const int member = slots[static_cast<std::size_t>(part.index)].member; member >= 0) add(canonical(member));
    const bool binds = part.op == Op::let_in || part.op == Op::those;
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (binds && i == 1) bound.push_back(part.index);
      self(part.parts[i], self);
      if (binds && i == 1) bound.pop_back();
    }
  };
  add_free(node, add_free);
  std::erase_if(out, [&](int slot) { return !surely_in(slot, node); });
  return out;
}

bool Foresight::surely_in(int slot, const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  const SlotFact& fact = slots[static_cast<std::size_t>(slot)];
  switch (node.op) {
    case Op::slot: {
      if (node.type == Type::site) return canonical(node.index) == slot;
      const int member = slots[static_cast<std::size_t>(node.index)].member;
      return member >= 0 && canonical(member) == slot;
    }
    case Op::fixed: {
      const auto set = known_set(*rules_, me_, node);
      return set && static_cast<int>(set->count()) == rules_->board.size();
    }
    case Op::empty:
    case Op::occupied:
    case Op::owned:
    case Op::kind: return (fact.contents & ~covered(node)).none();
    case Op::unite: return surely_in(slot, part(0)) || surely_in(slot, part(1));
    case Op::intersect: return surely_in(slot, part(0)) && surely_in(slot, part(1));
    case Op::subtract: {
      if (!surely_in(slot, part(0))) return false;
      const Node& without = part(1);
      if (without.op == Op::marks && without.index < static_cast<int>(fact.unmarked.size()))
        return fact.unmarked[static_cast<std::size_t>(without.index)];
      return (fact.contents & contents(without)).none();
    }
    case Op::those: {
      if (!surely_in(slot, part(0))) return false;
      Foresight inside = *this;
      inside.forget(node.index);  // another branch may have chosen a site by this name
      SlotFact& name = inside.slots[static_cast<std::size_t>(node.index)];
      name = fact;
      name.same_as = slot;
      return inside.truth(part(1)) == true;
    }
    case Op::rows:
    case Op::columns:
    case Op::sites: {
      const Op of = node.op == Op::rows ? Op::row_of : node.op == Op::columns ? Op::column_of : Op::index_of;
      const Node own = make_node(of, Type::number, {}, {with_index(make_node(Op::slot, Type::site, {}), slot)});
      const auto ordered = [&](const Node& a, const Node& b) {
        return truth(make_node(Op::less_equal, Type::truth, {}, {a, b})) == true;
      };
      return ordered(part(0), own) && ordered(own, node.parts.size() > 1 ? part(1) : part(0));
    }
    case Op::flood: return surely_in(slot, part(0)) && surely_in(slot, part(1));
    case Op::axis: return surely_in(slot, part(0));
    case Op::at: return range(part(2)) == Range{0, 0} && surely_in(slot, part(0));
    case Op::choice: return node.parts.size() > 2 && surely_in(slot, part(1)) && surely_in(slot, part(2));
    case Op::let_in: return with_let(node).surely_in(slot, part(1));
    case Op::as_seat: return node.who.is_fixed() && seen_by(node.who).surely_in(slot, part(0));
    default: return false;
  }
}

bool Foresight::alike(const Node& a, const Node& b) const {
  std::vector<std::pair<int, int>> bound;
  const auto same = [&](const Node& x, const Node& y, auto&& self) -> bool {
    if (x.op == Op::slot && y.op == Op::slot && x.type == y.type) {
      for (std::size_t i = bound.size(); i-- > 0;)
        if (bound[i].first == x.index || bound[i].second == y.index) return bound[i] == std::pair(x.index, y.index);
      return x.type == Type::site ? canonical(x.index) == canonical(y.index) : x.index == y.index;
    }
    const bool binds = x.op == Op::let_in || x.op == Op::those;
    if (x.op != y.op || x.type != y.type || x.number != y.number || x.parts.size() != y.parts.size() || x.sets != y.sets ||
        x.who.kind != y.who.kind || x.who.number != y.who.number || (!binds && x.index != y.index))
      return false;
    for (std::size_t i = 0; i < x.parts.size(); ++i) {
      if (binds && i == 1) bound.emplace_back(x.index, y.index);
      const bool alike = self(x.parts[i], y.parts[i], self);
      if (binds && i == 1) bound.pop_back();
      if (!alike) return false;
    }
    return true;
  };
  return same(a, b, same);
}

/// True if the set has a site whenever `known` has one.
bool Foresight::implies_some(const Node& known, const Node& node) const {
  if (alike(known, node)) return true;
  if (node.op == Op::unite && (implies_some(known, node.parts[0]) || implies_some(known, node.parts[1]))) return true;
  switch (known.op) {
    case Op::subtract:
    case Op::those: return implies_some(known.parts[0], node);
    case Op::intersect: return implies_some(known.parts[0], node) || implies_some(known.parts[1], node);
    case Op::unite: {
      const auto is_none = [&](const Node& part) {
        return std::any_of(none.begin(), none.end(), [&](const Node* set) { return alike(*set, part); });
      };
      return (is_none(known.parts[0]) || implies_some(known.parts[0], node)) &&
             (is_none(known.parts[1]) || implies_some(known.parts[1], node));
    }
    default: return false;
  }
}

bool Foresight::surely_some(const Node& node) const {
  if (std::any_of(some.begin(), some.end(), [&](const Node* known) { return implies_some(*known, node); })) return true;
  switch (node.op) {
    case Op::slot: return slots[static_cast<std::size_t>(node.index)].some;  // a name of `last` may have no site
    case Op::unite: return surely_some(node.parts[0]) || surely_some(node.parts[1]);
    case Op::choice: return node.parts.size() > 2 && surely_some(node.parts[1]) && surely_some(node.parts[2]);
    default: return false;
  }
}

MarkSet Foresight::unmarked(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  switch (node.op) {
    case Op::slot: return slots[static_cast<std::size_t>(node.index)].unmarked;
    case Op::unite: return unmarked(part(0)) & unmarked(part(1));
    case Op::intersect: return unmarked(part(0)) | unmarked(part(1));
    case Op::those: return unmarked(part(0));
    case Op::subtract: {
      MarkSet out = unmarked(part(0));
      const auto add = [&](const Node& without, auto&& self) -> void {
        if (without.op == Op::marks && without.index < static_cast<int>(out.size()))
          out.set(static_cast<std::size_t>(without.index));
        if (without.op == Op::unite)
          for (const Node& one : without.parts) self(one, self);
      };
      add(part(1), add);
      return out;
    }
    case Op::flood: return unmarked(part(1));
    case Op::choice: return node.parts.size() > 2 ? unmarked(part(1)) & unmarked(part(2)) : unmarked(part(1));
    case Op::let_in: return with_let(node).unmarked(part(1));
    case Op::jump: return unmarked(part(3));
    default: return {};
  }
}

void Foresight::narrow(const Node& number, const Range& to) {
  const auto meet = [&](Range& range) { range = {std::max(range.least, to.least), std::min(range.most, to.most)}; };
  if (number.op == Op::counter) meet(counters[static_cast<std::size_t>(number.index)]);
  if (number.op == Op::slot) meet(slots[static_cast<std::size_t>(number.index)].number);
  if (number.op == Op::count && to.least > 0) some.push_back(&number.parts[0]);
  if (number.op == Op::count && to.most <= 0) none.push_back(&number.parts[0]);
}

void Foresight::assume(const Node& condition, bool holds) {
  const auto part = [&](std::size_t i) -> const Node& { return condition.parts[i]; };
  constexpr long endless = Range::endless;
  const auto at_most = [&](const Node& a, const Node& b, long apart) {  // a + apart <= b
    const Range of_a = range(a), of_b = range(b);
    narrow(a, {-endless, of_b.most - apart});
    narrow(b, {of_a.least + apart, endless});
  };
  const auto without_mark = [&](const Node& site, const Node& marks) {
    if (site.op == Op::slot && site.type == Type::site && marks.op == Op::marks && marks.index < 64)
      slots[static_cast<std::size_t>(canonical(site.index))].unmarked.set(static_cast<std::size_t>(marks.index));
  };
  switch (condition.op) {
    case Op::some: {
      (holds ? some : none).push_back(&part(0));
      if (holds && part(0).op == Op::slot) slots[static_cast<std::size_t>(part(0).index)].some = true;
      if (holds || part(0).op != Op::intersect) break;
      for (std::size_t i = 0; i < 2; ++i) {
        const Node &set = part(0).parts[i], &other = part(0).parts[1 - i];
        without_mark(set, other);
        if (set.op == Op::slot)
          slots[static_cast<std::size_t>(set.type == Type::site ? canonical(set.index) : set.index)].contents &= ~covered(other);
      }
      break;
    }
    case Op::subset:
      if (holds) {
        some.push_back(&part(0));
        if (part(0).op == Op::slot) {
          const Contents within = contents(part(1));
          const MarkSet without = unmarked(part(1));
          SlotFact& fact = slots[static_cast<std::size_t>(part(0).type == Type::site ? canonical(part(0).index) : part(0).index)];
          fact.contents &= within;
          fact.unmarked |= without;
        }
      } else {
        without_mark(part(0), part(1));
      }
      break;
    case Op::negation: assume(part(0), !holds); break;
    case Op::both:
    case Op::either:
      if (holds == (condition.op == Op::both))
        for (const Node& one : condition.parts) assume(one, holds);
      break;
    case Op::less: holds ? at_most(part(0), part(1), 1) : at_most(part(1), part(0), 0); break;
    case Op::less_equal: holds ? at_most(part(0), part(1), 0) : at_most(part(1), part(0), 1); break;
    case Op::within:
      if (holds) narrow(part(0), {range(part(1)).least, range(part(2)).most});
      break;
    case Op::equal:
    case Op::unequal:
      for (std::size_t i = 0; i < 2; ++i) {
        const Range own = range(part(i)), other = range(part(1 - i));
        if (holds == (condition.op == Op::equal))
          narrow(part(i), other);
        else if (other.least == other.most && other.least == own.least)
          narrow(part(i), {own.least + 1, endless});
        else if (other.least == other.most && other.least == own.most)
          narrow(part(i), {-endless, own.most - 1});
      }
      break;
    default: break;
  }
}

void Foresight::forget_sets() {
  const auto read = [](const Node* set) { return set->op != Op::slot; };
  std::erase_if(some, read);
  std::erase_if(none, read);
}

void Foresight::forget(int slot) {
  for (SlotFact& f : slots) {
    if (f.same_as == slot) f.same_as = -1;
    if (f.ahead_of == slot) f.ahead_of = -1;
    if (f.jumped_from == slot) f.jumped_from = -1;
    if (f.member == slot) f.member = -1;
  }
  const auto mentions = [&](const Node* set) {
    return any_node(*set, [&](const Node& node) { return node.op == Op::slot && node.index == slot; });
  };
  std::erase_if(some, mentions);
  std::erase_if(none, mentions);
}

SlotFact Foresight::chosen_from(const Node& node) const {
  const auto part = [&](std::size_t i) -> const Node& { return node.parts[i]; };
  SlotFact out;
  out.contents = contents(node);
  out.unmarked = unmarked(node);
  const auto joined = [&](const SlotFact& a, const SlotFact& b) {
    out.ahead_of = a.ahead_of == b.ahead_of ? a.ahead_of : -1;
    out.jumped_from = a.jumped_from == b.jumped_from ? a.jumped_from : -1;
    out.jumped = a.jumped | b.jumped;
  };
  switch (node.op) {
    case Op::unite: joined(chosen_from(part(0)), chosen_from(part(1))); break;
    case Op::choice: {
      const SlotFact then = chosen_from(part(1));
      joined(then, node.parts.size() > 2 ? chosen_from(part(2)) : then);
      break;
    }
    case Op::those:
    case Op::subtract: {
      const SlotFact of = chosen_from(part(0));
      joined(of, of);
      break;
    }
    case Op::intersect: {
      const SlotFact a = chosen_from(part(0)), b = chosen_from(part(1));
      out.ahead_of = std::max(a.ahead_of, b.ahead_of);
      const SlotFact& jump = a.jumped_from >= 0 ? a : b;
      out.jumped_from = jump.jumped_from;
      out.jumped = jump.jumped;
      break;
    }
    case Op::let_in: {
      SlotFact of = with_let(node).chosen_from(part(1));
      if (of.ahead_of == node.index) of.ahead_of = -1;
      if (of.jumped_from == node.index) of.jumped_from = -1;
      joined(of, of);
      break;
    }
    case Op::near:
    case Op::ray:
    case Op::slide:
    case Op::jump: {
      const int from = only_slot(part(0));
      const Board::Kind kind = rules_->board.kind();
      // On other boards a direction may lead back, or is only one of the drawing.
      if (from < 0 || kind == Board::Kind::ring || kind == Board::Kind::graph) break;
      const int facing = rules_->facing[static_cast<std::size_t>(me_)];
      const Dirs way = dirs(part(1));
      if (facing >= 0 && leading(way, facing, false) == way) out.ahead_of = from;
      if (node.op == Op::jump) {
        out.jumped_from = from;
        out.jumped = contents(part(2));
      }
      break;
    }
    default: break;
  }
  return out;
}

SlotFact Foresight::chosen_by(const Step& step) const {
  SlotFact out;
  if (step.type == Type::site) {
    out = chosen_from(step.parts[0]);
    out.some = true;
    return out;
  }
  out.contents = everything_;
  if (step.type == Type::number) out.number = {range(step.parts[0]).least, range(step.parts[1]).most};
  if (step.type == Type::dirs) {
    out.dirs = dirs(step.parts[0]);
    out.ways = 1;
  }
  return out;
}

}  // namespace banmen::rules
