// The compiler of rule files: typed rules become bytecode.
#include <algorithm>
#include <set>
#include <tuple>

#include "rules/compile_expr.hpp"
#include "rules/foresight.hpp"
#include "rules/move_bound.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;
using K = Statement::Kind;

bool may_fail(const CompiledStep& r) {
  switch (r.kind) {
    case K::choose:
    case K::among:
    case K::place:
    case K::require:
    case K::either:
    case K::repeat: return true;
    case K::sow: return r.step->endless == Step::Endless::illegal;
    default: break;
  }
  for (const auto& block : r.blocks)
    if (std::any_of(block.begin(), block.end(), may_fail)) return true;
  return false;
}

/// True if a statement is more than an effect or a condition.
bool chooses(const CompiledBlock& block) {
  return std::any_of(block.begin(), block.end(), [](const CompiledStep& r) {
    return (may_fail(r) && r.kind != K::require && r.kind != K::condition) ||
           std::any_of(r.blocks.begin(), r.blocks.end(), chooses);
  });
}

bool within_empty(const Node& node) {
  switch (node.op) {
    case Op::empty: return true;
    case Op::intersect: return within_empty(node.parts[0]) || within_empty(node.parts[1]);
    case Op::subtract: return within_empty(node.parts[0]);
    case Op::slide: return node.parts[3].index == -2 && within_empty(node.parts[2]);
    default: return false;
  }
}

/// A bracket that begins at an empty site does not depend on the sites of `over` itself.
void mark_outside(Node& node) {
  if (node.op == Op::bracket && node.index == 1 && node.parts[2].op == Op::owned) node.index = 3;
  if (node.op == Op::intersect)
    for (Node& part : node.parts) mark_outside(part);
}

/// The options of a choice, conditions included; nothing if a condition has to be tested site by site.
std::optional<Node> options_of(const Step& step) {
  Node from = with_lets_inlined(step.parts[0]);
  if (!step.given[2]) return from;
  auto condition = as_set(with_lets_inlined(step.parts[2]), step.slot);
  if (!condition) return std::nullopt;
  if (within_empty(from)) mark_outside(*condition);
  const Place place = from.place;
  return make_node(Op::intersect, Type::set, place, {std::move(from), std::move(*condition)});
}

// ---- Statements on which no later choice or condition depends

/// Marks and counters read by expressions.
struct Reads {
  std::set<int> marks, counters;
  bool all = false;
  [[nodiscard]] bool mark(int index) const { return all || marks.contains(index); }
  [[nodiscard]] bool counter(int index) const { return all || counters.contains(index); }
};

void add_reads(const Node& node, Reads& to) {
  if (node.op == Op::marks) to.marks.insert(node.index);
  if (node.op == Op::counter) to.counters.insert(node.index);
  if (node.op == Op::stuck) to.all = true;
  for (const Node& part : node.parts) add_reads(part, to);
}

void add_reads(const Step& step, Reads& to) {
  for (const Node& part : step.parts) add_reads(part, to);
  for (const Steps& block : step.blocks)
    for (const Step& inner : block) add_reads(inner, to);
}

/// `after`: reads between the block and the end of the move. Returns them with the reads of the block.
Reads mark_for_show(CompiledBlock& block, Reads after) {
  for (std::size_t at = block.size(); at-- > 0;) {
    CompiledStep& r = block[at];
    Reads inside = after;
    if (r.kind == K::repeat) add_reads(*r.step, inside);  // a pass follows the previous one
    bool shows_only = !r.blocks.empty();
    for (CompiledBlock& inner : r.blocks) {
      mark_for_show(inner, inside);
      for (const CompiledStep& one : inner) shows_only = shows_only && one.for_show;
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

// ---- Fused instructions

bool branches(const std::vector<Instruction>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Instruction& i) { return i.what == Do::go || i.what == Do::go_unless; });
}

/// Fuses a move that begins with a piece going from one chosen site to another: three instructions in one, whose operands need no
/// registers. Not for programs with branches, whose targets would change.
void join_step(std::vector<Instruction>& steps) {
  if (steps.size() < 3 || branches(steps)) return;
  const Instruction &from = steps[0], &to = steps[1], &move = steps[2];
  if (from.what != Do::coded || to.what != Do::coded || from.ways != to.ways || move.what != Do::move_known) return;
  if (move.a != from.to || move.b != to.to) return;
  steps[2] = {.what = Do::step,
              .to = from.to,
              .b = to.to,
              .c = static_cast<std::uint16_t>(from.number),
              .d = static_cast<std::uint16_t>(to.number),
              .ways = from.ways,
              .number = move.number};
  steps.erase(steps.begin(), steps.begin() + 2);
}

void part_placing(CompiledTurn& turn) {
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

/// Options found in a table by the previous choice, possibly restricted to a set or without one, need no program.
void shorten(Chain::Link& link, int slot_before) {
  using How = Chain::Link::How;
  const std::vector<Instruction>& code = link.code;
  if (code.size() < 2 || code.size() > 3 || code[0].what != Do::named || code[0].number != slot_before ||
      code[1].what != Do::looked_up || code[1].a != code[0].to)
    return;
  if (code.size() == 3) {
    const Instruction& last = code[2];
    if (last.to != link.options || (last.what != Do::without && last.what != Do::both)) return;
    if (last.what == Do::both && last.b == code[1].to)
      link.among = last.a;
    else if (last.a == code[1].to && last.b != code[1].to)
      link.among = last.b;
    else
      return;
    link.how = last.what == Do::both ? How::found_among : How::found_without;
  } else {
    if (code[1].to != link.options) return;
    link.how = How::found;
  }
  link.table = code[1].number;
}

/// Facts about chosen sites during compilation.
struct Chosen {
  std::vector<int> empty;                  // slots of empty sites
  std::vector<std::pair<int, int>> codes;  // slots of sites with a piece of that code
  [[nodiscard]] bool is_empty(int slot) const { return std::find(empty.begin(), empty.end(), slot) != empty.end(); }
  [[nodiscard]] int code(int slot) const {
    for (const auto& [of, code] : codes)
      if (of == slot) return code;
    return -1;
  }
  void forget() {
    empty.clear();
    codes.clear();
  }
};

/// A continuation: the statements from one on, and those after the block.
struct After {
  const Steps& steps;
  const CompiledBlock& block;
  std::size_t from;
  const After* then;
};

class Compiler {
 public:
  Compiler(const Rules& rules, const Layout& layout, Bytecode& out)
      : rules_(rules), layout_(layout), out_(out), game_{rules, layout, out, {}}, seats_(rules.seat_count()) {}

  void compile() {
    int sets = 0;
    for (const Type type : rules_.slot_types) out_.named_set.push_back(type == Type::set ? sets++ : 0);
    for (int seat = 0; seat < seats_; ++seat) out_.turns.push_back(turn(rules_.turns[static_cast<std::size_t>(seat)], seat));
    for (int seat = 0; seat < seats_; ++seat) compile_effects(seat);
    ends();
    const auto for_all = [&](const std::vector<Node>& given, std::vector<Program>& to) {
      for (int me = 0; me < seats_ && !given.empty(); ++me)
        for (int to_move = 0; to_move < seats_; ++to_move) to.push_back(program(given[0], me, to_move));
    };
    for_all(rules_.score, out_.score);
    for_all(rules_.value, out_.value);
    for (int to_move = 0; to_move < seats_ && !rules_.sure.empty(); ++to_move)
      out_.sure.push_back(program(rule_that_is_sure(rules_), (to_move + seats_ - 1) % seats_, to_move));
    // The same condition was compiled for every seat.
    const auto before = [](const Place& a, const Place& b) {
      return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
    };
    std::vector<Place>& tested = out_.site_by_site;
    std::sort(tested.begin(), tested.end(), before);
    const auto same = [&](const Place& a, const Place& b) { return !before(a, b) && !before(b, a); };
    tested.erase(std::unique(tested.begin(), tested.end(), same), tested.end());
  }

 private:
  Program program(const Node& node, int me, int to_move) {
    const Node whole = with_lets_inlined(node);
    ExprCompiler code(game_, me, to_move);
    const bool is_set = whole.type == Type::set || whole.type == Type::site;
    const std::uint16_t result = code.of(whole);
    return game_.checked(code.finish(result, is_set), whole.place);
  }

  CompiledTurn turn(const Turn& turn, int seat) {
    CompiledTurn out;
    out.pass = turn.pass;
    out.roll = turn.roll;
    out.roll_slot = turn.roll_slot;
    out.room = room_in_repeat(rules_, turn);
    for (const Steps& steps : turn.blocks) {
      int bits = 0;
      CompiledBlock& compiled = out.blocks.emplace_back(block(steps, seat, bits, false));
      out_.move_bits = std::max(out_.move_bits, bits);
      mark_last_choices(compiled, true);
      mark_for_show(compiled, Reads{});
      compile_rests(steps, compiled, seat, nullptr);
      out_.keeps_before =
          out_.keeps_before || find_step(steps, [](const Step& step) { return step.kind == K::sow; }) || turn.blocks.size() > 1;
    }
    out.single = out.blocks.size() == 1 && !out.blocks[0].empty() && out.blocks[0][0].last_choice;
    if (out.blocks.size() == 1 && !out.single) out.chain = chain_of(turn.blocks[0], out.blocks[0], seat);
    return out;
  }

  void ends() {
    for (const End& end : rules_.ends) {
      CompiledEnd& out = out_.ends.emplace_back();
      for (int mover = 0; mover < seats_; ++mover)
        for (const int to_move : {mover, (mover + 1) % seats_}) out.when.push_back(program(end.when, mover, to_move));
      for (int me = 0; me < seats_; ++me)
        for (int to_move = 0; to_move < seats_ && end.result.number.type == Type::number; ++to_move)
          out.number.push_back(program(end.result.number, me, to_move));
    }
    out_.ends_when_stuck = std::all_of(out_.ends.begin(), out_.ends.end(), [&](const CompiledEnd& end) {
      for (int mover = 0; mover < seats_; ++mover) {
        const Program& next = end.when[static_cast<std::size_t>(2 * mover + 1)];
        const bool asks =
            next.steps.size() == 1 && (next.steps[0].what == Do::everyone_stuck ||
                                       (next.steps[0].what == Do::stuck && next.steps[0].number == (mover + 1) % seats_));
        if (!asks) return false;
      }
      return true;
    });
  }

  CompiledBlock block(const Steps& steps, int seat, int& bits, bool repeated) {
    CompiledBlock out;
    for (const Step& step : steps) {
      CompiledStep r;
      r.kind = step.kind;
      r.step = &step;
      if (step.kind == K::choose || step.kind == K::place) {
        choice(step, seat, r);
      } else if (step.kind == K::sow) {
        sowing(step, seat, r);
      } else {
        for (std::size_t i = 0; i < step.parts.size(); ++i) {
          const bool given = step.parts[i].index != -2 && (i >= step.given.size() || step.given[i]);
          r.parts.push_back(given ? program(step.parts[i], seat, seat) : Program{});
        }
      }
      if (step.kind == K::place && rules_.kinds[static_cast<std::size_t>(step.piece)].has_hand)
        r.at = layout_.hand_at(rules_, step.piece, seat);
      if (step.kind == K::set || step.kind == K::add) r.at = layout_.counter_at(rules_, step.index, seat);
      if (step.kind == K::mark || step.kind == K::unmark || step.kind == K::clear) r.at = layout_.marks_at(step.index);
      if (step.kind == K::flip) r.flips = flips_of(seat);
      // Coded by option, because no pass may begin with the bits that end it.
      r.by_option =
          repeated && (step.kind == K::choose || step.kind == K::place || step.kind == K::among || step.kind == K::either);
      r.bits = !r.by_option ? bits_of(step, layout_.words) : step.sole ? 0 : bits_of_a_pass;
      bits += r.bits;
      int most = 0;
      for (const Steps& inner_steps : step.blocks) {
        int inner = 0;
        r.blocks.push_back(block(inner_steps, seat, inner, repeated || step.kind == K::repeat));
        most = std::max(most, inner);
      }
      bits += most;
      out.push_back(std::move(r));
    }
    for (std::size_t at = 0; at + 1 < out.size(); ++at) look_ahead(steps, at, seat, out);
    return out;
  }

  void choice(const Step& step, int seat, CompiledStep& r) {
    const auto code = [&](const Node& node) { return program(node, seat, seat); };
    if (step.type == Type::number) {
      r.parts = {code(step.parts[0]), code(step.parts[1]), step.given[2] ? code(step.parts[2]) : Program{}};
    } else if (step.type == Type::dirs) {
      r.parts = {code(step.parts[0]), Program{}, step.given[2] ? code(step.parts[2]) : Program{}};
    } else {
      const auto options = options_of(step);
      r.tested = !options;
      if (r.tested) out_.site_by_site.push_back(step.parts[2].place);
      r.options = code(options ? *options : step.parts[0]);
      r.onto_empty = within_empty(with_lets_inlined(step.parts[0]));
      r.parts = {Program{}, Program{}, r.tested ? code(step.parts[2]) : Program{}};
    }
  }

  void sowing(const Step& step, int seat, CompiledStep& r) {
    r.sowing = static_cast<int>(out_.sowings.size());
    SowingStep& sow = out_.sowings.emplace_back();
    sow.slot = step.slot;
    sow.back = step.back;
    sow.relays = step.given[1];
    if (step.given[0]) sow.skip = program(step.parts[0], seat, seat);
    if (step.given[1]) {
      sow.relay = program(step.parts[1], seat, seat);
      sow.relays_on_occupied = with_lets_inlined(step.parts[1]).op == Op::was_occupied;
    }
    const int holes = rules_.board.size();
    if (!layout_.stones_in_order || holes > Sowing::most_holes) return;
    std::uint32_t skipped = 0;
    if (step.given[0]) {
      const auto known = ExprCompiler(game_, seat, seat).constant(with_lets_inlined(step.parts[0]));
      if (!known) return;
      for (int hole = 0; hole < holes; ++hole) skipped |= std::uint32_t{(*known)[static_cast<std::size_t>(hole)]} << hole;
    }
    if (__builtin_popcount(skipped) < holes) sow.ring.emplace(holes, skipped, step.back);
  }

  void mark_last_choices(CompiledBlock& block, bool at_end) {
    bool free = at_end;
    for (std::size_t i = block.size(); i-- > 0;) {
      CompiledStep& r = block[i];
      const bool has_hand = r.kind == K::place && rules_.kinds[static_cast<std::size_t>(r.step->piece)].has_hand;
      if (free && (r.kind == K::choose || r.kind == K::place) && r.step->type == Type::site && !r.tested && !r.by_option &&
          !has_hand)
        r.last_choice = true;
      for (auto& inner : r.blocks) mark_last_choices(inner, free && r.kind != K::repeat);
      if (may_fail(r)) free = false;
    }
  }

  /// Uses the next choice to restrict this one.
  void look_ahead(const Steps& steps, std::size_t at, int seat, CompiledBlock& block) {
    CompiledStep& r = block[at];
    if (r.kind != K::choose) return;
    const K next = block[at + 1].kind;
    r.next_tries = next == K::choose || next == K::place || next == K::among || next == K::either;
    if (r.step->type != Type::site || r.tested || r.by_option) return;
    const Step* then = &steps[at + 1];
    if (next == K::repeat && !then->blocks.empty() && !then->blocks[0].empty()) then = &then->blocks[0][0];
    if (then->kind != K::choose || then->type != Type::site) return;
    const Node from = *options_of(*r.step), onto = with_lets_inlined(then->parts[0]);
    if (const auto starts = layout_.both_ways() ? starts_of(onto, r.step->slot, everywhere(onto.place)) : std::nullopt) {
      r.options = program(make_node(Op::intersect, Type::set, from.place, {from, *starts}), seat, seat);
    } else if (const auto all = for_any(onto, r.step->slot, from)) {
      r.ahead = program(*all, seat, seat);
    }
    CompiledStep& second = block[at + 1];
    if (next != K::choose || second.tested || second.by_option) return;
    const Node options = *options_of(*second.step);
    const Contents may_stand = Foresight(rules_, seat).contents(from);
    for (const bool by_piece : {true, false}) {
      ExprCompiler code(game_, seat, seat);
      code.choose(r.step->slot, 1);
      std::vector<Program> ways{code.take_way(code.set(options))};
      r.way_of.assign(by_piece && rules_.kinds.size() > 1 ? rules_.codes.size() : 0, 0);
      for (std::size_t piece = 0; piece < r.way_of.size(); ++piece) {
        if (!may_stand[piece + 1]) continue;
        code.stands(r.step->slot, static_cast<int>(piece));
        r.way_of[piece] = static_cast<std::uint8_t>(ways.size());
        ways.push_back(code.take_way(code.set(options)));
      }
      if (!code.is_chain()) return r.way_of.clear();
      if (!code.share(ways)) continue;
      r.once = std::move(code.at_level(0));
      second.ways = std::move(ways);
      return;
    }
    r.way_of.clear();
  }

  /// Codes and what they become when a seat flips them.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> flips_of(int seat) const {
    std::vector<std::pair<std::size_t, std::size_t>> out;
    const int side = rules_.side[static_cast<std::size_t>(seat)];
    for (std::size_t c = 0; c < rules_.codes.size(); ++c) {
      const PieceCode& code = rules_.codes[c];
      if (code.side < 0 || code.side == side) continue;
      if (rules_.kinds[static_cast<std::size_t>(code.kind)].owner != PieceKind::Owner::one)
        out.emplace_back(c, code_of(rules_, code.kind, seat));
    }
    return out;
  }

  /// Compiles all effects of a turn without alternatives to one program, which also computes the next seat's options if its turn is
  /// one choice.
  void compile_effects(int seat) {
    const Turn& turn = rules_.turns[static_cast<std::size_t>(seat)];
    CompiledTurn& mine = out_.turns[static_cast<std::size_t>(seat)];
    if (turn.blocks.size() != 1) return;
    ExprCompiler code(game_, seat, seat);
    int shift = 0;
    Chosen chosen;
    mine.straight = write_effects(turn.blocks[0], mine.blocks[0], seat, code, shift, chosen);
    if (!mine.straight) return;
    const auto next = static_cast<std::size_t>((seat + 1) % seats_);
    const CompiledTurn& after = out_.turns[next];
    const Steps& then = rules_.turns[next].blocks[0];
    // For the view of the next seat, whose turn begins without choices.
    code.look_as(static_cast<int>(next));
    if (after.single && after.roll == 0) {
      mine.effects = code.finish(code.set(*options_of(then[0])), true);
      mine.looks_on = true;
    } else if (after.chain && after.chain->pairs && after.roll == 0) {
      const auto& links = after.chain->links;
      const auto choice = [&](int slot) {
        return *options_of(
            *std::find_if(then.begin(), then.end(), [&](const Step& s) { return s.kind != K::move && s.slot == slot; }));
      };
      Chain::Link second;
      const std::uint16_t options = code.set(choice(links[0].slot));
      code.choose(links[0].slot, 1);
      second.options = code.set(choice(links[1].slot));
      code.keep_only({options, second.options});
      second.code = code.at_level(1);
      shorten(second, links[0].slot);
      mine.looks_on = second.how == links[1].how && second.table == links[1].table;
      mine.effects = mine.looks_on ? code.finish(options, true, second.among) : code.finish(no_result, false);
    } else {
      mine.effects = code.finish(no_result, false);
    }
    mine.straight = mine.effects.fits();
    part_placing(mine);
    join_step(mine.effects.steps);
  }

  static void write_move(const Step& step, ExprCompiler& code, Chosen& chosen) {
    const int piece = chosen.code(step.slot);
    const bool onto_empty = piece >= 0 && chosen.is_empty(step.other) && step.slot != step.other;
    const std::uint16_t from = code.site_of_slot(step.slot), to = code.site_of_slot(step.other);
    code.effect({.what = onto_empty   ? Do::move_known
                         : piece >= 0 ? Do::move_onto
                                      : Do::move,
                 .a = from,
                 .b = to,
                 .number = std::max(0, piece)});
    chosen.forget();
    if (onto_empty) chosen.empty.push_back(step.slot);
    if (piece < 0) return;
    chosen.codes.emplace_back(step.other, piece);
    code.stands(step.other, piece);
  }

  /// For every choice: a program that executes the rest of the move, if it only reads the pieces.
  void compile_rests(const Steps& steps, CompiledBlock& block, int seat, const After* then) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      CompiledStep& r = block[at];
      const After after{steps, block, at + 1, then};
      if (r.kind == K::either || r.kind == K::condition)
        for (std::size_t k = 0; k < r.blocks.size(); ++k) compile_rests(r.step->blocks[k], r.blocks[k], seat, &after);
      if (r.kind != K::choose || r.step->type != Type::site || r.tested || r.by_option || r.last_choice) continue;
      std::vector<int> standing{-1};  // by way
      if (at > 0)
        for (std::size_t piece = 0; piece < block[at - 1].way_of.size(); ++piece)
          if (block[at - 1].way_of[piece] != 0) standing.push_back(static_cast<int>(piece));
      for (const int piece : standing) {
        ExprCompiler code(game_, seat, seat);
        Chosen chosen;
        if (r.onto_empty) chosen.empty.push_back(r.step->slot);
        if (piece >= 0) {
          chosen.codes.emplace_back(block[at - 1].step->slot, piece);
          code.stands(block[at - 1].step->slot, piece);
        }
        const bool written = write_rest(after, seat, code, chosen);
        Program rest = code.finish(no_result, false);
        r.rest.push_back(written && rest.fits() ? std::move(rest.steps) : std::vector<Instruction>{});
      }
    }
  }

  /// False if the rest has a choice, or reads more than pieces.
  bool write_rest(const After& after, int seat, ExprCompiler& code, Chosen& chosen) {
    const auto ask = [&](Do what, const Node& condition) {
      code.write_as_is({.what = what, .a = code.number(with_lets_inlined(condition))});
    };
    for (std::size_t at = after.from; at < after.block.size(); ++at) {
      const CompiledStep& r = after.block[at];
      const Step& step = after.steps[at];
      if (r.for_show) continue;
      switch (r.kind) {
        case K::require: ask(Do::fail_unless, step.parts[0]); break;
        case K::move: write_move(step, code, chosen); break;
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
              written = write_rest({step.blocks[which], r.blocks[which], 0, nullptr}, seat, code, chosen) && written;
            chosen.forget();
          };
          code.branch(
              with_lets_inlined(step.parts[0]), [&] { inner(0); }, [&] { inner(1); });
          if (!written) return false;
          break;
        }
        case K::put:
        case K::remove:
        case K::flip:
        case K::let: {
          int shift = 0;
          const Steps alone_steps{step};
          const CompiledBlock alone{r};
          if (!write_effects(alone_steps, alone, seat, code, shift, chosen)) return false;
          break;
        }
        default: return false;
      }
    }
    return !after.then || write_rest(*after.then, seat, code, chosen);
  }

  /// Statements as instructions; false if one of them has none.
  bool write_effects(const Steps& steps, const CompiledBlock& block, int seat, ExprCompiler& code, int& shift, Chosen& chosen) {
    const auto act = [&](Do what, std::uint16_t a, std::size_t number = 0) {
      code.effect({.what = what, .a = a, .number = static_cast<std::int32_t>(number)});
    };
    const auto given = [&](const Node& node) { return code.steady(code.set(node)); };
    for (std::size_t k = 0; k < block.size(); ++k) {
      const CompiledStep& r = block[k];
      const Step& step = steps[k];
      const auto part = [&](int i) { return with_lets_inlined(step.parts[static_cast<std::size_t>(i)]); };
      switch (r.kind) {
        case K::choose:
        case K::place: {
          if (r.by_option || step.type == Type::number || step.type == Type::dirs) return false;
          const std::uint16_t at = code.coded(step.slot, shift, r.bits);
          shift += r.bits;
          if (r.kind == K::choose) {
            if (r.onto_empty) chosen.empty.push_back(step.slot);
            if (const std::uint16_t from = code.set(part(0)); from < rules_.codes.size())
              chosen.codes.emplace_back(step.slot, from);
            break;
          }
          chosen.forget();
          if (rules_.kinds[static_cast<std::size_t>(step.piece)].has_hand) act(Do::from_hand, 0, r.at);
          if (!r.onto_empty) act(Do::take_off, code.alone(at));
          act(Do::put_one, at, code_of(rules_, step.piece, seat));
          break;
        }
        case K::put:
          if (step.piece < 0) return false;
          if (const Node at = part(0); at.op == Op::slot && chosen.is_empty(at.index)) {
            act(Do::put_one, code.site_of_slot(at.index), code_of(rules_, step.piece, seat));
          } else {
            const std::uint16_t there = given(at);
            act(Do::take_off, there);
            act(Do::put, there, code_of(rules_, step.piece, seat));
          }
          chosen.forget();
          break;
        case K::move: write_move(step, code, chosen); break;
        case K::remove:
          if (r.parts.size() == 2) return false;
          act(Do::take_off, given(part(0)));
          chosen.forget();
          break;
        case K::flip: {
          const std::uint16_t turned = given(part(0));
          chosen.forget();
          code.flip(turned, r.flips);
          break;
        }
        case K::sow:
          if (step.endless == Step::Endless::illegal) return false;
          code.name_all();
          act(Do::sow, 0, static_cast<std::size_t>(r.sowing));
          break;
        case K::take: act(Do::take, code.set(part(0))); break;
        case K::set:
        case K::add:
          code.effect({.what = Do::set_counter,
                       .flag = r.kind == K::add,
                       .a = code.number(part(0)),
                       .ways = step.index,
                       .number = static_cast<std::int32_t>(r.at)});
          break;
        case K::mark:
        case K::unmark: act(r.kind == K::mark ? Do::mark : Do::unmark, code.set(part(0)), r.at); break;
        case K::clear: act(Do::unmark, code.set(with_index(make_node(Op::marks, Type::set, step.place), step.index)), r.at); break;
        case K::let: {
          const Node value = part(0);
          code.bind(step.slot, step.type == Type::set    ? given(value)
                               : step.type == Type::site ? code.first_of(value)
                                                         : code.number(value));
          break;
        }
        case K::require: break;  // checked when the move was listed
        case K::again: act(Do::again, 0); break;
        case K::condition: {
          bool written = true;
          const auto inner = [&](std::size_t which) {
            int own = shift;
            if (which < step.blocks.size())
              written = write_effects(step.blocks[which], r.blocks[which], seat, code, own, chosen) && written;
            chosen.forget();
            written = written && own == shift;  // a choice inside would shift the code of later ones
          };
          chosen.forget();
          code.branch(
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

  std::optional<Chain> chain_of(const Steps& steps, const CompiledBlock& block, int seat) {
    Chain chain;
    ExprCompiler code(game_, seat, seat);
    std::vector<Node> options;
    std::vector<const Step*> moves;
    int shift = 0;
    for (std::size_t at = 0; at < block.size(); ++at) {
      const CompiledStep& r = block[at];
      const Step& step = steps[at];
      if (r.kind == K::move) {
        code.move(step.slot, step.other);
        moves.push_back(&step);
        continue;
      }
      const bool choice = r.kind == K::choose || (r.kind == K::place && r.last_choice);
      if (!choice || step.type != Type::site || r.tested || r.by_option || options.size() + 1 == ExprCompiler::levels)
        return std::nullopt;
      options.push_back(*options_of(step));
      Chain::Link& link = chain.links.emplace_back();
      link.options = code.set(options.back());
      link.slot = step.slot;
      link.shift = shift;
      code.choose(step.slot, static_cast<int>(options.size()));
      shift += r.bits;
      if (r.last_choice) break;
    }
    if (options.size() < 2 || !code.fits_chain()) return std::nullopt;
    if (!block[options.size() + moves.size() - 1].last_choice) return std::nullopt;
    chain.volley = options.size() == 3 && moves.size() == 1 && is_volley(steps, options);
    if (chain.volley) {
      ExprCompiler first(game_, seat, seat);
      chain.movers = first.set(options[0]);
      chain.open = first.set(make_node(Op::empty, Type::set, steps[0].place));
      chain.before = first.at_level(0);
    }
    std::vector<std::uint16_t> needed;
    for (const Chain::Link& link : chain.links) needed.push_back(link.options);
    code.keep_only(needed);
    for (std::size_t k = 0; k < options.size(); ++k) {
      chain.links[k].code = std::move(code.at_level(static_cast<int>(k)));
      if (k > 0) shorten(chain.links[k], chain.links[k - 1].slot);
    }
    chain.pairs = options.size() == 2 && chain.links[1].how != Chain::Link::How::computed;
    return chain;
  }

  /// Slides in all eight directions through empty sites, followed by another such slide from the target.
  [[nodiscard]] bool is_volley(const Steps& steps, const std::vector<Node>& options) const {
    const auto slides_from = [](const Node& node, int slot) {
      return node.op == Op::slide && node.parts[0].op == Op::slot && node.parts[0].index == slot && node.parts[2].op == Op::empty &&
             node.parts[3].index == -2 &&
             (node.parts[1].index == -2 || (node.parts[1].op == Op::dirs && node.parts[1].number == compass));
    };
    return layout_.has_reach(rules_.board) && steps.size() >= 4 && options[0].op == Op::owned && steps[2].kind == K::move &&
           steps[2].slot == steps[0].slot && steps[2].other == steps[1].slot && slides_from(options[1], steps[0].slot) &&
           slides_from(options[2], steps[1].slot);
  }

  const Rules& rules_;
  const Layout& layout_;
  Bytecode& out_;
  Compilation game_;
  int seats_;
};

}  // namespace

Bytecode compile(const Rules& rules, const Layout& layout) {
  Bytecode out;
  Compiler(rules, layout, out).compile();
  return out;
}

}  // namespace banmen::rules
