// Rewrites typed expressions before they are compiled.

#include <algorithm>

#include "rules/compile_expr.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;

void substitute(Node& node, int slot, const Node& value) {
  if (node.op == Op::slot && node.index == slot) {
    node = value;
    return;
  }
  for (Node& part : node.parts) substitute(part, slot, value);
}

bool is_slot(const Node& node, int slot) { return node.op == Op::slot && node.index == slot; }

bool is_view(const Node& node) { return node.op == Op::as_seat; }

/// True if a part binds this slot.
bool binds(const Node& whole, int slot) {
  return any_node(whole, [&](const Node& node) { return (node.op == Op::those || node.op == Op::let_in) && node.index == slot; });
}

/// True if the value is monotone in the set of the slot.
bool grows_with(const Node& node, int slot) {
  if (!depends_on(node, slot) || is_slot(node, slot)) return true;
  const auto only_first = [&] {
    for (std::size_t i = 1; i < node.parts.size(); ++i)
      if (depends_on(node.parts[i], slot)) return false;
    return grows_with(node.parts[0], slot);
  };
  switch (node.op) {
    case Op::intersect:
    case Op::unite:
      return std::all_of(node.parts.begin(), node.parts.end(), [&](const Node& part) { return grows_with(part, slot); });
    case Op::subtract:
    case Op::near:
    case Op::ray:
    case Op::slide:
    case Op::leap:
    case Op::jump: return only_first();
    default: return false;
  }
}

}  // namespace

std::optional<Node> for_any(const Node& expression, int slot, const Node& sites) {
  if (binds(expression, slot) || !grows_with(expression, slot)) return std::nullopt;
  Node out = expression;
  substitute(out, slot, sites);
  return out;
}

Node everywhere(const Place& place) {
  Node all = make_node(Op::fixed, Type::set, place, {});
  all.sets.resize(1);
  all.sets[0].set();
  return all;
}

std::optional<Node> starts_of(const Node& e, int slot, const Node& target) {
  if (is_slot(e, slot)) return target;
  if (!depends_on(e, slot)) return everywhere(e.place);
  const auto part = [&](int i) -> const Node& { return e.parts[static_cast<std::size_t>(i)]; };
  const auto set = [&](Op op, std::vector<Node> parts) { return make_node(op, Type::set, e.place, std::move(parts)); };
  const auto back = [&](const Node& ways) { return ways.index == -2 ? ways : make_node(Op::reverse, Type::dirs, e.place, {ways}); };
  const auto only_first = [&] {
    return std::none_of(e.parts.begin() + 1, e.parts.end(), [&](const Node& other) { return depends_on(other, slot); });
  };
  switch (e.op) {
    case Op::unite: {
      auto a = starts_of(part(0), slot, target), b = starts_of(part(1), slot, target);
      if (!a || !b) return std::nullopt;
      return set(Op::unite, {std::move(*a), std::move(*b)});
    }
    case Op::intersect: {
      for (int i = 0; i < 2; ++i)
        if (!depends_on(part(1 - i), slot)) return starts_of(part(i), slot, set(Op::intersect, {target, part(1 - i)}));
      return starts_of(part(0), slot, target);
    }
    case Op::subtract: return starts_of(part(0), slot, only_first() ? set(Op::subtract, {target, part(1)}) : target);
    case Op::near:
      if (!only_first()) return std::nullopt;
      return starts_of(part(0), slot, set(Op::near, {target, back(part(1))}));
    case Op::slide: {
      if (!only_first()) return std::nullopt;
      Node first = part(3).index == -2 ? part(2) : set(Op::unite, {part(2), part(3)});
      return starts_of(part(0), slot, set(Op::near, {std::move(first), back(part(1))}));
    }
    case Op::jump: {
      if (!only_first()) return std::nullopt;
      Node from = set(Op::intersect, {target, part(3)});
      return starts_of(part(0), slot, set(Op::jump, {std::move(from), back(part(1)), part(2), everywhere(e.place)}));
    }
    default: return std::nullopt;
  }
}

bool depends_on(const Node& node, int slot) {
  return any_node(node, [&](const Node& part) { return is_slot(part, slot); });
}

Node with_lets_inlined(Node node) {
  for (Node& part : node.parts) part = with_lets_inlined(std::move(part));
  if (node.op != Op::let_in) return node;
  const Node& value = node.parts[0];
  const bool cheap =
      value.op == Op::slot || value.op == Op::number || value.op == Op::dirs || value.op == Op::fixed || value.op == Op::last;
  // A choice is the same for every seat; a constant may differ between seats.
  const bool same_for_all = value.op != Op::fixed || value.sets.size() == 1 || !any_node(node.parts[1], is_view);
  if (!cheap || !same_for_all || (value.op == Op::slot && binds(node.parts[1], value.index))) return node;
  Node body = std::move(node.parts[1]);
  const Node substituted = std::move(node.parts[0]);
  substitute(body, node.index, substituted);
  return body;
}

std::optional<Node> as_set(const Node& c, int slot) {
  const auto part = [&](int i) -> const Node& { return c.parts[static_cast<std::size_t>(i)]; };
  if (!depends_on(c, slot)) {
    if (c.op == Op::truth && c.number != 0) return everywhere(c.place);
    return make_node(Op::choice, Type::set, c.place, {c, everywhere(c.place)});
  }
  switch (c.op) {
    case Op::both:
    case Op::either: {
      auto a = as_set(part(0), slot), b = as_set(part(1), slot);
      if (!a || !b) return std::nullopt;
      return make_node(c.op == Op::both ? Op::intersect : Op::unite, Type::set, c.place, {std::move(*a), std::move(*b)});
    }
    case Op::negation: {
      auto a = as_set(part(0), slot);
      if (!a) return std::nullopt;
      return make_node(Op::subtract, Type::set, c.place, {everywhere(c.place), std::move(*a)});
    }
    case Op::subset:
      if (is_slot(part(0), slot) && !depends_on(part(1), slot)) return part(1);
      return std::nullopt;
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::unequal: {
      const int side = part(0).op == Op::stones && is_slot(part(0).parts[0], slot) && !depends_on(part(1), slot)   ? 0
                       : part(1).op == Op::stones && is_slot(part(1).parts[0], slot) && !depends_on(part(0), slot) ? 1
                                                                                                                   : -1;
      if (side < 0) return std::nullopt;
      // A comparison without one side of `stones` denotes the set of sites that satisfy it.
      return with_number(make_node(c.op, Type::set, c.place, {part(1 - side)}), side);
    }
    case Op::some: {
      const Node& set = part(0);
      if (is_slot(set, slot)) return everywhere(c.place);
      if (set.op == Op::intersect)
        for (int i = 0; i < 2; ++i) {
          const Node &one = set.parts[static_cast<std::size_t>(i)], &other = set.parts[static_cast<std::size_t>(1 - i)];
          if (depends_on(other, slot)) continue;
          if (is_slot(one, slot)) return other;
          if (one.op == Op::near && is_slot(one.parts[0], slot) && !depends_on(one.parts[1], slot)) {
            Node back = one.parts[1].index == -2 ? one.parts[1] : make_node(Op::reverse, Type::dirs, c.place, {one.parts[1]});
            return make_node(Op::near, Type::set, c.place, {other, std::move(back)});
          }
        }
      if (set.op == Op::bracket && is_slot(set.parts[0], slot)) {
        Node out = set;
        for (std::size_t i = 1; i < out.parts.size(); ++i)
          if (depends_on(out.parts[i], slot)) return std::nullopt;
        out.parts[0] = everywhere(c.place);
        out.index = 1;  // the origin, not the run
        return out;
      }
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace banmen::rules
