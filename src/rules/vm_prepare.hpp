// How the VM makes statements ready.
#pragma once

#include "rules/foresight.hpp"
#include "rules/vm.hpp"

namespace banmen::rules {

/// The sites of `over` itself do not matter to a bracket whose beginning is an empty site.
template <int W>
void Vm<W>::mark_outside(Node& node) {
  if (node.op == Op::bracket && node.index == 1 && node.parts[2].op == Op::owned) node.index = 3;
  if (node.op == Op::intersect)
    for (Node& part : node.parts) mark_outside(part);
}

/// The sites that can be chosen, conditions included; nothing where a condition has to be tested site by site.
template <int W>
std::optional<Node> Vm<W>::options_of(const Step& step) {
  Node from = written_out(step.parts[0]);
  if (!step.given[2]) return from;
  auto condition = as_set(written_out(step.parts[2]), step.slot);
  if (!condition) return std::nullopt;
  if (within_empty(from)) mark_outside(*condition);
  Node both;
  both.op = Op::intersect;
  both.type = Type::set;
  both.place = from.place;
  both.parts = {std::move(from), std::move(*condition)};
  return both;
}

template <int W>
typename Vm<W>::Block Vm<W>::prepare(const Steps& steps, int seat, int& bits, bool repeated) {
  Block out;
  for (const Step& step : steps) {
    Ready r;
    r.kind = step.kind;
    r.step = &step;
    using K = Statement::Kind;
    const auto code = [&](const Node& node) { return program(node, seat, seat); };
    const auto bits_for = [](long values) {
      int n = 0;
      while ((1L << n) < values) ++n;
      return n;
    };
    if (step.kind == K::choose || step.kind == K::place) {
      if (step.type == Type::number) {
        r.parts = {code(step.parts[0]), code(step.parts[1]), step.given[2] ? code(step.parts[2]) : Program{}};
        r.bits = 16;
      } else if (step.type == Type::dirs) {
        r.parts = {code(step.parts[0]), Program{}, step.given[2] ? code(step.parts[2]) : Program{}};
        r.bits = 4;
      } else {
        const auto options = options_of(step);
        r.tested = !options;
        if (r.tested) site_by_site_.push_back(step.parts[2].place);
        r.options = code(options ? *options : step.parts[0]);
        r.onto_empty = within_empty(written_out(step.parts[0]));
        r.parts = {Program{}, Program{}, r.tested ? code(step.parts[2]) : Program{}};
        r.bits = bits_for(64 * W);
      }
      if (repeated) {
        r.by_option = true;
        r.bits = pass_bits;
      }
    } else {
      for (std::size_t i = 0; i < step.parts.size(); ++i) {
        const bool given = step.parts[i].index != -2 && (i >= step.given.size() || step.given[i]);
        r.parts.push_back(given ? code(step.parts[i]) : Program{});
      }
    }
    if (step.kind == K::flip) r.flips = flips_of(seat);
    if (step.kind == K::sow) prepare_sowing(step, seat, r);
    if (step.kind == K::among) r.bits = bits_for(static_cast<long>(step.kinds.size()));
    if (step.kind == K::either) r.bits = bits_for(static_cast<long>(step.blocks.size()));
    if (repeated && (step.kind == K::among || step.kind == K::either)) {
      r.by_option = true;  // so that no pass begins with the bits that end it
      r.bits = pass_bits;
    }
    bits += r.bits;
    int most = 0;
    for (const Steps& block : step.blocks) {
      int inner = 0;
      r.blocks.push_back(prepare(block, seat, inner, repeated || step.kind == K::repeat));
      most = std::max(most, inner);
    }
    bits += most;
    out.push_back(std::move(r));
  }
  for (std::size_t at = 0; at + 1 < out.size(); ++at) look_ahead(steps, at, seat, out);
  return out;
}

template <int W>
void Vm<W>::mark_last_choices(Block& block, bool at_end) {
  bool free = at_end;
  for (std::size_t i = block.size(); i-- > 0;) {
    Ready& r = block[i];
    const bool has_hand = r.kind == Statement::Kind::place && rules_.kinds[static_cast<std::size_t>(r.step->piece)].has_hand;
    if (free && (r.kind == Statement::Kind::choose || r.kind == Statement::Kind::place) && r.step->type == Type::site &&
        !r.tested && !r.by_option && !has_hand)
      r.last_choice = true;
    for (auto& inner : r.blocks) mark_last_choices(inner, free && r.kind != Statement::Kind::repeat);
    if (may_fail(r)) free = false;
  }
}

template <int W>
void Vm<W>::add_reads(const Node& node, Reads& to) {
  if (node.op == Op::marks) to.marks.push_back(node.index);
  if (node.op == Op::counter) to.counters.push_back(node.index);
  if (node.op == Op::stuck) to.all = true;
  for (const Node& part : node.parts) add_reads(part, to);
}

template <int W>
void Vm<W>::add_reads(const Step& step, Reads& to) {
  for (const Node& part : step.parts) add_reads(part, to);
  for (const Steps& block : step.blocks)
    for (const Step& inner : block) add_reads(inner, to);
}

template <int W>
typename Vm<W>::Reads Vm<W>::mark_for_show(Block& block, Reads after) {
  using K = Statement::Kind;
  for (std::size_t at = block.size(); at-- > 0;) {
    Ready& r = block[at];
    Reads inside = after;
    if (r.kind == K::repeat) add_reads(*r.step, inside);  // a pass comes after the one before
    bool shows_only = !r.blocks.empty();
    for (Block& inner : r.blocks) {
      mark_for_show(inner, inside);
      for (const Ready& one : inner) shows_only = shows_only && one.for_show;
    }
    switch (r.kind) {
      case K::mark:
      case K::unmark:
      case K::clear: r.for_show = !after.mark(r.step->index); break;
      case K::set:
      case K::add: r.for_show = !after.counter(r.step->index); break;
      case K::condition: r.for_show = shows_only; break;
      default: break;
    }
    if (!r.for_show) add_reads(*r.step, after);
  }
  return after;
}

/// What a choice can know of the one after it.
template <int W>
void Vm<W>::look_ahead(const Steps& steps, std::size_t at, int seat, Block& block) {
  using K = Statement::Kind;
  Ready& r = block[at];
  if (r.kind != K::choose) return;
  const K next = block[at + 1].kind;
  r.next_tries = next == K::choose || next == K::place || next == K::among || next == K::either;
  if (r.step->type != Type::site || r.tested || r.by_option) return;
  const Step* then = &steps[at + 1];
  if (next == K::repeat && !then->blocks.empty() && !then->blocks[0].empty()) then = &then->blocks[0][0];
  if (then->kind != K::choose || then->type != Type::site) return;
  const Node from = *options_of(*r.step), onto = written_out(then->parts[0]);
  if (const auto starts = geometry_.both_ways() ? starts_of(onto, r.step->slot, everywhere(onto.place)) : std::nullopt) {
    Node leading_on = from;
    leading_on.op = Op::intersect;
    leading_on.type = Type::set;
    leading_on.index = -1;
    leading_on.parts = {from, *starts};
    r.options = program(leading_on, seat, seat);
  } else if (const auto all = for_any(onto, r.step->slot, from)) {
    r.ahead = program(*all, seat, seat);
  }
  Ready& second = block[at + 1];
  if (next != K::choose || second.tested || second.by_option) return;
  const Node options = *options_of(*second.step);
  const Contents may_stand = Foresight(rules_, seat).contents(from);
  for (const bool by_piece : {true, false}) {
    Flattener<W> flat = flattener(seat, seat);
    flat.choose(r.step->slot, 1);
    std::vector<typename Flattener<W>::Way> ways{flat.take_way(flat.set(options))};
    r.way_of.assign(by_piece && rules_.kinds.size() > 1 ? codes_ : 0, 0);
    for (std::size_t code = 0; code < r.way_of.size(); ++code) {
      if (!may_stand[code + 1]) continue;
      flat.stands(r.step->slot, static_cast<int>(code));
      r.way_of[code] = static_cast<std::uint8_t>(ways.size());
      ways.push_back(flat.take_way(flat.set(options)));
    }
    if (!flat.is_chain()) return r.way_of.clear();
    if (!flat.share(ways)) continue;
    r.once = std::move(flat.at_level(0));
    second.ways = std::move(ways);
    return;
  }
  r.way_of.clear();
}

/// Which sets of pieces change into which when a seat flips.
template <int W>
std::vector<std::pair<std::size_t, std::size_t>> Vm<W>::flips_of(int seat) const {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const int side = rules_.side[static_cast<std::size_t>(seat)];
  for (std::size_t c = 0; c < rules_.codes.size(); ++c) {
    const PieceCode& code = rules_.codes[c];
    if (code.side < 0 || code.side == side) continue;
    const PieceKind& kind = rules_.kinds[static_cast<std::size_t>(code.kind)];
    if (kind.owner == PieceKind::Owner::one) continue;
    const int owner = kind.owner == PieceKind::Owner::seats ? seat : side;
    out.emplace_back(c, static_cast<std::size_t>(kind.first_code + owner));
  }
  return out;
}

template <int W>
void Vm<W>::prepare_sowing(const Step& step, int seat, Ready& r) {
  const auto holes = static_cast<int>(layout_.bit_of.size());
  if (!layout_.stones_in_order || holes > Sowing::most_holes) return;
  std::uint32_t skipped = 0;
  if (step.given[0]) {
    const Node skip = written_out(step.parts[0]);
    if (skip.op != Op::fixed && !Flattener<W>::is_known(skip)) return;
    alignas(8) const std::uint8_t nothing[1024] = {};
    Env env(nothing);
    skipped = static_cast<std::uint32_t>(set(program(skip, seat, seat), env).word[0]);
  }
  if (__builtin_popcount(skipped) >= holes) return;
  r.sowing.emplace(holes, skipped, step.back);
  r.relays_on_occupied = step.given[1] && written_out(step.parts[1]).op == Op::was_occupied;
}

}  // namespace banmen::rules
