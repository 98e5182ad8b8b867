// Binds bytecode to sets of the VM's width, and runs it.
#pragma once

#include "core/bitboard.hpp"
#include "rules/vm.hpp"

namespace banmen::rules {

template <int W>
void Vm<W>::bind() {
  const auto sites = [this](const Set& set) {
    Sites out = Sites::none();
    for (std::size_t s = set._Find_first(); s < set.size(); s = set._Find_next(s)) out.add(layout_.bit_of[s]);
    return out;
  };
  for (const Set& set : code_.sets) sets_.push_back(sites(set));
  for (const SiteTable& table : code_.tables) {
    auto& out = tables_.emplace_back(1 + 64 * W, Sites::none());
    out[0] = sites(table.of_none);
    for (std::size_t s = 0; s < table.of.size(); ++s) out[1 + static_cast<std::size_t>(layout_.bit_of[s])] = sites(table.of[s]);
  }
  const auto all = [this](std::vector<Program>& programs) {
    for (Program& program : programs) bind(program.steps);
  };
  for (CompiledTurn& turn : code_.turns) {
    for (CompiledBlock& block : turn.blocks) bind(block);
    bind(turn.effects.steps);
    if (!turn.chain) continue;
    bind(turn.chain->before);
    for (Chain::Link& link : turn.chain->links) {
      bind(link.code);
      if (link.table >= 0) link.bound = tables_[static_cast<std::size_t>(link.table)].data() + 1;
    }
    if constexpr (W <= 4) turn.chain->volley = turn.chain->volley && geometry_.rays_of_all().longest <= QueenVolley<W>::most_steps;
  }
  for (CompiledEnd& end : code_.ends) {
    all(end.when);
    all(end.number);
  }
  for (auto* programs : {&code_.score, &code_.value, &code_.sure, &code_.tests}) all(*programs);
  for (SowingStep& sow : code_.sowings) {
    if (sow.skip) bind(sow.skip->steps);
    bind(sow.relay.steps);
  }
}

template <int W>
void Vm<W>::bind(CompiledBlock& block) {
  for (CompiledStep& step : block) {
    for (Program& part : step.parts) bind(part.steps);
    bind(step.options.steps);
    if (step.ahead) bind(step.ahead->steps);
    bind(step.once);
    for (Program& way : step.ways) bind(way.steps);
    for (auto& rest : step.rest) bind(rest);
    for (CompiledBlock& inner : step.blocks) bind(inner);
  }
}

template <int W>
void Vm<W>::bind(std::vector<Instruction>& steps) {
  for (Instruction& i : steps) {
    const auto number = static_cast<std::size_t>(i.number);
    switch (i.what) {
      case Do::known_set: i.bound = &sets_[number]; break;
      case Do::looked_up:
      case Do::look_up_each:
      case Do::found_by_index:
      case Do::sees: i.bound = tables_[number].data() + 1; break;
      case Do::stones_known: i.bound = &holes_.try_emplace(i.number, sets_[number].word[0]).first->second; break;
      case Do::sow: i.bound = &code_.sowings[number]; break;
      case Do::set_counter: i.bound = &rules_.counters[static_cast<std::size_t>(i.ways)]; break;
      default: break;
    }
  }
}

/// The most frequent instructions; the others are in run_rare, which keeps this loop small.
template <int W>
void Vm<W>::run(const std::vector<Instruction>& code, Env& env, Sites* s, long* n) const {
  const Instruction* const begin = code.data();
  const Instruction* const end = begin + code.size();
  for (const Instruction* at = begin; at != end; ++at) {
    const Instruction& i = *at;
    switch (i.what) {
      case Do::known_set: s[i.to] = *static_cast<const Sites*>(i.bound); break;
      case Do::load: s[i.to] = load(env.p, static_cast<std::size_t>(i.number)); break;
      case Do::named_set: s[i.to] = env.sets[i.number]; break;
      case Do::pieces: {
        Sites out = Sites::none();
        for (auto left = static_cast<unsigned>(i.number); left != 0; left &= left - 1) out |= s[__builtin_ctz(left)];
        s[i.to] = out;
        break;
      }
      case Do::one: s[i.to] = n[i.a] < 0 ? Sites::none() : geometry_.one(static_cast<int>(n[i.a])); break;
      case Do::all_but: s[i.to] = geometry_.all() - s[i.a]; break;
      case Do::both: s[i.to] = s[i.a] & s[i.b]; break;
      case Do::any: s[i.to] = s[i.a] | s[i.b]; break;
      case Do::without: s[i.to] = s[i.a] - s[i.b]; break;
      case Do::looked_up: s[i.to] = n[i.a] < 0 ? Sites::none() : static_cast<const Sites*>(i.bound)[n[i.a]]; break;
      case Do::found_by_index: s[i.to] = static_cast<const Sites*>(i.bound)[n[i.a]]; break;
      case Do::behind:
        if constexpr (W == 1) s[i.to] = Sites{{behind_runs(s[i.a].word[0], s[i.b].word[0])}} & geometry_.all();
        break;
      case Do::behind_free:
        if constexpr (W == 1) {
          const Bits from = s[i.a].word[0], between = s[i.b].word[0], taken = i.flag ? from | between : s[i.c].word[0];
          s[i.to] = Sites{{behind_runs(from, between) & geometry_.all().word[0] & ~taken}};
        }
        break;
      case Do::flip_runs:
        if constexpr (W == 1) {
          const Sites flipped{{runs_between(n[i.a] < 0 ? 0 : Bits{1} << n[i.a], s[i.b].word[0], s[i.c].word[0])}};
          s[i.number] -= flipped;
          s[i.ways] |= flipped;
        }
        break;
      case Do::runs:
        if constexpr (W == 1)
          s[i.to] = n[i.a] < 0 ? Sites::none() : Sites{{runs_between(Bits{1} << n[i.a], s[i.b].word[0], s[i.c].word[0])}};
        break;
      case Do::site:
        s[i.to] = n[i.a] < 0 || n[i.a] >= static_cast<long>(layout_.bit_of.size())
                      ? Sites::none()
                      : Sites::of(layout_.bit_of[static_cast<std::size_t>(n[i.a])]);
        break;
      case Do::known: n[i.to] = i.number; break;
      case Do::named: n[i.to] = env.slots[i.number]; break;
      case Do::first: n[i.to] = s[i.a].empty() ? -1 : s[i.a].first(); break;
      case Do::last: n[i.to] = env.last; break;
      case Do::if_in: n[i.to] = n[i.a] >= 0 && s[i.b].has(static_cast<int>(n[i.a])) ? n[i.a] : -1; break;
      case Do::add: n[i.to] = within_limits(n[i.a] + n[i.b]); break;
      case Do::subtract: n[i.to] = within_limits(n[i.a] - n[i.b]); break;
      case Do::count: n[i.to] = s[i.a].size(); break;
      case Do::stones_known:
        n[i.to] =
            stones_in(env.p + layout_.stones, static_cast<int>(layout_.bit_of.size()), *static_cast<const HoleMask*>(i.bound));
        break;
      case Do::index: n[i.to] = n[i.a] < 0 ? 0 : static_cast<long>(site(static_cast<int>(n[i.a]))); break;
      case Do::some: n[i.to] = !s[i.a].empty(); break;
      case Do::same: n[i.to] = n[i.a] == n[i.b]; break;
      case Do::differs: n[i.to] = n[i.a] != n[i.b]; break;
      case Do::below: n[i.to] = n[i.a] < n[i.b]; break;
      case Do::up_to: n[i.to] = n[i.a] <= n[i.b]; break;
      case Do::is_in: n[i.to] = n[i.a] >= 0 && s[i.b].has(static_cast<int>(n[i.a])); break;
      case Do::subset: n[i.to] = !s[i.a].empty() && (s[i.a] - s[i.b]).empty(); break;
      case Do::was_empty: n[i.to] = env.last_was_empty; break;
      case Do::negation: n[i.to] = n[i.a] == 0; break;
      case Do::both_true: n[i.to] = n[i.a] & n[i.b]; break;
      case Do::one_true: n[i.to] = n[i.a] | n[i.b]; break;
      case Do::go: at = begin + i.number - 1; break;
      case Do::go_unless:
        if (n[i.a] == 0) at = begin + i.number - 1;
        break;
      case Do::copy_set: s[i.to] = s[i.a]; break;
      case Do::copy: n[i.to] = n[i.a]; break;
      case Do::name: env.slots[i.number] = static_cast<std::int32_t>(n[i.a]); break;
      case Do::less:
      case Do::less_equal:
      case Do::equal:
      case Do::unequal: s[i.to] = by_stones(env.p, i.what, i.flag, n[i.a]); break;
      case Do::holding: s[i.to] = holding(env.p); break;
      case Do::coded: n[i.to] = static_cast<long>(env.code >> i.number & ((std::uint64_t{1} << i.ways) - 1)); break;
      case Do::put: s[i.number] |= s[i.a]; break;
      case Do::put_one: s[i.number] |= geometry_.one(static_cast<int>(n[i.a])); break;
      case Do::take_off: take_off(s, s[i.a]); break;
      case Do::move: move(s, static_cast<int>(n[i.a]), static_cast<int>(n[i.b])); break;
      case Do::move_known: s[i.number] ^= geometry_.one(static_cast<int>(n[i.a])) | geometry_.one(static_cast<int>(n[i.b])); break;
      case Do::step: {
        const std::uint64_t ones = (std::uint64_t{1} << i.ways) - 1;
        const auto from = static_cast<int>(env.code >> i.c & ones), to = static_cast<int>(env.code >> i.d & ones);
        n[i.to] = from;
        n[i.b] = to;
        s[i.number] ^= geometry_.one(from) | geometry_.one(to);
        break;
      }
      case Do::move_onto:
        move_onto(s, static_cast<std::size_t>(i.number), static_cast<int>(n[i.a]), static_cast<int>(n[i.b]));
        break;
      case Do::flip: {
        const Sites flipped = s[i.number] & s[i.a];
        s[i.number] -= flipped;
        s[i.ways] |= flipped;
        break;
      }
      case Do::sow:
        write_pieces(env.position, s);  // its conditions read the position itself
        if (!sow(*static_cast<const SowingStep*>(i.bound), env.position, env)) {
          env.endless = true;
          return;
        }
        break;
      case Do::fail_unless:
        if (n[i.a] != 0) break;
        env.failed = true;
        return;
      case Do::give_up_if:
        if (n[i.a] == 0) break;
        env.gave_up = true;
        return;
      case Do::take: s[i.a].each([&](int bit) { env.gained += take(env.position, bit); }); break;
      default: run_rare(i, env, s, n); break;
    }
  }
}

template <int W>
void Vm<W>::run_rare(const Instruction& i, Env& env, Sites* s, long* n) const {
  const auto ways = [n](const Instruction& of) { return static_cast<Dirs>(of.ways >= 0 ? of.ways : n[of.way]); };
  const auto limit = [](long given) { return static_cast<int>(std::clamp<long>(given, -1, 1000)); };
  const auto only = [this](const Sites& set) { return set.size() == 1 ? static_cast<long>(site(set.first())) : -1L; };
  // These read the position itself.
  if (env.position != nullptr && (i.what == Do::those || i.what == Do::stuck || i.what == Do::everyone_stuck))
    write_pieces(env.position, s);
  switch (i.what) {
    case Do::look_up_each: {
      Sites out = Sites::none();
      s[i.a].each([&](int bit) { out |= static_cast<const Sites*>(i.bound)[bit]; });
      s[i.to] = out;
      break;
    }
    case Do::near: s[i.to] = geometry_.near(s[i.a], ways(i)); break;
    case Do::ray: s[i.to] = geometry_.ray(s[i.a], ways(i)); break;
    case Do::slide: s[i.to] = geometry_.slide(s[i.a], ways(i), s[i.b], s[i.c]); break;
    case Do::slide_open: s[i.to] = geometry_.slide(s[i.a], ways(i), s[i.b], Sites::none()); break;
    case Do::sees: s[i.to] = geometry_.sees(s[i.a], ways(i), static_cast<const Sites*>(i.bound), s[i.b], s[i.c]); break;
    case Do::reach:
      if constexpr (W <= 4) s[i.to] = n[i.a] < 0 ? Sites::none() : geometry_.reach(static_cast<int>(n[i.a]), s[i.b]);
      break;
    case Do::jump: s[i.to] = geometry_.jump(s[i.a], ways(i), s[i.b], s[i.c]); break;
    case Do::bracket: {
      const int most = limit(n[i.d]);
      s[i.to] = geometry_.bracket(s[i.a], ways(i), s[i.b], s[i.c], i.number == 1 ? most : 1, most);
      break;
    }
    case Do::starts: {
      const int most = limit(n[i.d]);
      s[i.to] = geometry_.bracket_starts(ways(i), s[i.b], s[i.c], i.number == 1 ? most : 1, most);
      break;
    }
    case Do::line: s[i.to] = geometry_.line(static_cast<int>(n[i.a]), s[i.b], ways(i), i.flag); break;
    case Do::between: s[i.to] = geometry_.between(s[i.a], s[i.b]); break;
    case Do::at: s[i.to] = geometry_.at(s[i.a], ways(i), n[i.b]); break;
    case Do::axis: {
      const Dirs way = ways(i);
      s[i.to] = s[i.a] | geometry_.ray(s[i.a], way | reversed(way));
      break;
    }
    case Do::flood: s[i.to] = geometry_.flood(s[i.a], s[i.b], ways(i)); break;
    case Do::rows:
    case Do::columns:
    case Do::sites: {
      Sites out = Sites::none();
      for (std::size_t k = 0; k < layout_.bit_of.size(); ++k) {
        const Board::Point& point = rules_.board.point(static_cast<int>(k));
        const long here = i.what == Do::rows ? point.row : i.what == Do::columns ? point.column : static_cast<long>(k);
        if (here >= n[i.a] && here <= n[i.b]) out.add(layout_.bit_of[k]);
      }
      s[i.to] = out;
      break;
    }
    case Do::occupied: s[i.to] = s[i.a] | by_stones(env.p, Do::unequal, false, 0); break;
    case Do::those: {
      Sites out = Sites::none();
      const Program& test = code_.tests[static_cast<std::size_t>(i.number)];
      const std::int32_t before = env.slots[i.b];
      s[i.a].each([&](int bit) {
        env.slots[i.b] = bit;
        if (truth(test, env)) out.add(bit);
      });
      env.slots[i.b] = before;
      s[i.to] = out;
      break;
    }
    case Do::multiply: n[i.to] = within_limits(n[i.a] * n[i.b]); break;
    case Do::divide: {
      const long a = n[i.a], b = n[i.b];
      n[i.to] = b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
      break;
    }
    case Do::negative: n[i.to] = -n[i.a]; break;
    case Do::stones: {
      long sum = 0;
      s[i.a].each([&](int bit) { sum += stones(env.p, site(bit)); });
      n[i.to] = sum;
      break;
    }
    case Do::byte: n[i.to] = env.p[i.number]; break;
    case Do::counter: n[i.to] = env.p[i.number] | env.p[i.number + 1] << 8; break;
    case Do::groups: n[i.to] = geometry_.groups(s[i.a], ways(i)); break;
    case Do::index_of: n[i.to] = std::max(0L, only(s[i.a])); break;
    case Do::row_of:
    case Do::column_of: {
      const long k = only(s[i.a]);
      const Board::Point* point = k < 0 ? nullptr : &rules_.board.point(static_cast<int>(k));
      n[i.to] = point == nullptr ? 0 : i.what == Do::row_of ? point->row : point->column;
      break;
    }
    case Do::reverse: n[i.to] = reversed(static_cast<Dirs>(n[i.a])); break;
    case Do::ways_both: n[i.to] = n[i.a] & n[i.b]; break;
    case Do::ways_any: n[i.to] = n[i.a] | n[i.b]; break;
    case Do::ways_without: n[i.to] = n[i.a] & ~n[i.b]; break;
    case Do::leading: n[i.to] = leading(static_cast<Dirs>(n[i.a]), i.number, i.flag); break;
    case Do::has_line: n[i.to] = geometry_.has_line(static_cast<int>(n[i.a]), s[i.b], ways(i)); break;
    case Do::within: n[i.to] = n[i.a] >= n[i.b] && n[i.a] <= n[i.c]; break;
    case Do::stuck: n[i.to] = stuck(env.p, i.number); break;
    case Do::everyone_stuck: n[i.to] = everyone_stuck(env.p, i.number); break;
    case Do::name_set: env.sets[i.number] = s[i.a]; break;
    case Do::from_hand: --env.position[i.number]; break;
    case Do::mark:
    case Do::unmark: {
      const auto where = static_cast<std::size_t>(i.number);
      const Sites now = load(env.position, where);
      store(env.position, where, i.what == Do::mark ? now | s[i.a] : now - s[i.a]);
      break;
    }
    case Do::set_counter:
      set_counter(env.position, static_cast<std::size_t>(i.number), *static_cast<const Counter*>(i.bound), n[i.a], i.flag);
      break;
    case Do::again: env.again = true; break;
    default: break;
  }
}

template <int W>
typename Vm<W>::Sites Vm<W>::by_stones(const std::uint8_t* p, Do what, bool left, long than) const {
  const auto holes = static_cast<int>(layout_.bit_of.size());
  if (layout_.stones_in_order) {
    const auto within = static_cast<int>(std::clamp<long>(than, -1, 256));
    // `than < stones` is not `stones <= than`.
    const bool opposite = left && (what == Do::less || what == Do::less_equal);
    const Compare compare = what == Do::equal                ? Compare::equal
                            : what == Do::unequal            ? Compare::unequal
                            : (what == Do::less) != opposite ? Compare::less
                                                             : Compare::less_equal;
    const std::uint64_t found = holes_where(p + layout_.stones, holes, compare, within);
    Sites out = Sites::none();
    out.word[0] = opposite ? ~found & (~std::uint64_t{0} >> (64 - holes)) : found;
    return out;
  }
  Sites out = Sites::none();
  for (std::size_t k = 0; k < layout_.bit_of.size(); ++k) {
    const long here = stones(p, k), a = left ? than : here, b = left ? here : than;
    const bool holds = what == Do::less ? a < b : what == Do::less_equal ? a <= b : what == Do::equal ? a == b : a != b;
    if (holds) out.add(layout_.bit_of[k]);
  }
  return out;
}

/// Sows on a small ring, all holes at once.
template <int W>
bool Vm<W>::sow_at_once(const SowingStep& step, std::uint8_t* position, Env& env) const {
  const Sowing& sow = *step.ring;
  std::uint8_t* const stones = position + layout_.stones;
  alignas(Sowing::Row) std::uint8_t now[Sowing::most_holes];
  Sowing::Row row = sow.read(stones), kept = row;
  std::memcpy(now, &row, sizeof row);
  int hole = env.slots[step.slot], kept_hole = hole;
  long steps = 0, limit = 1;
  for (;;) {
    const bool any = now[hole] != 0;
    const int last = sow(now, row, hole);
    env.last = last;
    env.last_was_empty = !any || now[last] == 1;
    if (!step.relays) break;
    if (step.relays_on_occupied) {
      if (env.last_was_empty) break;
    } else {
      sow.write(row, stones);
      if (!truth(step.relay, env) || now[last] == 0) break;
    }
    hole = last;
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): a vector of bytes
    if (hole == kept_hole && std::memcmp(&kept, &row, sizeof row) == 0) return false;
    if (++steps == limit) {
      kept = row;
      kept_hole = hole;
      limit *= 2;
      steps = 0;
    }
  }
  sow.write(row, stones);
  return true;
}

/// False if the relay never ends.
template <int W>
bool Vm<W>::sow(const SowingStep& step, std::uint8_t* position, Env& env) const {
  if (step.ring) return sow_at_once(step, position, env);
  const auto size = static_cast<int>(layout_.bit_of.size());
  const Sites skip = step.skip ? set(*step.skip, env) : Sites::none();
  if (skip.size() >= size) return true;
  int hole = static_cast<int>(site(env.slots[step.slot]));
  std::uint8_t kept[1024];
  const std::size_t bytes = layout_.stone_bytes * static_cast<std::size_t>(size);
  std::memcpy(kept, position + layout_.stones, bytes);
  int kept_hole = hole;
  long steps = 0, limit = 1;
  for (;;) {
    int in_hand = stones(position, static_cast<std::size_t>(hole));
    set_stones(position, static_cast<std::size_t>(hole), 0);
    int at = hole;
    env.last = layout_.bit_of[static_cast<std::size_t>(hole)];
    env.last_was_empty = true;
    while (in_hand > 0) {
      at += step.back ? -1 : 1;
      if (at == size) at = 0;
      if (at < 0) at = size - 1;
      const int bit = layout_.bit_of[static_cast<std::size_t>(at)];
      if (skip.has(bit)) continue;
      const int there = stones(position, static_cast<std::size_t>(at));
      env.last = bit;
      env.last_was_empty = there == 0;
      set_stones(position, static_cast<std::size_t>(at), there + 1);
      --in_hand;
    }
    if (!step.relays) return true;
    if (!truth(step.relay, env) || stones(position, site(env.last)) == 0) return true;
    hole = static_cast<int>(site(env.last));
    if (hole == kept_hole && std::memcmp(kept, position + layout_.stones, bytes) == 0) return false;
    if (++steps == limit) {
      std::memcpy(kept, position + layout_.stones, bytes);
      kept_hole = hole;
      limit *= 2;
      steps = 0;
    }
  }
}

template <int W>
void Vm<W>::take_off(Sites* pieces, const Sites& gone) const {
  for (std::size_t c = 0; c < pieces_; ++c) pieces[c] -= gone;
}

template <int W>
void Vm<W>::move(Sites* pieces, int from, int to) const {
  const Sites there = geometry_.one(from), target = geometry_.one(to), both = there | target;
  for (std::size_t c = 0; c < pieces_; ++c) {
    const bool here = !(pieces[c] & there).empty();
    pieces[c] -= both;
    if (here) pieces[c] |= target;
  }
}

template <int W>
void Vm<W>::set_counter(std::uint8_t* position, std::size_t at, const Counter& counter, long to, bool by) const {
  const long now = (position[at] | position[at + 1] << 8) + counter.least;
  const long value = std::clamp<long>(by ? now + to : to, counter.least, counter.most) - counter.least;
  position[at] = static_cast<std::uint8_t>(value);
  position[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

}  // namespace banmen::rules
