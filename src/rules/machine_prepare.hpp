// How the machine makes expressions and statements ready.
#pragma once

#include "rules/machine_of.hpp"

namespace banmen::rules {

template <int W>
typename MachineOf<W>::Code MachineOf<W>::code_of(const Node& node) {
  Code c;
  c.op = node.op;
  c.type = node.type;
  c.number = node.number;
  c.index = node.index;
  c.who = node.who;
  c.place = node.place;
  if (node.type == Type::set && node.op != Op::fixed && node.index != -2 && is_known(node) &&
      !(node.op == Op::bracket && node.index == 1)) {
    c.op = Op::fixed;
    for (int seat = 0; seat < seats_; ++seat) {
      View view;
      view.me = seat;
      view.slots.assign(static_cast<std::size_t>(rules_.slots), 0);
      view.set_slots.resize(static_cast<std::size_t>(rules_.slots));
      c.sets.push_back(sites_of(Evaluator(rules_, rules_.start, view).set(node)));
    }
    if (std::all_of(c.sets.begin(), c.sets.end(), [&](const Sites& s) { return s == c.sets[0]; })) c.sets.resize(1);
    return c;
  }
  for (const Set& set : node.sets) c.sets.push_back(sites_of(set));
  if (node.op == Op::those) {
    if (auto set = as_set(node.parts[1], node.index)) {
      Node both = node;
      both.op = Op::intersect;
      both.index = -1;
      both.parts = {node.parts[0], std::move(*set)};
      return code_of(both);
    }
    site_by_site_.push_back(node.place);
  }
  if (node.op == Op::leap) {
    for (std::size_t bit = 0; bit < 64 * W; ++bit) {
      Sites to = Sites::none();
      if (const int s = layout_.site_of[bit]; s >= 0)
        for (int t = 0; t < rules_.board.size(); ++t) {
          const int across = std::abs(rules_.board.point(s).column - rules_.board.point(t).column);
          const int along = std::abs(rules_.board.point(s).row - rules_.board.point(t).row);
          if ((across == node.number && along == node.index) || (across == node.index && along == node.number))
            to.add(layout_.bit_of[static_cast<std::size_t>(t)]);
        }
      c.sets.push_back(to);
    }
  }
  for (const Node& part : node.parts) c.parts.push_back(code_of(part));
  if (node.op == Op::owned || node.op == Op::kind)
    for (int seat = 0; seat < (node.op == Op::kind ? 1 : seats_); ++seat) {
      c.places.emplace_back();
      for (std::size_t k = 0; k < rules_.codes.size(); ++k) {
        const PieceCode& piece = rules_.codes[k];
        const bool own = piece.side == rules_.side[static_cast<std::size_t>(seat)];
        if (node.index >= 0 && piece.kind != node.index) continue;
        if (node.op == Op::kind || (piece.side >= 0 && own == (node.number != 0))) c.places.back().push_back(sizeof(Sites) * k);
      }
    }
  if (node.op == Op::leap) c.table = node.parts[0].op == Op::slot && node.parts[0].type == Type::site;
  const bool one_site = !node.parts.empty() && node.parts[0].op == Op::slot && node.parts[0].type == Type::site;
  if ((node.op == Op::near || node.op == Op::ray) && one_site && (node.parts[1].index == -2 || is_known(node.parts[1]))) {
    c.table = true;
    for (int seat = 0; seat < seats_; ++seat) {
      Env env(nullptr, seat, seat);
      const Dirs way = maybe_dirs(c.parts[1], env);
      for (int bit = 0; bit < 64 * W; ++bit) {
        const Sites from = geometry_.all().has(bit) ? Sites::of(bit) : Sites::none();
        c.sets.push_back(node.op == Op::near ? geometry_.near(from, way) : geometry_.ray(from, way));
      }
    }
  }
  return c;
}

template <int W>
typename MachineOf<W>::Block MachineOf<W>::prepare(const Steps& steps, int& bits, bool repeated) {
  Block out;
  for (const Step& step : steps) {
    Ready r;
    r.kind = step.kind;
    r.step = &step;
    using K = Statement::Kind;
    const auto bits_for = [](long values) {
      int n = 0;
      while ((1L << n) < values) ++n;
      return n;
    };
    if (step.kind == K::choose || step.kind == K::place) {
      if (step.type == Type::number) {
        r.parts = {code(step.parts[0]), code(step.parts[1]), code(step.parts[2])};
        r.bits = 16;
      } else if (step.type == Type::dirs) {
        r.parts = {code(step.parts[0]), Code{}, code(step.parts[2])};
        r.bits = 4;
      } else {
        const Node from = written_out(step.parts[0]), condition = written_out(step.parts[2]);
        auto set = step.given[2] ? as_set(condition, step.slot) : std::nullopt;
        r.tested = step.given[2] && !set;
        if (r.tested) site_by_site_.push_back(condition.place);
        if (set) {
          Node both;
          both.op = Op::intersect;
          both.type = Type::set;
          both.place = from.place;
          both.parts = {from, std::move(*set)};
          r.options = code_of(both);
          if (within_empty(from)) mark_outside(r.options.parts.size() > 1 ? r.options.parts[1] : r.options);
        } else {
          r.options = code_of(from);
        }
        r.parts = {Code{}, Code{}, code(step.parts[2])};
        r.bits = bits_for(64 * W);
      }
      if (repeated) {
        r.by_option = true;
        r.bits = pass_bits;
      }
    } else {
      for (const Node& part : step.parts) r.parts.push_back(part.index == -2 ? Code{} : code(part));
    }
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
      r.blocks.push_back(prepare(block, inner, repeated || step.kind == K::repeat));
      most = std::max(most, inner);
    }
    bits += most;
    out.push_back(std::move(r));
  }
  return out;
}

}  // namespace banmen::rules
