// What a move does to a position: turns without alternatives as one program, sowing, moving.
#pragma once

#include "rules/vm.hpp"

namespace banmen::rules {

/// The same on a small ring, where all holes are sown at once.
template <int W>
bool Vm<W>::sow_at_once(const Ready& r, std::uint8_t* position, Env& env) const {
  const Sowing& sow = *r.sowing;
  std::uint8_t* const stones = position + layout_.stones;
  alignas(Sowing::Row) std::uint8_t now[Sowing::most_holes];
  Sowing::Row row = sow.read(stones), kept = row;
  std::memcpy(now, &row, sizeof row);
  int hole = env.slots[r.step->slot], kept_hole = hole;
  long steps = 0, limit = 1;
  const bool relays = r.step->given[1];
  for (;;) {
    const bool any = now[hole] != 0;
    const int last = sow(now, row, hole);
    env.last = last;
    env.last_was_empty = !any || now[last] == 1;
    if (!relays) break;
    if (r.relays_on_occupied) {
      if (env.last_was_empty) break;
    } else {
      sow.write(row, stones);
      if (!truth(r.parts[1], env) || now[last] == 0) break;
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

/// False where the relay never ends.
template <int W>
bool Vm<W>::sow(const Ready& r, std::uint8_t* position, Env& env) const {
  if (r.sowing) return sow_at_once(r, position, env);
  const Step& step = *r.step;
  const auto size = static_cast<int>(layout_.bit_of.size());
  const Sites skip = step.given[0] ? set(r.parts[0], env) : Sites::none();
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
    if (!step.given[1]) return true;
    if (!truth(r.parts[1], env) || stones(position, site(env.last)) == 0) return true;
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
  for (std::size_t c = 0; c < codes_; ++c) pieces[c] -= gone;
}

template <int W>
void Vm<W>::move(Sites* pieces, int from, int to) const {
  const Sites there = geometry_.one(from), target = geometry_.one(to), both = there | target;
  for (std::size_t c = 0; c < codes_; ++c) {
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

/// All that a turn without alternatives does as one program, and where the next seat's turn is one choice, what that can do then.
template <int W>
void Vm<W>::prepare_effects(int seat) {
  const Turn& turn = rules_.turns[static_cast<std::size_t>(seat)];
  Prepared& mine = turns_[static_cast<std::size_t>(seat)];
  if (turn.blocks.size() != 1) return;
  Flattener<W> flat = flattener(seat, seat);
  int shift = 0;
  Chosen chosen;
  mine.straight = write_effects(turn.blocks[0], mine.blocks[0], seat, flat, shift, chosen);
  if (!mine.straight) return;
  const int next = (seat + 1) % seats_;
  const Prepared& after = turns_[static_cast<std::size_t>(next)];
  // As the next seat sees it, whose turn begins with nothing chosen.
  flat.look_as(next);
  if (after.single && after.roll == 0) {
    const std::uint16_t options = flat.set(*options_of(rules_.turns[static_cast<std::size_t>(next)].blocks[0][0]));
    mine.effects = flat.finish(options, true);
    mine.looks_on = true;
  } else if (after.chain && after.chain->pairs && after.roll == 0) {
    typename Chain::Link second;
    const std::uint16_t options = flat.set(after.chain->options[0]);
    flat.choose(after.chain->links[0].slot, 1);
    second.options = flat.set(after.chain->options[1]);
    flat.keep_only({options, second.options});
    second.code = flat.at_level(1);
    second.shorten(after.chain->links[0].slot);
    mine.looks_on = second.how == after.chain->links[1].how && second.table == after.chain->links[1].table;
    mine.effects = mine.looks_on ? flat.finish(options, true, second.among) : flat.finish(no_result, false);
  } else {
    mine.effects = flat.finish(no_result, false);
  }
  mine.straight = mine.effects.fits;
  part_placing(mine);
  join_step(mine.effects.steps);
}

/// A move that begins with a piece that goes from one chosen site to another: three instructions in one, whose numbers need not go
/// through memory. Not where the program has branches.
template <int W>
void Vm<W>::join_step(std::vector<Instruction>& steps) {
  if (steps.size() < 3 || branches(steps)) return;
  const Instruction &from = steps[0], &to = steps[1], &move = steps[2];
  if (from.what != Do::coded || to.what != Do::coded || from.ways != to.ways || move.what != Do::move_known) return;
  if (move.a != from.to || move.b != to.to) return;
  Instruction step;
  step.what = Do::step;
  step.to = from.to;
  step.b = to.to;
  step.c = static_cast<std::uint16_t>(from.number);
  step.d = static_cast<std::uint16_t>(to.number);
  step.ways = from.ways;
  step.number = move.number;
  steps[2] = step;
  steps.erase(steps.begin(), steps.begin() + 2);
}

template <int W>
bool Vm<W>::branches(const std::vector<Instruction>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Instruction& i) { return i.what == Do::go || i.what == Do::go_unless; });
}

/// Not where the program has branches, whose places would be others afterwards.
template <int W>
void Vm<W>::part_placing(Prepared& turn) {
  std::vector<Instruction>& steps = turn.effects.steps;
  if (steps.size() < 3 || branches(steps)) return;
  const Instruction &coded = steps[0], &put = steps[1], &flip = steps[2];
  if (coded.what != Do::coded || put.what != Do::put_one || flip.what != Do::flip_runs) return;
  if (put.a != coded.to || flip.a != coded.to) return;
  turn.placing = {.number = coded.to,
                  .shift = coded.number,
                  .bits = coded.ways,
                  .placed = static_cast<std::uint16_t>(put.number),
                  .over = flip.b,
                  .to = flip.c,
                  .from = static_cast<std::uint16_t>(flip.number),
                  .into = static_cast<std::uint16_t>(flip.ways)};
  steps.erase(steps.begin(), steps.begin() + 3);
}

template <int W>
void Vm<W>::write_move(const Step& step, Flattener<W>& flat, Chosen& chosen) {
  Instruction i;
  const int code = chosen.code(step.slot);
  const bool onto_empty = code >= 0 && chosen.is_empty(step.other) && step.slot != step.other;
  i.what = onto_empty ? Do::move_known : code >= 0 ? Do::move_onto : Do::move;
  i.number = std::max(0, code);
  i.a = flat.site_of_slot(step.slot);
  i.b = flat.site_of_slot(step.other);
  flat.effect(i);
  chosen.forget();
  if (onto_empty) chosen.empty.push_back(step.slot);
  if (code < 0) return;
  chosen.codes.emplace_back(step.other, code);
  flat.stands(step.other, code);
}

/// For every choice: whether the rest of the move can be done, as a program that looks at the pieces only.
template <int W>
void Vm<W>::prepare_rests(const Steps& steps, Block& block, int seat, const After* then) {
  using K = Statement::Kind;
  for (std::size_t at = 0; at < block.size(); ++at) {
    Ready& r = block[at];
    const After after{steps, block, at + 1, then};
    if (r.kind == K::either || r.kind == K::condition)
      for (std::size_t k = 0; k < r.blocks.size(); ++k) prepare_rests(r.step->blocks[k], r.blocks[k], seat, &after);
    if (r.kind != K::choose || r.step->type != Type::site || r.tested || r.by_option || r.last_choice) continue;
    std::vector<int> standing{-1};  // by way
    if (at > 0)
      for (std::size_t code = 0; code < block[at - 1].way_of.size(); ++code)
        if (block[at - 1].way_of[code] != 0) standing.push_back(static_cast<int>(code));
    for (const int code : standing) {
      Flattener<W> flat = flattener(seat, seat);
      Chosen chosen;
      if (r.onto_empty) chosen.empty.push_back(r.step->slot);
      if (code >= 0) {
        chosen.codes.emplace_back(block[at - 1].step->slot, code);
        flat.stands(block[at - 1].step->slot, code);
      }
      const bool written = write_rest(after, seat, flat, chosen);
      Program rest = flat.finish(no_result, false);
      r.rest.push_back(written && rest.fits ? std::move(rest.steps) : std::vector<Instruction>{});
    }
  }
}

/// Whether some statement is more than effects and conditions.
template <int W>
bool Vm<W>::chooses(const Block& block) {
  using K = Statement::Kind;
  return std::any_of(block.begin(), block.end(), [](const Ready& r) {
    return (may_fail(r) && r.kind != K::require && r.kind != K::condition) ||
           std::any_of(r.blocks.begin(), r.blocks.end(), chooses);
  });
}

/// False where it takes a choice, or looks at more than pieces.
template <int W>
bool Vm<W>::write_rest(const After& after, int seat, Flattener<W>& flat, Chosen& chosen) {
  using K = Statement::Kind;
  const auto ask = [&](Do what, const Node& condition) {
    Instruction i;
    i.what = what;
    i.a = flat.number(written_out(condition));
    flat.write_as_is(i);
  };
  for (std::size_t at = after.from; at < after.block.size(); ++at) {
    const Ready& r = after.block[at];
    const Step& step = after.steps[at];
    if (r.for_show) continue;
    switch (r.kind) {
      case K::require: ask(Do::fail_unless, step.parts[0]); break;
      case K::move: write_move(step, flat, chosen); break;
      case K::again: break;
      case K::condition: {
        if (std::any_of(r.blocks.begin(), r.blocks.end(), chooses)) {
          if (r.blocks.size() > 1) return false;
          ask(Do::give_up_if, step.parts[0]);
          break;
        }
        bool written = true;
        const auto inner = [&](std::size_t which) {
          chosen.forget();
          if (which < r.blocks.size())
            written = write_rest({step.blocks[which], r.blocks[which], 0, nullptr}, seat, flat, chosen) && written;
          chosen.forget();
        };
        flat.branch(
            written_out(step.parts[0]), [&] { inner(0); }, [&] { inner(1); });
        if (!written) return false;
        break;
      }
      case K::put:
      case K::remove:
      case K::flip:
      case K::let: {
        int shift = 0;
        const Steps alone_steps{step};
        const Block alone{r};
        if (!write_effects(alone_steps, alone, seat, flat, shift, chosen)) return false;
        break;
      }
      default: return false;
    }
  }
  return !after.then || write_rest(*after.then, seat, flat, chosen);
}

/// Statements as instructions; false where one of them can't be.
template <int W>
bool Vm<W>::write_effects(const Steps& steps, const Block& block, int seat, Flattener<W>& flat, int& shift, Chosen& chosen) {
  using K = Statement::Kind;
  const auto act = [&](Do what, std::uint16_t a, std::size_t number = 0) {
    Instruction i;
    i.what = what;
    i.a = a;
    i.number = static_cast<std::int32_t>(number);
    flat.effect(i);
  };
  const auto given = [&](const Node& node) { return flat.steady(flat.set(node)); };
  for (std::size_t k = 0; k < block.size(); ++k) {
    const Ready& r = block[k];
    const Step& step = steps[k];
    const auto part = [&](int i) { return written_out(step.parts[static_cast<std::size_t>(i)]); };
    switch (r.kind) {
      case K::choose:
      case K::place: {
        if (r.by_option || step.type == Type::number || step.type == Type::dirs) return false;
        const std::uint16_t at = flat.coded(step.slot, shift, r.bits);
        shift += r.bits;
        if (r.kind == K::choose) {
          if (r.onto_empty) chosen.empty.push_back(step.slot);
          if (const std::uint16_t from = flat.set(part(0)); from < codes_) chosen.codes.emplace_back(step.slot, from);
          break;
        }
        chosen.forget();
        const auto& hands = layout_.hand_kinds;
        if (rules_.kinds[static_cast<std::size_t>(step.piece)].has_hand) {
          const auto which = static_cast<std::size_t>(std::find(hands.begin(), hands.end(), step.piece) - hands.begin());
          act(Do::from_hand, 0, layout_.hands + which * static_cast<std::size_t>(seats_) + static_cast<std::size_t>(seat));
        }
        if (!r.onto_empty) act(Do::take_off, flat.alone(at));
        act(Do::put_one, at, code_of(step.piece, seat));
        break;
      }
      case K::put:
        if (step.piece < 0) return false;
        if (const Node at = part(0); at.op == Op::slot && chosen.is_empty(at.index)) {
          act(Do::put_one, flat.site_of_slot(at.index), code_of(step.piece, seat));
        } else {
          const std::uint16_t there = given(at);
          act(Do::take_off, there);
          act(Do::put, there, code_of(step.piece, seat));
        }
        chosen.forget();
        break;
      case K::move: write_move(step, flat, chosen); break;
      case K::remove:
        if (r.parts.size() == 2) return false;
        act(Do::take_off, given(part(0)));
        chosen.forget();
        break;
      case K::flip: {
        const std::uint16_t turned = given(part(0));
        chosen.forget();
        flat.flip(turned, r.flips);
        break;
      }
      case K::sow: {
        if (step.endless == Step::Endless::illegal) return false;
        flat.name_all();
        Instruction i;
        i.what = Do::sow;
        i.table = &r;
        flat.effect(i);
        break;
      }
      case K::take: act(Do::take, flat.set(part(0))); break;
      case K::set:
      case K::add: {
        Instruction i;
        i.what = Do::set_counter;
        i.flag = r.kind == K::add;
        i.a = flat.number(part(0));
        i.number = static_cast<std::int32_t>(counter_at(step.index, seat));
        i.table = &rules_.counters[static_cast<std::size_t>(step.index)];
        flat.effect(i);
        break;
      }
      case K::mark:
      case K::unmark: {
        act(r.kind == K::mark ? Do::mark : Do::unmark, flat.set(part(0)),
            layout_.marks + sizeof(Sites) * static_cast<std::size_t>(step.index));
        break;
      }
      case K::clear: {
        Node marked;
        marked.op = Op::marks;
        marked.type = Type::set;
        marked.index = step.index;
        act(Do::unmark, flat.set(marked), layout_.marks + sizeof(Sites) * static_cast<std::size_t>(step.index));
        break;
      }
      case K::let: {
        const Node value = part(0);
        flat.bind(step.slot, step.type == Type::set    ? given(value)
                             : step.type == Type::site ? flat.first_of(value)
                                                       : flat.number(value));
        break;
      }
      case K::require: break;  // it held when the move was listed
      case K::again: act(Do::again, 0); break;
      case K::condition: {
        bool written = true;
        const auto inner = [&](std::size_t which) {
          int own = shift;
          if (which < step.blocks.size())
            written = write_effects(step.blocks[which], r.blocks[which], seat, flat, own, chosen) && written;
          chosen.forget();
          written = written && own == shift;  // a choice inside would leave the code of later ones at two places
        };
        chosen.forget();
        flat.branch(
            part(0), [&] { inner(0); }, [&] { inner(1); });
        chosen.forget();
        if (!written) return false;
        break;
      }
      default: return false;
    }
  }
  return true;
}

}  // namespace banmen::rules
