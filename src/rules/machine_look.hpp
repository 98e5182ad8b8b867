// How the machine computes expressions: sets whole, numbers and conditions from them.
#pragma once

#include "rules/machine_of.hpp"

namespace banmen::rules {

template <int W>
typename MachineOf<W>::Sites MachineOf<W>::set(const Code& c, Env& env) const {
  const auto part = [&](int i) -> const Code& { return c.parts[static_cast<std::size_t>(i)]; };
  switch (c.op) {
    case Op::fixed: return c.sets[c.sets.size() == 1 ? 0 : static_cast<std::size_t>(env.me)];
    case Op::slot:
      if (c.type == Type::set) return env.sets[set_slot(c.index)];
      return env.slots[c.index] < 0 ? Sites::none() : Sites::of(env.slots[c.index]);
    case Op::empty: return geometry_.all() - taken(env);
    case Op::occupied: return taken(env);
    case Op::owned:
    case Op::kind: {
      const auto& places = c.places[c.places.size() == 1 ? 0 : static_cast<std::size_t>(env.me)];
      Sites out = Sites::none();
      for (const std::size_t place : places) out |= load(env.p, place);
      return out;
    }
    case Op::marks: return load(env.p, layout_.marks + sizeof(Sites) * static_cast<std::size_t>(c.index));
    case Op::last: return env.last < 0 ? Sites::none() : Sites::of(env.last);
    case Op::intersect: {
      const Sites a = set(part(0), env);
      return a.empty() ? a : a & set(part(1), env);
    }
    case Op::unite: return set(part(0), env) | set(part(1), env);
    case Op::subtract: {
      const Sites a = set(part(0), env);
      return a.empty() ? a : a - set(part(1), env);
    }
    case Op::choice:
      if (truth(part(0), env)) return set(part(1), env);
      return c.parts.size() > 2 ? set(part(2), env) : Sites::none();
    case Op::as_seat: {
      const int before = std::exchange(env.me, seat_of(c.who, env));
      const Sites out = set(part(0), env);
      env.me = before;
      return out;
    }
    case Op::let_in: return bound(c, env, [&] { return set(part(1), env); });
    case Op::those: {
      Sites out = Sites::none();
      set(part(0), env).each([&](int bit) {
        const std::int32_t before = std::exchange(env.slots[c.index], bit);
        if (truth(part(1), env)) out.add(bit);
        env.slots[c.index] = before;
      });
      return out;
    }
    case Op::near:
      if (c.table) return looked_up(c, env);
      return geometry_.near(set(part(0), env), maybe_dirs(part(1), env));
    case Op::ray:
      if (c.table) return looked_up(c, env);
      return geometry_.ray(set(part(0), env), maybe_dirs(part(1), env));
    case Op::slide:
      return geometry_.slide(set(part(0), env), maybe_dirs(part(1), env), set(part(2), env),
                             part(3).index == -2 ? Sites::none() : set(part(3), env));
    case Op::leap: {
      if (c.table) return c.sets[static_cast<std::size_t>(env.slots[part(0).index])];
      Sites out = Sites::none();
      set(part(0), env).each([&](int bit) { out |= c.sets[static_cast<std::size_t>(bit)]; });
      return out;
    }
    case Op::jump: return geometry_.jump(set(part(0), env), maybe_dirs(part(1), env), set(part(2), env), set(part(3), env));
    case Op::bracket: {
      const int limit = c.number == 0 ? 1000 : static_cast<int>(number(part(4), env));
      const int least = c.number == 1 ? limit : 1;
      const Sites over = set(part(2), env), to = set(part(3), env);
      if (c.index == 1 || c.index == 3)
        return geometry_.bracket_starts(maybe_dirs(part(1), env), over, to, least, limit, c.index == 3);
      return geometry_.bracket(set(part(0), env), maybe_dirs(part(1), env), over, to, least, limit);
    }
    case Op::line:
      return geometry_.line(static_cast<int>(number(part(0), env)), set(part(1), env), maybe_dirs(part(2), env), c.number != 0);
    case Op::between: return geometry_.between(set(part(0), env), set(part(1), env));
    case Op::at: return geometry_.at(set(part(0), env), dirs(part(1), env), number(part(2), env));
    case Op::axis: {
      const Sites from = set(part(0), env);
      const Dirs way = dirs(part(1), env);
      return from | geometry_.ray(from, way | reversed(way));
    }
    case Op::flood: return geometry_.flood(set(part(0), env), set(part(1), env), maybe_dirs(part(2), env));
    case Op::rows:
    case Op::columns:
    case Op::sites: {
      const long least = number(part(0), env), most = c.parts.size() > 1 ? number(part(1), env) : least;
      Sites out = Sites::none();
      for (std::size_t s = 0; s < layout_.bit_of.size(); ++s) {
        const Board::Point& point = rules_.board.point(static_cast<int>(s));
        const long n = c.op == Op::rows ? point.row : c.op == Op::columns ? point.column : static_cast<long>(s);
        if (n >= least && n <= most) out.add(layout_.bit_of[s]);
      }
      return out;
    }
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::unequal: {  // sites by their stones
      const long other = number(part(0), env);
      Sites out = Sites::none();
      for (std::size_t s = 0; s < layout_.bit_of.size(); ++s) {
        const long n = stones(env.p, s), a = c.number == 0 ? n : other, b = c.number == 0 ? other : n;
        const bool holds = c.op == Op::less ? a < b : c.op == Op::less_equal ? a <= b : c.op == Op::equal ? a == b : a != b;
        if (holds) out.add(layout_.bit_of[s]);
      }
      return out;
    }
    default: return Sites::none();
  }
}

template <int W>
Dirs MachineOf<W>::dirs(const Code& c, Env& env) const {
  const auto part = [&](int i) -> const Code& { return c.parts[static_cast<std::size_t>(i)]; };
  switch (c.op) {
    case Op::dirs: return static_cast<Dirs>(c.number);
    case Op::slot: return static_cast<Dirs>(env.slots[c.index]);
    case Op::facing: {
      const int facing = rules_.facing[static_cast<std::size_t>(env.me)];
      return facing < 0 ? Dirs{0} : static_cast<Dirs>(1 << turned(facing, static_cast<int>(c.number)));
    }
    case Op::leading: {
      const int facing = rules_.facing[static_cast<std::size_t>(env.me)];
      return facing < 0 ? Dirs{0} : leading(dirs(part(0), env), facing, c.number != 0);
    }
    case Op::reverse: return reversed(dirs(part(0), env));
    case Op::intersect: return dirs(part(0), env) & dirs(part(1), env);
    case Op::unite: return dirs(part(0), env) | dirs(part(1), env);
    case Op::subtract: return dirs(part(0), env) & static_cast<Dirs>(~dirs(part(1), env));
    case Op::choice:
      if (truth(part(0), env)) return dirs(part(1), env);
      return c.parts.size() > 2 ? dirs(part(2), env) : Dirs{0};
    case Op::as_seat: {
      const int before = std::exchange(env.me, seat_of(c.who, env));
      const Dirs out = dirs(part(0), env);
      env.me = before;
      return out;
    }
    case Op::let_in: return bound(c, env, [&] { return dirs(part(1), env); });
    default: return 0;
  }
}

template <int W>
long MachineOf<W>::number(const Code& c, Env& env) const {
  const auto part = [&](int i) -> const Code& { return c.parts[static_cast<std::size_t>(i)]; };
  switch (c.op) {
    case Op::number: return c.number;
    case Op::slot: return env.slots[c.index];
    case Op::add: return within_limits(number(part(0), env) + number(part(1), env));
    case Op::sub: return within_limits(number(part(0), env) - number(part(1), env));
    case Op::mul: return within_limits(number(part(0), env) * number(part(1), env));
    case Op::div: {
      const long a = number(part(0), env), b = number(part(1), env);
      return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
    }
    case Op::minus: return -number(part(0), env);
    case Op::count: return set(part(0), env).size();
    case Op::stones: {
      long sum = 0;
      set(part(0), env).each([&](int bit) { sum += stones(env.p, site(bit)); });
      return sum;
    }
    case Op::hand: {
      const auto at = std::find(layout_.hand_kinds.begin(), layout_.hand_kinds.end(), c.index) - layout_.hand_kinds.begin();
      return env.p[layout_.hands + static_cast<std::size_t>(at * seats_ + env.me)];
    }
    case Op::counter: {
      const std::size_t at = counter_at(c.index, env.me);
      return (env.p[at] | env.p[at + 1] << 8) + rules_.counters[static_cast<std::size_t>(c.index)].least;
    }
    case Op::groups: return geometry_.groups(set(part(0), env), c.parts.size() > 1 ? dirs(part(1), env) : geometry_.directions());
    case Op::index_of:
    case Op::row_of:
    case Op::column_of: {
      const Sites s = set(part(0), env);
      if (s.size() != 1) return 0;
      const std::size_t at = site(s.first());
      const Board::Point& point = rules_.board.point(static_cast<int>(at));
      return c.op == Op::index_of ? static_cast<long>(at) : c.op == Op::row_of ? point.row : point.column;
    }
    case Op::choice:
      if (truth(part(0), env)) return number(part(1), env);
      return c.parts.size() > 2 ? number(part(2), env) : 0;
    case Op::as_seat: {
      const int before = std::exchange(env.me, seat_of(c.who, env));
      const long out = number(part(0), env);
      env.me = before;
      return out;
    }
    case Op::let_in: return bound(c, env, [&] { return number(part(1), env); });
    default: return 0;
  }
}

template <int W>
bool MachineOf<W>::truth(const Code& c, Env& env) const {
  const auto part = [&](int i) -> const Code& { return c.parts[static_cast<std::size_t>(i)]; };
  switch (c.op) {
    case Op::truth: return c.number != 0;
    case Op::some:
      if (part(0).op == Op::line && part(0).number == 0) {
        const Code& line = part(0);
        return geometry_.has_line(static_cast<int>(number(line.parts[0], env)), set(line.parts[1], env),
                                  maybe_dirs(line.parts[2], env));
      }
      return !set(part(0), env).empty();
    case Op::equal: return number(part(0), env) == number(part(1), env);
    case Op::unequal: return number(part(0), env) != number(part(1), env);
    case Op::less: return number(part(0), env) < number(part(1), env);
    case Op::less_equal: return number(part(0), env) <= number(part(1), env);
    case Op::within: {
      const long n = number(part(0), env);
      return n >= number(part(1), env) && n <= number(part(2), env);
    }
    case Op::subset: {
      const Sites s = set(part(0), env);
      return !s.empty() && (s - set(part(1), env)).empty();
    }
    case Op::stuck:
      if (c.who.kind == Who::Kind::everyone) {
        // Whose turn it is first: mostly that seat can move, and what it can do is asked again soon.
        for (int k = 0; k < seats_; ++k)
          if (!stuck(env.p, (env.to_move + k) % seats_)) return false;
        return true;
      }
      return stuck(env.p, seat_of(c.who, env));
    case Op::was_empty: return env.last_was_empty;
    case Op::was_occupied: return !env.last_was_empty;
    case Op::negation: return !truth(part(0), env);
    case Op::both: return truth(part(0), env) && truth(part(1), env);
    case Op::either: return truth(part(0), env) || truth(part(1), env);
    case Op::any_seat:
    case Op::every_seat: {
      const bool any = c.op == Op::any_seat;
      const int before = env.bound;
      bool out = !any;
      for (int s = 0; s < seats_ && out != any; ++s) {
        env.bound = s;
        if (truth(part(0), env) == any) out = any;
      }
      env.bound = before;
      return out;
    }
    case Op::choice:
      if (truth(part(0), env)) return truth(part(1), env);
      return c.parts.size() > 2 && truth(part(2), env);
    case Op::as_seat: {
      const int before = std::exchange(env.me, seat_of(c.who, env));
      const bool out = truth(part(0), env);
      env.me = before;
      return out;
    }
    case Op::let_in: return bound(c, env, [&] { return truth(part(1), env); });
    default: return false;
  }
}

}  // namespace banmen::rules
