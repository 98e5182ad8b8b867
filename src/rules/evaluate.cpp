#include "rules/evaluate.hpp"

#include <algorithm>

#include "rules/budget.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;

/// Evaluates a body with one value of the view changed, then restores it.
template <class T, class Body>
auto with(T& value, T changed, Body body) {
  std::swap(value, changed);
  auto result = body();
  std::swap(value, changed);
  return result;
}

}  // namespace

template <class Visit>
void Evaluator::each_ray(const Set& from, Dirs dirs, Visit visit) const {
  for (int s = 0; s < rules_.board.size(); ++s)
    if (from[static_cast<std::size_t>(s)])
      for (const Board::Ray& ray : rules_.board.rays(s))
        if (dirs >> ray.direction & 1) visit(s, ray);
}

/// Evaluates a body with the name of a let bound to its value.
template <class Body>
auto Evaluator::with_let(const Node& let, Body body) const {
  const Node& value = let.parts[0];
  const auto slot = static_cast<std::size_t>(let.index);
  if (value.type == Type::set) return with(view_.set_slots[slot], set(value), body);
  const long stands_for = value.type == Type::dirs ? dirs(value) : value.type == Type::number ? number(value) : site(value);
  return with(view_.slots[slot], stands_for, body);
}

template <class Value>
Value Evaluator::inner(const Node& node, Value (Evaluator::*of)(const Node&) const) const {
  switch (node.op) {
    case Op::choice:
      if (truth(node.parts[0])) return (this->*of)(node.parts[1]);
      return node.parts.size() > 2 ? (this->*of)(node.parts[2]) : Value{};
    case Op::as_seat: {
      const int seat = node.who.seat(view_.me, view_.to_move, view_.bound, rules_.seat_count());
      return with(view_.me, seat, [&] { return (this->*of)(node.parts[0]); });
    }
    case Op::let_in: return with_let(node, [&] { return (this->*of)(node.parts[1]); });
    default: return Value{};
  }
}

Set Evaluator::set(const Node& node) const {
  const Board& board = rules_.board;
  const auto sites = static_cast<std::size_t>(board.size());
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  Set out;
  switch (node.op) {
    case Op::fixed: return node.sets[node.sets.size() == 1 ? 0 : static_cast<std::size_t>(view_.me)];
    case Op::slot:
      if (node.type == Type::set) return view_.set_slots[static_cast<std::size_t>(node.index)];
      if (const long site = view_.slots[static_cast<std::size_t>(node.index)]; site >= 0) out.set(static_cast<std::size_t>(site));
      return out;
    case Op::empty:
    case Op::occupied:
      for (std::size_t s = 0; s < sites; ++s) {
        const bool stands = state_.piece[s] >= 0 || (rules_.has_stones && state_.stones[s] > 0);
        out[s] = stands == (node.op == Op::occupied);
      }
      return out;
    case Op::owned:
    case Op::kind:
      for (std::size_t s = 0; s < sites; ++s) {
        if (state_.piece[s] < 0) continue;
        const PieceCode& code = rules_.codes[static_cast<std::size_t>(state_.piece[s])];
        if (node.index >= 0 && code.kind != node.index) continue;
        const bool mine = code.side == rules_.side[static_cast<std::size_t>(view_.me)];
        out[s] = node.op == Op::kind || (code.side >= 0 && mine == (node.number != 0));
      }
      return out;
    case Op::marks: return state_.marks[static_cast<std::size_t>(node.index)];
    case Op::last:
      if (view_.last >= 0) out.set(static_cast<std::size_t>(view_.last));
      return out;
    case Op::intersect: return set(part(0)) & set(part(1));
    case Op::unite: return set(part(0)) | set(part(1));
    case Op::subtract: return set(part(0)) & ~set(part(1));
    case Op::those: {
      const Set from = set(part(0));
      for (std::size_t s = 0; s < sites; ++s)
        if (from[s]) {
          Budget::spend(node.place);
          out[s] = with(view_.slots[static_cast<std::size_t>(node.index)], static_cast<long>(s), [&] { return truth(part(1)); });
        }
      return out;
    }
    case Op::near: {
      const Set from = set(part(0));
      const Dirs way = ways(part(1));
      for (std::size_t s = 0; s < sites; ++s)
        if (from[s])
          for (const auto& [d, other] : board.near(static_cast<int>(s)))
            if (way >> d & 1) out.set(static_cast<std::size_t>(other));
      return out;
    }
    case Op::ray:
      each_ray(set(part(0)), ways(part(1)), [&](int, const Board::Ray& ray) {
        for (const int s : ray.sites) out.set(static_cast<std::size_t>(s));
      });
      return out;
    case Op::slide: {  // from, dirs, through, onto
      const Set through = set(part(2)), onto = part(3).index != -2 ? set(part(3)) : Set{};
      each_ray(set(part(0)), ways(part(1)), [&](int, const Board::Ray& ray) {
        for (const int s : ray.sites) {
          const bool on = through[static_cast<std::size_t>(s)];
          if (on || onto[static_cast<std::size_t>(s)]) out.set(static_cast<std::size_t>(s));
          if (!on) break;
        }
      });
      return out;
    }
    case Op::leap: {
      const Set from = set(part(0));
      const int a = static_cast<int>(node.number), b = node.index;
      for (std::size_t s = 0; s < sites; ++s)
        for (std::size_t t = 0; from[s] && t < sites; ++t) {
          const int across = std::abs(board.point(static_cast<int>(s)).column - board.point(static_cast<int>(t)).column);
          const int along = std::abs(board.point(static_cast<int>(s)).row - board.point(static_cast<int>(t)).row);
          if ((across == a && along == b) || (across == b && along == a)) out.set(t);
        }
      return out;
    }
    case Op::jump: {  // from, dirs, over, to
      const Set over = set(part(2)), to = set(part(3));
      each_ray(set(part(0)), ways(part(1)), [&](int, const Board::Ray& ray) {
        if (ray.sites.size() < 2) return;
        const auto between = static_cast<std::size_t>(ray.sites[0]), target = static_cast<std::size_t>(ray.sites[1]);
        if (over[between] && to[target]) out.set(target);
      });
      return out;
    }
    case Op::bracket: {  // from, dirs, over, to, limit: number 0 none, 1 exactly, 2 at most
      const Set over = set(part(2)), to = set(part(3));
      const long limit = node.number != 0 ? number(part(4)) : 0;
      each_ray(set(part(0)), ways(part(1)), [&](int, const Board::Ray& ray) {
        std::size_t run = 0;
        while (run < ray.sites.size() && over[static_cast<std::size_t>(ray.sites[run])]) ++run;
        if (run == 0 || run == ray.sites.size() || !to[static_cast<std::size_t>(ray.sites[run])]) return;
        if (node.number == 1 && static_cast<long>(run) != limit) return;
        if (node.number == 2 && static_cast<long>(run) > limit) return;
        for (std::size_t i = 0; i < run; ++i) out.set(static_cast<std::size_t>(ray.sites[i]));
      });
      return out;
    }
    case Op::line: {  // n, of, dirs; number 1: exactly
      const long length = number(part(0));
      const Set of = set(part(1));
      const Dirs way = ways(part(2));
      for (const Board::Straight& line : board.straights()) {
        if (!((way | reversed(way)) >> line.direction & 1)) continue;
        for (std::size_t begin = 0; begin < line.sites.size();) {
          std::size_t end = begin;
          while (end < line.sites.size() && of[static_cast<std::size_t>(line.sites[end])]) ++end;
          const long run = static_cast<long>(end - begin);
          if (run > 0 && (node.number != 0 ? run == length : run >= length))
            for (std::size_t i = begin; i < end; ++i) out.set(static_cast<std::size_t>(line.sites[i]));
          begin = std::max(end, begin + 1);
        }
      }
      return out;
    }
    case Op::between: {
      const Set from = set(part(0)), to = set(part(1));
      each_ray(from, 0x3ff, [&](int, const Board::Ray& ray) {
        for (std::size_t i = 0; i < ray.sites.size(); ++i)
          if (to[static_cast<std::size_t>(ray.sites[i])])
            for (std::size_t k = 0; k < i; ++k) out.set(static_cast<std::size_t>(ray.sites[k]));
      });
      return out;
    }
    case Op::at: {
      const long far = number(part(2));
      const Set from = set(part(0));
      if (far == 0) return from;
      Dirs way = dirs(part(1));
      if (far < 0) way = reversed(way);
      const auto steps = static_cast<std::size_t>(std::abs(far));
      each_ray(from, way, [&](int, const Board::Ray& ray) {
        if (steps <= ray.sites.size()) out.set(static_cast<std::size_t>(ray.sites[steps - 1]));
      });
      return out;
    }
    case Op::axis: {
      const Dirs way = dirs(part(1));
      const Set from = set(part(0));
      out = from;
      each_ray(from, way | reversed(way), [&](int, const Board::Ray& ray) {
        for (const int s : ray.sites) out.set(static_cast<std::size_t>(s));
      });
      return out;
    }
    case Op::flood: {  // from, in, dirs
      const Set in = set(part(1));
      const Dirs way = ways(part(2));
      out = set(part(0)) & in;
      for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t s = 0; s < sites; ++s)
          if (out[s])
            for (const auto& [d, other] : board.near(static_cast<int>(s)))
              if ((way >> d & 1) && in[static_cast<std::size_t>(other)] && !out[static_cast<std::size_t>(other)]) {
                out.set(static_cast<std::size_t>(other));
                grown = true;
              }
      }
      return out;
    }
    case Op::rows:
    case Op::columns:
    case Op::sites: {
      const long least = number(part(0)), most = node.parts.size() > 1 ? number(part(1)) : least;
      for (std::size_t s = 0; s < sites; ++s) {
        const Board::Point& p = board.point(static_cast<int>(s));
        const long n = node.op == Op::rows ? p.row : node.op == Op::columns ? p.column : static_cast<long>(s);
        out[s] = n >= least && n <= most;
      }
      return out;
    }
    default: return inner(node, &Evaluator::set);
  }
}

Dirs Evaluator::dirs(const Node& node) const {
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  switch (node.op) {
    case Op::dirs: return static_cast<Dirs>(node.number);
    case Op::slot: return static_cast<Dirs>(view_.slots[static_cast<std::size_t>(node.index)]);
    case Op::facing: {
      const int facing = rules_.facing[static_cast<std::size_t>(view_.me)];
      return facing < 0 ? 0 : static_cast<Dirs>(1 << turned(facing, static_cast<int>(node.number)));
    }
    case Op::leading: {
      const int facing = rules_.facing[static_cast<std::size_t>(view_.me)];
      return facing < 0 ? 0 : leading(dirs(part(0)), facing, node.number != 0);
    }
    case Op::reverse: return reversed(dirs(part(0)));
    case Op::intersect: return dirs(part(0)) & dirs(part(1));
    case Op::unite: return dirs(part(0)) | dirs(part(1));
    case Op::subtract: return dirs(part(0)) & static_cast<Dirs>(~dirs(part(1)));
    default: return inner(node, &Evaluator::dirs);
  }
}

int Evaluator::site(const Node& node) const {
  const Set s = set(node);
  if (s.count() == 1) return static_cast<int>(s._Find_first());
  faults.push_back({s.none() ? "expected exactly one site, got none" : "expected exactly one site, got several", node.place});
  return -1;
}

long Evaluator::number(const Node& node) const {
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  switch (node.op) {
    case Op::number: return node.number;
    case Op::slot: return view_.slots[static_cast<std::size_t>(node.index)];
    case Op::add: return within_limits(number(part(0)) + number(part(1)));
    case Op::sub: return within_limits(number(part(0)) - number(part(1)));
    case Op::mul: return within_limits(number(part(0)) * number(part(1)));
    case Op::div: {
      const long a = number(part(0)), b = number(part(1));
      if (b == 0) {
        faults.push_back({"division by 0", node.place});
        return 0;
      }
      return a / b - (a % b != 0 && (a < 0) != (b < 0));  // rounding down
    }
    case Op::minus: return -number(part(0));
    case Op::count: return static_cast<long>(set(part(0)).count());
    case Op::stones: {
      const Set of = set(part(0));
      long sum = 0;
      for (std::size_t s = 0; s < static_cast<std::size_t>(rules_.board.size()); ++s)
        if (of[s]) sum += state_.stones[s];
      return sum;
    }
    case Op::hand: return state_.hands[static_cast<std::size_t>(node.index * rules_.seat_count() + view_.me)];
    case Op::counter: {
      const bool each = rules_.counters[static_cast<std::size_t>(node.index)].each;
      return state_.counters[static_cast<std::size_t>(node.index * rules_.seat_count() + (each ? view_.me : 0))];
    }
    case Op::groups: {
      Set left = set(part(0));
      const Dirs way = node.parts.size() > 1 ? dirs(part(1)) : rules_.board.all_directions();
      long groups = 0;
      while (left.any()) {
        ++groups;
        std::vector<int> reached{static_cast<int>(left._Find_first())};
        left.reset(left._Find_first());
        while (!reached.empty()) {
          const int s = reached.back();
          reached.pop_back();
          for (const auto& [d, other] : rules_.board.near(s))
            if (((way | reversed(way)) >> d & 1) && left[static_cast<std::size_t>(other)]) {
              left.reset(static_cast<std::size_t>(other));
              reached.push_back(other);
            }
        }
      }
      return groups;
    }
    case Op::index_of: return std::max(0, site(part(0)));
    case Op::row_of:
    case Op::column_of: {
      const int s = site(part(0));
      return s < 0 ? 0 : node.op == Op::row_of ? rules_.board.point(s).row : rules_.board.point(s).column;
    }
    default: return inner(node, &Evaluator::number);
  }
}

bool Evaluator::truth(const Node& node) const {
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  switch (node.op) {
    case Op::truth: return node.number != 0;
    case Op::some: return set(part(0)).any();
    case Op::equal: return number(part(0)) == number(part(1));
    case Op::unequal: return number(part(0)) != number(part(1));
    case Op::less: return number(part(0)) < number(part(1));
    case Op::less_equal: return number(part(0)) <= number(part(1));
    case Op::within: {
      const long n = number(part(0));
      return n >= number(part(1)) && n <= number(part(2));
    }
    case Op::subset: {  // the empty set is not a subset here: `s in T` requires a site
      const Set s = set(part(0));
      return s.any() && (s & ~set(part(1))).none();
    }
    case Op::stuck:
      if (node.who.kind == Who::Kind::everyone) {
        for (int seat = 0; seat < rules_.seat_count(); ++seat)
          if (!is_stuck(rules_, state_, seat, faults)) return false;
        return true;
      }
      return is_stuck(rules_, state_, node.who.seat(view_.me, view_.to_move, view_.bound, rules_.seat_count()), faults);
    case Op::was_empty: return view_.last_was_empty;
    case Op::was_occupied: return !view_.last_was_empty;
    case Op::negation: return !truth(part(0));
    case Op::both: return truth(part(0)) && truth(part(1));
    case Op::either: return truth(part(0)) || truth(part(1));
    case Op::any_seat:
    case Op::every_seat: {
      const bool any = node.op == Op::any_seat;
      for (int seat = 0; seat < rules_.seat_count(); ++seat)
        if (with(view_.bound, seat, [&] { return truth(part(0)); }) == any) return any;
      return !any;
    }
    default: return inner(node, &Evaluator::truth);
  }
}

}  // namespace banmen::rules
