#include "rules/effects.hpp"

#include <algorithm>

#include "rules/budget.hpp"

namespace banmen::rules {
namespace {

using SK = Statement::Kind;

constexpr std::size_t most_ways = 48;  // more are joined

/// n times a change, with n from `least` to `most`.
Range multiplied(const Range& change, long least, long most) {
  return {times(change.least, change.least < 0 ? most : least), times(change.most, change.most > 0 ? most : least)};
}

/// The greatest distance of any site from a seat's last row.
long farthest_row(const Rules& rules) {
  long farthest = 0;
  for (int s = 0; s < rules.board.size(); ++s)
    for (int i = 0; i < rules.seat_count(); ++i) farthest = std::max(farthest, rows_to_go(rules, s, i));
  return farthest;
}

class Follower {
 public:
  Follower(const Rules& rules, Effects& effects, int seat)
      : rules_(rules), effects_(effects), seat_(seat), farthest_(farthest_row(rules)) {}

  [[nodiscard]] Way fresh() const { return {std::vector<Range>(effects_.quantities.size()), Foresight(rules_, seat_)}; }

  std::vector<Way> follow(const Steps& steps, std::vector<Way> ways) {
    for (const Step& step : steps) {
      std::vector<Way> after;
      for (Way& way : ways) {
        if (way.stopped) {
          after.push_back(std::move(way));
          continue;
        }
        for (Way& next : after_step(step, std::move(way))) after.push_back(std::move(next));
      }
      ways = fewer(std::move(after));
      if (ways.empty()) return ways;
    }
    return ways;
  }

 private:
  static void join(SlotFact& a, const SlotFact& b) {
    a.contents |= b.contents;
    a.unmarked &= b.unmarked;
    a.most = std::max(a.most, b.most);
    a.number = hull(a.number, b.number);
    a.dirs |= b.dirs;
    a.ways = std::max(a.ways, b.ways);
    a.some = a.some && b.some;
    if (a.member != b.member) a.member = -1;
    if (a.same_as != b.same_as) a.same_as = -1;
    if (a.ahead_of != b.ahead_of) a.ahead_of = -1;
    if (a.jumped_from != b.jumped_from) a.jumped_from = -1;
    a.jumped |= b.jumped;
  }
  static void join(Way& a, const Way& b) {
    for (std::size_t q = 0; q < a.change.size(); ++q) a.change[q] = hull(a.change[q], b.change[q]);
    join(a.known, b.known);
    a.again = a.again || b.again;
  }
  static void join(Foresight& a, const Foresight& b) {
    for (std::size_t s = 0; s < a.slots.size(); ++s) join(a.slots[s], b.slots[s]);
    for (std::size_t c = 0; c < a.counters.size(); ++c) a.counters[c] = hull(a.counters[c], b.counters[c]);
    const auto keep_common = [](std::vector<const Node*>& to, const std::vector<const Node*>& from) {
      std::erase_if(to, [&](const Node* set) { return std::find(from.begin(), from.end(), set) == from.end(); });
    };
    keep_common(a.some, b.some);
    keep_common(a.none, b.none);
  }
  static std::vector<Way> fewer(std::vector<Way> ways) {
    if (ways.size() <= most_ways) return ways;
    std::vector<Way> out;
    for (Way& way : ways) {
      const auto same =
          std::find_if(out.begin(), out.end(), [&](const Way& w) { return w.stopped == way.stopped && w.again == way.again; });
      if (same == out.end())
        out.push_back(std::move(way));
      else
        join(*same, way);
    }
    return out;
  }

  // ---- Effect of a change of a site on a quantity

  /// The weight of a piece (bit of Contents) in a quantity.
  [[nodiscard]] Range weight(const Quantity& q, std::size_t bit) const {
    if (bit == 0) return {0, 0};
    const PieceCode& code = rules_.codes[bit - 1];
    if (q.of >= 0 && code.kind != q.of) return {0, 0};
    if (q.kind == Quantity::Kind::pieces) return {1, 1};
    if (q.kind == Quantity::Kind::rows && code.owner >= 0) return {0, farthest_};
    return {0, 0};
  }
  [[nodiscard]] Range weight(const Quantity& q, const Contents& contents) const {
    Range out{Range::endless, -Range::endless};
    for (std::size_t b = 0; b <= rules_.codes.size() && b <= most_codes; ++b)
      if (contents[b]) out = hull(out, weight(q, b));
    return contents.none() ? Range{0, 0} : out;
  }

  /// Replaces `before` by `after` on `least` to `most` sites.
  void replaced(Way& way, const Contents& before, const Contents& after, long least, long most) const {
    for (std::size_t q = 0; q < way.change.size(); ++q) {
      const Range change = weight(effects_.quantities[q], after) + -weight(effects_.quantities[q], before);
      way.change[q] = way.change[q] + multiplied(change, least, most);
    }
  }

  /// Replaces the contents of a set: its named sites one by one, the rest together.
  void replace(Way& way, const Node& set, const Contents& after) {
    const Contents before = way.known.contents(set);
    const auto sure = way.known.surely(set);
    long most = way.known.most(set);
    std::vector<Contents> distinct;  // names may be aliases: only those that surely differ count
    for (const int s : sure) {
      const Contents c = fact(way, s).contents & before;
      if (std::any_of(distinct.begin(), distinct.end(), [&](const Contents& d) { return (d & c).any(); })) continue;
      distinct.push_back(c);
      replaced(way, c, after, 1, 1);
      --most;
    }
    const bool jumped = set.op == Node::Op::between && most == 1 && distinct.empty() && !before[0];
    const bool some = distinct.empty() && most > 0 && way.known.surely_some(set);
    replaced(way, before, after, jumped || some ? 1 : 0, std::max(0L, most));
    for (std::size_t s = 0; s < way.known.slots.size(); ++s) {
      SlotFact& f = way.known.slots[s];
      f.jumped_from = -1;
      if (std::find(sure.begin(), sure.end(), way.known.canonical(static_cast<int>(s))) != sure.end())
        f.contents = after;
      else if ((f.contents & before).any())
        f.contents |= after;
    }
  }

  static SlotFact& fact(Way& way, int slot) { return way.known.slots[static_cast<std::size_t>(slot)]; }

  [[nodiscard]] Contents new_piece(int kind) const {
    Contents out;
    out.set(std::min<std::size_t>(most_codes, code_of(rules_, kind, seat_) + 1));
    return out;
  }

  void move(Way& way, const Step& step) {
    const int from = way.known.canonical(step.slot), to = way.known.canonical(step.other);
    const Contents f = fact(way, from).contents, t = fact(way, to).contents;
    const bool distinct = (f & t).none();
    const bool ahead = fact(way, to).ahead_of == from && rules_.facing[static_cast<std::size_t>(seat_)] >= 0;
    const Contents mine = way.known.pieces_of(true, -1);
    for (std::size_t q = 0; q < way.change.size(); ++q) {
      const Quantity& quantity = effects_.quantities[q];
      Range change = -weight(quantity, t);  // a piece on the target is captured
      if (quantity.kind == Quantity::Kind::rows) {
        Range moved{0, 0};
        Contents counted;
        for (std::size_t b = 1; b <= rules_.codes.size() && b <= most_codes; ++b) counted[b] = f[b] && weight(quantity, b).most > 0;
        if (counted.any()) {
          moved = ahead && (counted & ~mine).none() ? Range{-farthest_, -1} : Range{-farthest_, farthest_};
          if ((f & ~counted).any()) moved = hull(moved, {0, 0});
        }
        change = change + moved;
      }
      way.change[q] = way.change[q] + (distinct ? change : hull(change, {0, 0}));
    }
    for (std::size_t s = 0; s < way.known.slots.size(); ++s) {
      SlotFact& other = way.known.slots[s];
      const int name = way.known.canonical(static_cast<int>(s));
      const Contents before = other.contents;
      if (name == to) {
        other.contents = f;
      } else if (name == from) {
        other.contents = distinct ? Contents(1) : f | Contents(1);
      } else {
        if ((before & f).any()) other.contents.set(0);
        if ((before & t).any()) other.contents |= f;
        if (name != to) other.jumped_from = -1;
      }
    }
  }

  void choose(Way& way, const Step& step, std::vector<Way>& out) {
    const SlotFact chosen = way.known.chosen_by(step);
    if (chosen.contents.none() || chosen.number.least > chosen.number.most) return;
    way.known.forget(step.slot);
    fact(way, step.slot) = chosen;
    if (step.given[2]) way.known.assume(step.parts[2], true);
    if (step.kind == SK::place) {
      const PieceKind& kind = rules_.kinds[static_cast<std::size_t>(step.piece)];
      if (kind.has_hand) change(way, Quantity::Kind::hands, step.piece, {-1, -1});
      replace(way, with_index(make_node(Node::Op::slot, Type::site, {}), step.slot), new_piece(step.piece));
    }
    out.push_back(std::move(way));
  }

  void change(Way& way, Quantity::Kind kind, int of, const Range& by) const {
    for (std::size_t q = 0; q < way.change.size(); ++q)
      if (effects_.quantities[q].kind == kind && (effects_.quantities[q].of == of || effects_.quantities[q].of < 0))
        way.change[q] = way.change[q] + by;
  }

  void find(Finding::Kind kind, const Place& place) {
    const auto same = [&](const Finding& f) { return f.kind == kind && f.place == place && f.seat == seat_; };
    if (std::none_of(effects_.findings.begin(), effects_.findings.end(), same)) effects_.findings.push_back({kind, place, seat_});
  }

  /// The block once, then any number of times more.
  std::vector<Way> repeat(const Step& step, const Way& way) {
    std::vector<Way> first = follow(step.blocks[0], {way});
    if (first.empty()) return {};
    const auto onward = [&](Way from) {  // state at the beginning of the next pass
      const SlotFact moved = fact(from, from.known.canonical(step.other));
      from.known.forget(step.slot);
      fact(from, step.slot) = moved;
      fact(from, step.slot).same_as = fact(from, step.slot).ahead_of = fact(from, step.slot).jumped_from = -1;
      from.known.some.clear();
      from.known.none.clear();
      from.known.counters = Foresight(rules_, seat_).counters;
      from.change = std::vector<Range>(from.change.size());
      return from;
    };
    Way loop = onward(first[0]);
    for (std::size_t i = 1; i < first.size(); ++i) join(loop, onward(first[i]));
    std::vector<Way> passes;
    for (int round = 0; round < 8; ++round) {
      passes = follow(step.blocks[0], {loop});
      const auto before = loop.known.slots;
      for (const Way& pass : passes)
        if (!pass.stopped) join(loop, onward(pass));
      loop.change = std::vector<Range>(loop.change.size());
      if (loop.known.slots == before) break;
      // Widening: facts that are not stable by now are dropped.
      if (round == 6) loop.known.slots = Foresight(rules_, seat_).slots;
    }
    std::vector<const Way*> continuing;
    for (const Way& pass : passes)
      if (!pass.stopped) continuing.push_back(&pass);
    (void)falling(effects_.quantities, continuing);
    if (!continuing.empty())
      find(always_chooses(step.blocks[0]) ? Finding::Kind::unseen_repeat : Finding::Kind::endless_repeat, step.place);
    // The sum of all passes after the first.
    std::vector<Range> more(way.change.size());
    for (std::size_t q = 0; q < more.size(); ++q)
      for (const Way& pass : passes) more[q] = hull(more[q], multiplied(hull(pass.change[q], {0, 0}), 0, Range::endless));
    std::vector<Way> out;
    for (Way& once : first) {
      if (!once.stopped) {
        for (std::size_t q = 0; q < more.size(); ++q) once.change[q] = once.change[q] + more[q];
        for (const Way& pass : passes) join(once.known, pass.known);
      }
      once.stopped = false;
      out.push_back(std::move(once));
    }
    return out;
  }

  /// True if every pass stores a choice, so that the room for them bounds the number of passes.
  static bool always_chooses(const Steps& pass) {
    return std::any_of(pass.begin(), pass.end(), [](const Step& step) {
      return step.kind == SK::either ||
             ((step.kind == SK::choose || step.kind == SK::place || step.kind == SK::among) && !step.sole);
    });
  }

  static bool has_effect(SK kind) {
    switch (kind) {
      case SK::place:
      case SK::put:
      case SK::move:
      case SK::remove:
      case SK::flip:
      case SK::sow:
      case SK::take:
      case SK::carry:
      case SK::set:
      case SK::add:
      case SK::mark:
      case SK::unmark:
      case SK::clear: return true;
      default: return false;
    }
  }

  std::vector<Way> after_step(const Step& step, Way way) {
    Budget::spend(step.place, 1 + static_cast<long>(way.known.slots.size()) / 16);
    auto out = followed(step, std::move(way));
    if (has_effect(step.kind))
      for (Way& after : out) after.known.forget_sets();
    return out;
  }

  /// Marks the sites of a set.
  void mark(Way& way, const Step& step) const {
    const Node& set = step.parts[0];
    const auto kind = static_cast<std::size_t>(step.index);
    const long most = way.known.most(set);
    const auto sure = way.known.surely(set);
    const bool tracked = kind < MarkSet().size();
    const bool rises = tracked && ((way.known.surely_some(set) && way.known.unmarked(set)[kind]) ||
                                   std::any_of(sure.begin(), sure.end(), [&](int s) { return fact(way, s).unmarked[kind]; }));
    change(way, Quantity::Kind::marks, step.index, {rises ? 1 : 0, std::max(most, rises ? 1L : 0L)});
    if (!tracked) return;
    const Contents marked = way.known.contents(set);
    for (std::size_t s = 0; s < way.known.slots.size(); ++s) {
      SlotFact& f = way.known.slots[s];
      if ((f.contents & marked).any()) f.unmarked.reset(kind);  // the same site, for all that is known
    }
  }

  /// Adds to a counter, which saturates at both ends of its range.
  void add(Way& way, const Step& step) const {
    const Counter& counter = rules_.counters[static_cast<std::size_t>(step.index)];
    Range& known = way.known.counters[static_cast<std::size_t>(step.index)];
    Range by = way.known.range(step.parts[0]);
    const Range after{std::clamp<long>(known.least + by.least, counter.least, counter.most),
                      std::clamp<long>(known.most + by.most, counter.least, counter.most)};
    // If its maximum ends the game, a turn begins below it.
    if (by.least > 0) by.least = std::min(by.least, std::max(counter.most - known.most, ends_at_most(step.index) ? 1L : 0L));
    if (by.most < 0) by.most = -std::min(-by.most, known.least - counter.least);
    known = after;
    change(way, Quantity::Kind::counter, step.index, by);
  }

  std::vector<Way> followed(const Step& step, Way way) {
    std::vector<Way> out;
    switch (step.kind) {
      case SK::choose:
      case SK::place: choose(way, step, out); return out;
      case SK::among: break;
      case SK::put: {
        Contents piece;
        if (step.piece == -2)
          for (std::size_t k = 0; k < rules_.kinds.size(); ++k) piece |= new_piece(static_cast<int>(k));
        else
          piece = new_piece(step.piece);
        replace(way, step.parts[0], piece);
        break;
      }
      case SK::move: move(way, step); break;
      case SK::remove:
        if (step.parts.size() == 2)
          change(way, Quantity::Kind::stones, -1, -way.known.range(step.parts[0]));
        else
          replace(way, step.parts[0], Contents(1));
        break;
      case SK::flip: {
        // Kinds stay, owners change: this only affects the rows to go.
        for (std::size_t q = 0; q < way.change.size(); ++q)
          if (effects_.quantities[q].kind == Quantity::Kind::rows)
            way.change[q] = way.change[q] + multiplied({-farthest_, farthest_}, 0, way.known.most(step.parts[0]));
        const Contents mine = way.known.pieces_of(true, -1), theirs = way.known.pieces_of(false, -1);
        for (SlotFact& f : way.known.slots) {
          if ((f.contents & theirs).any()) f.contents |= mine;
          f.jumped |= mine;
        }
        break;
      }
      case SK::take: change(way, Quantity::Kind::stones, -1, {-rules_.all_stones, 0}); break;
      case SK::set: {
        const Counter& c = rules_.counters[static_cast<std::size_t>(step.index)];
        const Range to = way.known.range(step.parts[0]);
        Range& known = way.known.counters[static_cast<std::size_t>(step.index)];
        const Range after{std::clamp<long>(to.least, c.least, c.most), std::clamp<long>(to.most, c.least, c.most)};
        change(way, Quantity::Kind::counter, step.index, after + -known);
        known = after;
        break;
      }
      case SK::add: add(way, step); break;
      case SK::mark: mark(way, step); break;
      case SK::unmark: change(way, Quantity::Kind::marks, step.index, {-way.known.most(step.parts[0]), 0}); break;
      case SK::clear:
        change(way, Quantity::Kind::marks, step.index, {-static_cast<long>(rules_.board.size()), 0});
        if (static_cast<std::size_t>(step.index) < MarkSet().size())
          for (SlotFact& f : way.known.slots) f.unmarked.set(static_cast<std::size_t>(step.index));
        break;
      case SK::let: {
        SlotFact named;
        named.contents = way.known.everything();
        const Node& value = step.parts[0];
        if (step.type == Type::number) {
          named.number = way.known.range(value);
        } else if (step.type == Type::dirs) {
          named.dirs = way.known.dirs(value);
          named.ways = way.known.most_ways(value);
        } else {
          named = way.known.chosen_from(value);
          named.most = way.known.most(value);
          named.same_as = value.op == Node::Op::slot && value.type == Type::site ? way.known.canonical(value.index) : -1;
        }
        named.some = way.known.surely_some(value);
        if (const auto sure = way.known.surely(value); step.type == Type::set && !sure.empty()) named.member = sure[0];
        way.known.forget(step.slot);
        fact(way, step.slot) = named;
        break;
      }
      case SK::require:
        if (way.known.truth(step.parts[0]) == false) return out;
        way.known.assume(step.parts[0], true);
        break;
      case SK::again: way.again = true; break;
      case SK::stop: way.stopped = true; break;
      case SK::condition: {
        const auto holds = way.known.truth(step.parts[0]);
        if (holds != false) {
          Way then = way;
          then.known.assume(step.parts[0], true);
          out = follow(step.blocks[0], {std::move(then)});
        }
        if (holds == true) return out;
        way.known.assume(step.parts[0], false);
        std::vector<Way> other = step.blocks.size() > 1 ? follow(step.blocks[1], {way}) : std::vector<Way>{way};
        for (Way& w : other) out.push_back(std::move(w));
        return out;
      }
      case SK::either:
        for (std::size_t i = 0; i < step.blocks.size(); ++i) {
          auto taken = follow(step.blocks[i], {way});
          if (taken.empty()) find(Finding::Kind::unreachable, step.blocks[i].empty() ? step.place : step.blocks[i][0].place);
          for (Way& w : taken) out.push_back(std::move(w));
        }
        return out;
      case SK::repeat: return repeat(step, way);
      case SK::sow:
      case SK::carry:
      case SK::roll: break;
    }
    out.push_back(std::move(way));
    return out;
  }

  /// True if a rule of `end` holds as soon as the counter is at its maximum.
  [[nodiscard]] bool ends_at_most(int counter) const {
    const auto reaches = [&](const Node& node, auto&& self) -> bool {
      using Op = Node::Op;
      if (node.op == Op::either) return self(node.parts[0], self) || self(node.parts[1], self);
      if (node.op == Op::any_seat) return self(node.parts[0], self);
      if (node.op == Op::as_seat) return node.who.kind == Who::Kind::bound && self(node.parts[0], self);
      const Counter& c = rules_.counters[static_cast<std::size_t>(counter)];
      const auto is = [&](const Node& n, auto&& is_) -> bool {
        if (n.op == Op::as_seat && n.who.kind == Who::Kind::bound) return is_(n.parts[0], is_);
        return n.op == Op::counter && n.index == counter;
      };
      const auto at_end = [&](const Node& n, long from) { return n.op == Op::number && n.number >= from && n.number <= c.most; };
      if (node.op == Op::equal) {
        for (std::size_t i = 0; i < 2; ++i)
          if (is(node.parts[i], is) && at_end(node.parts[1 - i], c.most)) return true;
      }
      if (node.op == Op::less_equal) return at_end(node.parts[0], c.least) && is(node.parts[1], is);
      if (node.op == Op::less) return node.parts[0].op == Op::number && node.parts[0].number < c.most && is(node.parts[1], is);
      return false;
    };
    return std::any_of(rules_.ends.begin(), rules_.ends.end(), [&](const End& end) { return reaches(end.when, reaches); });
  }

  const Rules& rules_;
  Effects& effects_;
  int seat_;
  long farthest_;
};

std::vector<Quantity> quantities_of(const Rules& rules) {
  using K = Quantity::Kind;
  std::vector<Quantity> out;
  const long sites = rules.board.size();
  if (!rules.kinds.empty()) out.push_back({K::pieces, -1, "pieces", sites});
  if (rules.kinds.size() > 1)
    for (std::size_t k = 0; k < rules.kinds.size(); ++k)
      out.push_back({K::pieces, static_cast<int>(k), "pieces '" + rules.kinds[k].name + "'", sites});
  const bool faced = std::all_of(rules.facing.begin(), rules.facing.end(), [](int f) { return f >= 0; });
  const bool by_seat =
      std::all_of(rules.kinds.begin(), rules.kinds.end(), [](const PieceKind& k) { return k.owner != PieceKind::Owner::teams; });
  if (faced && by_seat && rules.board.kind() != Board::Kind::ring && rules.board.kind() != Board::Kind::graph) {
    const long farthest = farthest_row(rules);
    out.push_back({K::rows, -1, "rows still to go", sites * farthest});
    if (rules.kinds.size() > 1)
      for (std::size_t k = 0; k < rules.kinds.size(); ++k)
        out.push_back({K::rows, static_cast<int>(k), "rows that '" + rules.kinds[k].name + "' still has to go", sites * farthest});
  }
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (rules.kinds[k].has_hand)
      out.push_back({K::hands, static_cast<int>(k), "pieces in hand", static_cast<long>(rules.kinds[k].hand) * rules.seat_count()});
  if (rules.has_stones) out.push_back({K::stones, -1, "stones in play", rules.all_stones});
  for (std::size_t c = 0; c < rules.counters.size(); ++c) {
    const Counter& counter = rules.counters[c];
    const long times = counter.each ? rules.seat_count() : 1;
    out.push_back({K::counter, static_cast<int>(c), "'" + counter.name + "'", times * counter.most, times * counter.least});
  }
  for (std::size_t m = 0; m < rules.marks.size(); ++m)
    out.push_back({K::marks, static_cast<int>(m), "marks '" + rules.marks[m] + "'", sites});
  return out;
}

}  // namespace

long rows_to_go(const Rules& rules, int site, int seat) {
  const int facing = rules.facing[static_cast<std::size_t>(seat)];
  if (facing < 0) return 0;
  const Board& board = rules.board;
  if (facing >= 8) return facing == 8 ? board.size() - 1 - site : site;
  const auto along = [&](int s) {
    const Board::Point& p = board.point(s);
    return p.column * right_of[facing] + (board.from_top() ? -p.row : p.row) * up_of[facing];
  };
  // The farthest corner of the rectangle, on the board or not.
  const int rows = board.rows(), columns = board.columns();
  const int low = board.from_top() ? -rows : 1, high = board.from_top() ? -1 : rows;
  const int best = (right_of[facing] > 0   ? columns
                    : right_of[facing] < 0 ? -1
                                           : 0) +
                   (up_of[facing] > 0   ? high
                    : up_of[facing] < 0 ? -low
                                        : 0);
  return best - along(site);
}

long Quantity::value(const Rules& rules, const State& state) const {
  long sum = 0;
  switch (kind) {
    case Kind::pieces:
    case Kind::rows:
      for (std::size_t s = 0; s < state.piece.size(); ++s) {
        if (state.piece[s] < 0) continue;
        const PieceCode& code = rules.codes[static_cast<std::size_t>(state.piece[s])];
        if (of >= 0 && code.kind != of) continue;
        if (kind == Kind::pieces)
          ++sum;
        else if (code.owner >= 0)
          sum += rows_to_go(rules, static_cast<int>(s), code.owner);
      }
      return sum;
    case Kind::hands:
      for (int seat = 0; seat < rules.seat_count(); ++seat)
        sum += state.hands[static_cast<std::size_t>(of * rules.seat_count() + seat)];
      return sum;
    case Kind::stones:
      for (const int n : state.stones) sum += n;
      return sum;
    case Kind::counter: {
      const bool each = rules.counters[static_cast<std::size_t>(of)].each;
      for (int seat = 0; seat < (each ? rules.seat_count() : 1); ++seat)
        sum += state.counters[static_cast<std::size_t>(of * rules.seat_count() + seat)];
      return sum;
    }
    case Kind::marks: return static_cast<long>(state.marks[static_cast<std::size_t>(of)].count());
  }
  return sum;
}

std::vector<Falling> falling(const std::vector<Quantity>& quantities, std::vector<const Way*>& ways) {
  std::vector<Falling> out;
  for (;;) {
    Falling best{0, 0};
    std::size_t most = 0;
    for (std::size_t q = 0; q < quantities.size(); ++q)
      for (const int sign : {-1, 1}) {
        const auto highest = [&](const Way* way) { return sign > 0 ? way->change[q].most : -way->change[q].least; };
        if (std::any_of(ways.begin(), ways.end(), [&](const Way* w) { return highest(w) > 0; })) continue;
        const auto lowered =
            static_cast<std::size_t>(std::count_if(ways.begin(), ways.end(), [&](const Way* w) { return highest(w) < 0; }));
        if (lowered > most) {
          most = lowered;
          best = {q, sign};
        }
      }
    if (most == 0) return out;
    out.push_back(best);
    std::erase_if(
        ways, [&](const Way* w) { return (best.sign > 0 ? w->change[best.quantity].most : -w->change[best.quantity].least) < 0; });
  }
}

Effects effects_of(const Rules& rules) {
  Effects out;
  out.quantities = quantities_of(rules);
  for (int seat = 0; seat < rules.seat_count(); ++seat) {
    Follower follower(rules, out, seat);
    std::vector<Way> ways;
    for (const Steps& block : rules.turns[static_cast<std::size_t>(seat)].blocks) {
      auto taken = follower.follow(block, {follower.fresh()});
      if (taken.empty() && !block.empty()) out.findings.push_back({Finding::Kind::unreachable, block[0].place, seat});
      for (Way& way : taken) ways.push_back(std::move(way));
    }
    out.ways.push_back(std::move(ways));
  }
  return out;
}

}  // namespace banmen::rules
