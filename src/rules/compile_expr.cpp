#include "rules/compile_expr.hpp"

#include "rules/foresight.hpp"

namespace banmen::rules {

std::uint16_t ExprCompiler::emit(Instruction i) {
  const auto same = [&](const Instruction& other) {
    return other.what == i.what && other.flag == i.flag && other.a == i.a && other.b == i.b && other.c == i.c && other.d == i.d &&
           other.way == i.way && other.ways == i.ways && other.number == i.number;
  };
  if (const auto found = std::find_if(seen_.begin(), seen_.end(), same); found != seen_.end()) return found->to;
  int level = 0;
  if (i.what == Do::named)
    for (const auto& [slot, at] : chosen_)
      if (slot == i.number) level = at;
  each_operand(i, [&](char kind, std::uint16_t r) {
    if (kind == 's') level = std::max(level, set_level_[r]);
    if (kind == 'n') level = std::max(level, number_level_[r]);
  });
  i.to = new_register(gives_set(i.what), level);
  write(i, level);
  seen_.push_back(i);
  if (i.what == Do::known) values_[i.to] = i.number;
  if (gives_set(i.what)) made_[i.to] = i;
  return i.to;
}

std::uint16_t ExprCompiler::intersection(std::uint16_t a, std::uint16_t b) {
  if (a == b) return a;
  if (is_none(a) || is_none(b)) return none();
  if (is_all(a)) return b;
  if (is_all(b)) return a;
  if (const auto these = codes_of(a), those = codes_of(b); these && those) return pieces(*these & *those);
  for (const auto& [some, all] : {std::pair{a, b}, std::pair{b, a}})
    if (const auto these = within(some), those = codes_of(all); these && those) {
      if ((*these & *those) == 0) return none();
      if ((*these & ~*those) == 0) return some;
    }
  if (const Instruction* rest = how_made(a, Do::all_but)) return difference(b, rest->a);
  if (const Instruction* rest = how_made(b, Do::all_but)) return difference(a, rest->a);
  const std::uint16_t out = simple(Do::both, a, b);
  if (const auto these = within(a)) within_[out] = *these;
  if (const auto those = within(b)) within_[out] = *those;
  return out;
}

std::uint16_t ExprCompiler::united(std::uint16_t a, std::uint16_t b) {
  if (is_none(a)) return b;
  if (is_none(b)) return a;
  if (const auto these = codes_of(a), those = codes_of(b); these && those) return pieces(*these | *those);
  return simple(Do::any, a, b);
}

std::uint16_t ExprCompiler::difference(std::uint16_t a, std::uint16_t b) {
  if (is_none(a) || is_none(b)) return a;
  if (const auto these = codes_of(a), those = codes_of(b); these && those) return pieces(*these & ~*those);
  if (const auto these = within(a), those = codes_of(b); these && those) {
    if ((*these & *those) == 0) return a;
    if ((*these & ~*those) == 0) return none();
  }
  if (is_all(a)) return simple(Do::all_but, b);
  if (const Instruction* rest = how_made(a, Do::all_but)) return simple(Do::all_but, simple(Do::any, rest->a, b));
  if (const Instruction* behind = how_made(a, Do::behind)) {
    Instruction i{.what = Do::behind_free, .a = behind->a, .b = behind->b, .c = b};
    if (const Instruction* sum = how_made(b, Do::any); sum && std::minmax(sum->a, sum->b) == std::minmax(i.a, i.b)) {
      i.flag = true;
      i.c = i.a;
    }
    return emit(i);
  }
  // If no site is found from itself, subtracting it from the sites found is redundant.
  if (const Instruction* found = how_made(a, Do::looked_up), *sum = how_made(b, Do::any); found && sum)
    if (const Instruction* itself = how_made(sum->b, Do::one); itself && itself->a == found->a) {
      const auto& table = out_.tables[static_cast<std::size_t>(found->number)].of;
      bool never = true;
      for (std::size_t s = 0; s < table.size(); ++s) never = never && !table[s][s];
      if (never) return difference(a, sum->a);
    }
  return simple(Do::without, a, b);
}

std::int32_t ExprCompiler::known_ways(const Node& ways) {
  if (ways.index == -2) return rules_.board.all_directions();
  return static_cast<std::int32_t>(value_of(number(ways)).value_or(-1));
}

std::uint16_t ExprCompiler::with_ways(Instruction i, const Node& ways) {
  i.ways = known_ways(ways);
  if (i.ways < 0) i.way = number(ways);
  return emit(i);
}

std::uint16_t ExprCompiler::pieces(const std::vector<std::uint16_t>& codes) {
  looks();
  if (codes.empty()) return none();
  if (codes.size() == 1) return codes[0];
  std::uint64_t bits = 0;
  for (const std::uint16_t code : codes) bits |= std::uint64_t{1} << code;
  const bool together = codes.size() >= 3 && codes.back() < 31;
  std::uint16_t out = together ? with_number(Do::pieces, static_cast<long>(bits)) : codes[0];
  for (std::size_t k = 1; k < codes.size() && !together; ++k) out = simple(Do::any, out, codes[k]);
  masks_[out] = bits;
  return out;
}

std::uint16_t ExprCompiler::occupied() {
  std::vector<std::uint16_t> codes(rules_.codes.size());
  for (std::size_t k = 0; k < codes.size(); ++k) codes[k] = static_cast<std::uint16_t>(k);
  const auto moves = std::exchange(moves_, {});  // occupied before the moves, then updated
  std::uint16_t out = pieces(codes);
  if (layout_.stone_bytes > 0) out = simple(Do::occupied, out);
  for (const auto& [from, to] : moves) {
    const auto there = [&](int slot) { return simple(Do::one, with_number(Do::named, slot)); };
    out = simple(Do::without, out, there(from));
    out = simple(Do::any, out, there(to));
  }
  moves_ = moves;
  return out;
}

std::uint16_t ExprCompiler::slot(const Node& node) {
  for (std::size_t k = bindings_.size(); k-- > 0;)
    if (bindings_[k].first == node.index) return bindings_[k].second;
  const bool is_set = rules_.slot_types[static_cast<std::size_t>(node.index)] == Type::set;
  return is_set ? with_number(Do::named_set, named_set(node.index)) : with_number(Do::named, node.index);
}

std::uint16_t ExprCompiler::site(const Node& node) {
  if (node.op == Op::slot && rules_.slot_types[static_cast<std::size_t>(node.index)] != Type::set) return slot(node);
  if (node.op == Op::last) return simple(Do::last);
  return simple(Do::first, set(node));
}

std::optional<std::uint16_t> ExprCompiler::one_site(const Node& node) {
  const auto chosen = [](const Node& part) { return part.op == Op::slot && part.type == Type::site; };
  if (chosen(node)) return site(node);
  if (node.op != Op::intersect) return std::nullopt;
  for (std::size_t k = 0; k < 2; ++k)
    if (chosen(node.parts[k])) {
      const std::uint16_t among = set(node.parts[1 - k]);
      if (const int code = standing(node.parts[k].index); code >= 0)
        if (const auto codes = codes_of(among)) return *codes >> code & 1 ? std::optional(site(node.parts[k])) : std::nullopt;
      return simple(Do::if_in, site(node.parts[k]), among);
    }
  return std::nullopt;
}

std::int32_t ExprCompiler::table(Op op, long far_or_ways, int wide) {
  const auto [found, added] = game_.tables.try_emplace({op, far_or_ways, wide}, static_cast<std::int32_t>(out_.tables.size()));
  if (!added) return found->second;
  SiteTable& table = out_.tables.emplace_back();
  for (int s = 0; s < rules_.board.size(); ++s) {
    Node node = make_node(op, Type::set, {}, {make_node(Op::fixed, Type::set, {})});
    node.parts[0].sets = {Set().set(static_cast<std::size_t>(s))};
    if (op == Op::leap)
      node = with_index(rules::with_number(std::move(node), far_or_ways), wide);
    else
      node.parts.push_back(rules::with_number(make_node(Op::dirs, Type::dirs, {}), far_or_ways));
    table.of.push_back(*rules::known_set(rules_, me_, node));
  }
  return found->second;
}

bool ExprCompiler::slides(std::uint16_t set) const {
  if (const Instruction* sum = how_made(set, Do::any)) return slides(sum->a) || slides(sum->b);
  return how_made(set, Do::slide) || how_made(set, Do::slide_open);
}

std::optional<std::uint16_t> ExprCompiler::looks_back(std::uint16_t both) {
  const Instruction* made = how_made(both, Do::both);
  if (!made || !layout_.both_ways()) return std::nullopt;
  for (const auto& [few, set] : {std::pair{made->a, made->b}, std::pair{made->b, made->a}}) {
    if (few >= rules_.codes.size() || !slides(set)) continue;
    const auto& start = rules_.start.piece;
    if (std::count(start.begin(), start.end(), static_cast<std::int16_t>(few)) <= 2) return seen_from(few, set);
  }
  return std::nullopt;
}

/// Empty if no site of `few` is in the set.
std::uint16_t ExprCompiler::seen_from(std::uint16_t few, std::uint16_t set) {
  const auto made_by = [&](Do what) {
    const Instruction* made = how_made(set, what);
    return made && (!has_ways(what) || made->ways >= 0) ? std::optional(*made) : std::nullopt;
  };
  if (const auto sum = made_by(Do::any)) {
    const std::uint16_t left = seen_from(few, sum->a);
    return united(left, seen_from(few, sum->b));
  }
  Instruction back;
  if (const auto near = made_by(Do::near)) {
    back.what = Do::near;
    back.a = few;
    back.ways = reversed(static_cast<Dirs>(near->ways));
    return intersection(emit(back), near->a);
  }
  if (const auto leap = made_by(Do::look_up_each)) return intersection(with_number(Do::look_up_each, leap->number, few), leap->a);
  auto slide = made_by(Do::slide);
  if (!slide) slide = made_by(Do::slide_open);
  if (!slide) return intersection(few, set);
  // The slide only reaches sites that it may go through or onto.
  const bool onto = slide->what == Do::slide && (codes_of(slide->c).value_or(0) >> few & 1);
  const Dirs ways = reversed(static_cast<Dirs>(slide->ways));
  back.what = Do::sees;
  back.a = onto ? few : intersection(few, slide->what == Do::slide ? united(slide->b, slide->c) : slide->b);
  back.b = slide->b;
  back.c = slide->a;
  back.ways = ways;
  back.number = table(Op::ray, ways);
  return emit(back);
}

/// True if a chosen site is in a set.
std::uint16_t ExprCompiler::is_in(const Node& chosen, const Node& of) {
  const int code = standing(chosen.index);
  if (code >= 0 && of.op == Op::intersect) {
    const std::uint16_t a = is_in(chosen, of.parts[0]), b = is_in(chosen, of.parts[1]);
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
      if (const auto value = value_of(one)) return *value != 0 ? other : one;
    return simple(Do::both_true, a, b);
  }
  const std::uint16_t there = set(of);
  if (const auto codes = codes_of(there); codes && code >= 0) return known(static_cast<long>(*codes >> code & 1));
  return simple(Do::is_in, site(chosen), there);
}

std::uint16_t ExprCompiler::slide(const Node& node) {
  const bool onto = node.parts[3].index != -2;
  const std::int32_t ways = known_ways(node.parts[1]);
  if (!onto && ways == compass && layout_.has_reach(rules_.board))
    if (const auto from = one_site(node.parts[0])) return simple(Do::reach, *from, set(node.parts[2]));
  Instruction i;
  i.what = onto ? Do::slide : Do::slide_open;
  i.a = set(node.parts[0]);
  if (is_none(i.a)) return i.a;
  i.b = set(node.parts[2]);
  if (onto) i.c = set(node.parts[3]);
  return with_ways(i, node.parts[1]);
}

std::uint16_t ExprCompiler::bracket(const Node& node) {
  const bool starts = node.index == 1 || node.index == 3;
  const std::int32_t ways = known_ways(node.parts[1]);
  const Node &over = node.parts[2], &to = node.parts[3];
  const bool square = layout_.rows_of_eight() && ways >= 0 && (ways & compass) == compass && node.number == 0;
  Instruction i;
  i.b = set(over);
  i.c = set(to);
  if (square && (starts ? node.index == 3 : node.parts[0].op == Op::slot && node.parts[0].type == Type::site)) {
    // A run ends at the first site that is not in it.
    const bool apart = over.op == Op::owned && to.op == Op::owned && over.number != to.number;
    const std::uint16_t closing = apart ? i.c : simple(Do::without, i.c, i.b);
    if (!starts) return simple(Do::runs, site(node.parts[0]), i.b, closing);
    return simple(Do::behind, closing, i.b);
  }
  i.what = starts ? Do::starts : Do::bracket;
  i.a = starts ? none() : set(node.parts[0]);
  // Length of runs, by `number`: 0 any, 1 exactly, 2 at most.
  i.number = static_cast<std::int32_t>(node.number);
  i.d = node.number == 0 ? known(1000) : number(node.parts[4]);
  return with_ways(i, node.parts[1]);
}

std::uint16_t ExprCompiler::those(const Node& node) {
  if (auto set_of_them = as_set(node.parts[1], node.index)) {
    Node both = node;
    both.op = Op::intersect;
    both.index = -1;
    both.parts = {node.parts[0], std::move(*set_of_them)};
    return set(both);
  }
  looks();
  out_.site_by_site.push_back(node.place);
  const std::uint16_t from = set(node.parts[0]);
  for (const auto& [slot, at] : bindings_) {
    if (!depends_on(node.parts[1], slot)) continue;
    name(slot, at);
    jumped_ = true;  // not usable in chains
  }
  ExprCompiler inner(game_, me_, to_move_);
  inner.bound_ = bound_;
  const std::uint16_t truth = inner.number(node.parts[1]);
  Program test = game_.checked(inner.finish(truth, false), node.place);
  out_.tests.push_back(std::move(test));
  for (const auto& [slot, level] : chosen_)
    if (depends_on(node.parts[1], slot)) jumped_ = true;
  return with_number(Do::those, static_cast<long>(out_.tests.size() - 1), from, static_cast<std::uint16_t>(node.index));
}

std::optional<Set> ExprCompiler::constant(const Node& node) const {
  if (node.op == Op::fixed) return node.sets[node.sets.size() == 1 ? 0 : static_cast<std::size_t>(me_)] & all_;
  const bool starts_of_bracket = node.op == Op::bracket && (node.index == 1 || node.index == 3);
  if (node.index == -2 || starts_of_bracket) return std::nullopt;
  auto known = rules::known_set(rules_, me_, node);
  if (known) *known &= all_;
  return known;
}

std::uint16_t ExprCompiler::set(const Node& node) {
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  if (const auto known = constant(node)) return known_set(*known);
  switch (node.op) {
    case Op::slot:
      if (rules_.slot_types[static_cast<std::size_t>(node.index)] == Type::set) return slot(node);
      {
        const std::uint16_t out = simple(Do::one, slot(node));
        if (const int code = standing(node.index); code >= 0) within_[out] = std::uint64_t{1} << code;
        return out;
      }
    case Op::empty: return simple(Do::all_but, occupied());
    case Op::occupied: return occupied();
    case Op::owned:
    case Op::kind: {
      std::vector<std::uint16_t> codes;
      for (std::size_t k = 0; k < rules_.codes.size(); ++k) {
        const PieceCode& piece = rules_.codes[k];
        const bool own = piece.side == rules_.side[static_cast<std::size_t>(me_)];
        if (node.index >= 0 && piece.kind != node.index) continue;
        if (node.op == Op::kind || (piece.side >= 0 && own == (node.number != 0))) codes.push_back(static_cast<std::uint16_t>(k));
      }
      return pieces(codes);
    }
    case Op::marks: looks(); return with_number(Do::load, static_cast<long>(layout_.marks_at(node.index)));
    case Op::last: return simple(Do::one, simple(Do::last));
    case Op::intersect: return intersection(set(part(0)), set(part(1)));
    case Op::unite: return united(set(part(0)), set(part(1)));
    case Op::subtract: return difference(set(part(0)), set(part(1)));
    case Op::choice:
      return decided(
          number(part(0)), true, [&] { return set(part(1)); }, [&] { return node.parts.size() > 2 ? set(part(2)) : none(); });
    case Op::as_seat: return seen_by(seat_of(node.who), [&] { return set(part(0)); });
    case Op::let_in: return bound(node, [&] { return set(part(1)); });
    case Op::those: return those(node);
    case Op::near:
    case Op::ray: {
      const std::int32_t ways = known_ways(part(1));
      if (const auto from = ways >= 0 ? one_site(part(0)) : std::nullopt)
        return with_number(Do::looked_up, table(node.op, ways), *from);
      Instruction i;
      i.what = node.op == Op::near ? Do::near : Do::ray;
      i.a = set(part(0));
      if (is_none(i.a)) return i.a;
      return with_ways(i, part(1));
    }
    case Op::slide: return slide(node);
    case Op::leap: {
      const std::int32_t leaps = table(node.op, node.number, node.index);
      if (const auto from = one_site(part(0))) return with_number(Do::looked_up, leaps, *from);
      const std::uint16_t from_all = set(part(0));
      return is_none(from_all) ? from_all : with_number(Do::look_up_each, leaps, from_all);
    }
    case Op::jump: {
      Instruction i;
      i.what = Do::jump;
      i.a = set(part(0));
      if (is_none(i.a)) return i.a;
      i.b = set(part(2));
      i.c = set(part(3));
      return with_ways(i, part(1));
    }
    case Op::bracket: return bracket(node);
    case Op::line: return with_ways({.what = Do::line, .flag = node.number != 0, .a = number(part(0)), .b = set(part(1))}, part(2));
    case Op::between: return simple(Do::between, set(part(0)), set(part(1)));
    case Op::at: return with_ways({.what = Do::at, .a = set(part(0)), .b = number(part(2))}, part(1));
    case Op::axis: return with_ways({.what = Do::axis, .a = set(part(0))}, part(1));
    case Op::flood: return with_ways({.what = Do::flood, .a = set(part(0)), .b = set(part(1))}, part(2));
    case Op::rows:
    case Op::columns:
    case Op::sites: {
      if (node.op == Op::sites && node.parts.size() == 1)
        if (const auto found = found_by_index(part(0))) return *found;
      const std::uint16_t least = number(part(0));
      if (node.op == Op::sites && node.parts.size() == 1) return simple(Do::site, least);
      const std::uint16_t most = node.parts.size() > 1 ? number(part(1)) : least;
      return simple(node.op == Op::rows ? Do::rows : node.op == Op::columns ? Do::columns : Do::sites, least, most);
    }
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::unequal: {
      looks();
      Instruction i;
      i.what = node.op == Op::less         ? Do::less
               : node.op == Op::less_equal ? Do::less_equal
               : node.op == Op::equal      ? Do::equal
                                           : Do::unequal;
      i.flag = node.number != 0;
      i.a = number(part(0));
      if (layout_.stones_in_order && value_of(i.a) == 0 && (i.what == Do::unequal || (i.what == Do::less && i.flag)))
        return simple(Do::holding);
      return emit(i);
    }
    default: return none();
  }
}

/// True for arithmetic on the index of a single site, which is returned in `of`.
bool ExprCompiler::counts_from(const Node& node, const Node*& of) {
  switch (node.op) {
    case Op::number: return true;
    case Op::add:
    case Op::sub:
    case Op::mul: return counts_from(node.parts[0], of) && counts_from(node.parts[1], of);
    case Op::index_of: {
      const Node& site = node.parts[0];
      if (!(site.op == Op::slot && site.type == Type::site) && site.op != Op::last) return false;
      if (of == nullptr) of = &site;
      return site.op == of->op && (site.op == Op::last || site.index == of->index);
    }
    default: return false;
  }
}

long ExprCompiler::counted_from(const Node& node, long index) {
  if (node.op == Op::number) return node.number;
  if (node.op == Op::index_of) return index;
  const long a = counted_from(node.parts[0], index), b = counted_from(node.parts[1], index);
  return within_limits(node.op == Op::add ? a + b : node.op == Op::sub ? a - b : a * b);
}

std::optional<std::uint16_t> ExprCompiler::found_by_index(const Node& node) {
  const Node* of = nullptr;
  if (!counts_from(node, of) || of == nullptr) return std::nullopt;
  const long sites = rules_.board.size();
  const auto there = [&](long index) {
    const long at = counted_from(node, index);
    return at < 0 || at >= sites ? Set() : Set().set(static_cast<std::size_t>(at));
  };
  SiteTable table;
  table.of_none = there(0);
  for (long k = 0; k < sites; ++k) table.of.push_back(there(k));
  auto& all = out_.tables;
  auto at = std::find(all.begin(), all.end(), table);
  if (at == all.end()) at = all.insert(at, std::move(table));
  return with_number(Do::found_by_index, at - all.begin(), site(*of));
}

std::uint16_t ExprCompiler::arithmetic(Do what, const Node& node) {
  const std::uint16_t a = number(node.parts[0]), b = number(node.parts[1]);
  if (const auto known_a = value_of(a), known_b = value_of(b); known_a && known_b) {
    const long x = *known_a, y = *known_b;
    if (what == Do::add) return known(within_limits(x + y));
    if (what == Do::subtract) return known(within_limits(x - y));
    if (what == Do::multiply) return known(within_limits(x * y));
    if (what == Do::ways_both) return known(x & y);
    if (what == Do::ways_any) return known(x | y);
    if (what == Do::ways_without) return known(x & ~y);
  }
  return simple(what, a, b);
}

/// True if evaluating is cheaper than branching.
bool ExprCompiler::is_quick(const Node& node) {
  switch (node.op) {
    case Op::number:
    case Op::truth:
    case Op::fixed:
    case Op::slot:
    case Op::empty:
    case Op::occupied:
    case Op::owned:
    case Op::kind:
    case Op::marks:
    case Op::last:
    case Op::counter:
    case Op::hand:
    case Op::was_empty:
    case Op::was_occupied: return true;
    case Op::stones:
    case Op::count:
    case Op::some:
    case Op::negation:
    case Op::as_seat:
    case Op::intersect:
    case Op::subtract:
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::subset: return std::all_of(node.parts.begin(), node.parts.end(), is_quick);
    default: return false;
  }
}

std::uint16_t ExprCompiler::quantified(const Node& node) {
  const bool any = node.op == Op::any_seat;
  const int before = bound_;
  // Short-circuit evaluation, seat by seat.
  const bool quick = is_quick(node.parts[0]);
  const auto from = [&](auto&& self, int seat) -> std::uint16_t {
    bound_ = seat;
    const std::uint16_t here = number(node.parts[0]);
    if (seat + 1 == seats_) return here;
    if (quick) return simple(any ? Do::one_true : Do::both_true, here, self(self, seat + 1));
    if (any)
      return choice(
          here, false, [&] { return known(1); }, [&] { return self(self, seat + 1); });
    return choice(
        here, false, [&] { return self(self, seat + 1); }, [&] { return known(0); });
  };
  const std::uint16_t out = from(from, 0);
  bound_ = before;
  return out;
}

std::uint16_t ExprCompiler::number(const Node& node) {
  const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
  switch (node.op) {
    case Op::number:
    case Op::dirs: return known(node.number);
    case Op::truth: return known(node.number != 0);
    case Op::slot: return slot(node);
    case Op::add: return arithmetic(Do::add, node);
    case Op::sub: return arithmetic(Do::subtract, node);
    case Op::mul: return arithmetic(Do::multiply, node);
    case Op::div: return simple(Do::divide, number(part(0)), number(part(1)));
    case Op::minus: {
      const std::uint16_t a = number(part(0));
      const auto value = value_of(a);
      return value ? known(-*value) : simple(Do::negative, a);
    }
    case Op::count: return simple(Do::count, set(part(0)));
    case Op::stones:
      looks();
      {
        const std::uint16_t there = set(part(0));
        const Instruction* known = how_made(there, Do::known_set);
        if (!layout_.stones_in_order || known == nullptr) return simple(Do::stones, there);
        return with_number(Do::stones_known, known->number);
      }
    case Op::hand: {
      looks();
      return with_number(Do::byte, static_cast<long>(layout_.hand_at(rules_, node.index, me_)));
    }
    case Op::counter: {
      looks();
      const int least = rules_.counters[static_cast<std::size_t>(node.index)].least;
      const std::uint16_t stored = with_number(Do::counter, static_cast<long>(layout_.counter_at(rules_, node.index, me_)));
      return least == 0 ? stored : simple(Do::add, stored, known(least));
    }
    case Op::groups: {
      const std::uint16_t of = set(part(0));
      if (node.parts.size() > 1) return with_ways({.what = Do::groups, .a = of}, part(1));
      return emit({.what = Do::groups, .a = of, .ways = rules_.board.all_directions()});
    }
    case Op::index_of:
      if ((part(0).op == Op::slot && part(0).type == Type::site) || part(0).op == Op::last) return simple(Do::index, site(part(0)));
      return simple(Do::index_of, set(part(0)));
    case Op::row_of: return simple(Do::row_of, set(part(0)));
    case Op::column_of: return simple(Do::column_of, set(part(0)));
    case Op::facing: {
      const int facing = rules_.facing[static_cast<std::size_t>(me_)];
      return known(facing < 0 ? 0 : 1 << turned(facing, static_cast<int>(node.number)));
    }
    case Op::leading: {
      const int facing = rules_.facing[static_cast<std::size_t>(me_)];
      const std::uint16_t ways = number(part(0));
      if (facing < 0) return known(0);
      if (const auto value = value_of(ways)) return known(leading(static_cast<Dirs>(*value), facing, node.number != 0));
      return emit({.what = Do::leading, .flag = node.number != 0, .a = ways, .number = facing});
    }
    case Op::reverse: {
      const std::uint16_t ways = number(part(0));
      const auto value = value_of(ways);
      return value ? known(reversed(static_cast<Dirs>(*value))) : simple(Do::reverse, ways);
    }
    case Op::intersect: return arithmetic(Do::ways_both, node);
    case Op::unite: return arithmetic(Do::ways_any, node);
    case Op::subtract: return arithmetic(Do::ways_without, node);
    case Op::choice:
      return decided(
          number(part(0)), false, [&] { return number(part(1)); },
          [&] { return node.parts.size() > 2 ? number(part(2)) : known(0); });
    case Op::as_seat: return seen_by(seat_of(node.who), [&] { return number(part(0)); });
    case Op::let_in: return bound(node, [&] { return number(part(1)); });
    case Op::some:
      if (const Node& line = part(0); line.op == Op::line && line.number == 0)
        return with_ways({.what = Do::has_line, .a = number(line.parts[0]), .b = set(line.parts[1])}, line.parts[2]);
      {
        const std::uint16_t there = set(part(0));
        if (is_none(there)) return known(0);
        return simple(Do::some, looks_back(there).value_or(there));
      }
    case Op::equal: {
      const std::uint16_t a = number(part(0)), b = number(part(1));
      return value_of(b) == 0 ? simple(Do::negation, a) : simple(Do::same, a, b);
    }
    case Op::unequal: return simple(Do::differs, number(part(0)), number(part(1)));
    case Op::less: return simple(Do::below, number(part(0)), number(part(1)));
    case Op::less_equal: return simple(Do::up_to, number(part(0)), number(part(1)));
    case Op::within: return simple(Do::within, number(part(0)), number(part(1)), number(part(2)));
    case Op::subset:
      if (part(0).op == Op::slot && part(0).type == Type::site) return is_in(part(0), part(1));
      return simple(Do::subset, set(part(0)), set(part(1)));
    case Op::stuck:
      looks();
      if (node.who.kind == Who::Kind::everyone) return with_number(Do::everyone_stuck, to_move_);
      return with_number(Do::stuck, seat_of(node.who));
    case Op::was_empty: return simple(Do::was_empty);
    case Op::was_occupied: return simple(Do::negation, simple(Do::was_empty));
    case Op::negation: {
      const std::uint16_t a = number(part(0));
      const auto value = value_of(a);
      return value ? known(*value == 0) : simple(Do::negation, a);
    }
    case Op::both: {
      const std::uint16_t first = number(part(0));
      if (const auto value = value_of(first)) return *value != 0 ? number(part(1)) : first;
      if (is_quick(part(1))) return simple(Do::both_true, first, number(part(1)));
      return choice(
          first, false, [&] { return number(part(1)); }, [&] { return known(0); });
    }
    case Op::either:
      if (is_quick(part(1))) return simple(Do::one_true, number(part(0)), number(part(1)));
      return choice(
          number(part(0)), false, [&] { return known(1); }, [&] { return number(part(1)); });
    case Op::any_seat:
    case Op::every_seat: return quantified(node);
    default: return known(0);
  }
}

}  // namespace banmen::rules
