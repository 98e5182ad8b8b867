// The machine for boards of W words.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/random.hpp"
#include "rules/evaluate.hpp"
#include "rules/geometry.hpp"
#include "rules/machine.hpp"
#include "rules/notation.hpp"
#include "rules/prepare.hpp"

namespace banmen::rules {

template <int W>
class MachineOf final : public Machine {
 public:
  using Sites = Cells<W>;

  explicit MachineOf(const Rules& rules) : Machine(rules), rules_(rules), geometry_(rules.board, layout_) {
    seats_ = rules.seat_count();
    int sets = 0;
    for (const Type type : rules.slot_types) set_slot_.push_back(type == Type::set ? sets++ : 0);
    for (const Turn& turn : rules.turns) {
      Prepared p;
      for (const Steps& block : turn.blocks) {
        int bits = 0;
        p.blocks.push_back(prepare(block, bits, false));
        move_bits_ = std::max(move_bits_, bits);
        mark_last_choices(p.blocks.back(), true);
      }
      p.pass = turn.pass;
      p.roll = turn.roll;
      p.roll_slot = turn.roll_slot;
      p.single = p.blocks.size() == 1 && !p.blocks[0].empty() && p.blocks[0][0].last_choice;
      for (const Steps& block : turn.blocks) keeps_before_ = keeps_before_ || sows(block) || turn.blocks.size() > 1;
      turns_.push_back(std::move(p));
    }
    for (const End& end : rules.ends) ends_.push_back({code(end.when), code(end.result.number)});
    for (const Node& n : rules.score) score_.push_back(code(n));
    for (const Node& n : rules.value) value_.push_back(code(n));
  }

  [[nodiscard]] Seat turn(const std::uint8_t* p) const override {
    if (p[layout_.over] != 0) return over;
    const int seat = p[layout_.seat];
    if (turns_[static_cast<std::size_t>(seat)].roll > 0 && rolled(p) == 0) return chance;
    return static_cast<Seat>(seat);
  }

  std::uint32_t moves(const std::uint8_t* p, std::uint64_t* list) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    if (seat == chance) {
      const int sides = turns_[p[layout_.seat]].roll;
      for (int n = 1; n <= sides; ++n) list[n - 1] = static_cast<std::uint64_t>(n);
      return static_cast<std::uint32_t>(sides);
    }
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::list);
    walk.list = list;
    walk.run_turn();
    if (walk.found == 0 && turns_[static_cast<std::size_t>(seat)].pass) {
      list[0] = pass_move;
      return 1;
    }
    return walk.found;
  }

  [[nodiscard]] std::uint32_t count(const std::uint8_t* p) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    if (seat == chance) return static_cast<std::uint32_t>(turns_[p[layout_.seat]].roll);
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::count);
    walk.run_turn();
    return walk.found > 0 ? walk.found : turns_[static_cast<std::size_t>(seat)].pass ? 1 : 0;
  }

  std::uint32_t draw(const std::uint8_t* p, NextWord next_word, void* source, std::uint64_t* move) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    const Prepared& mine = turns_[seat == chance ? p[layout_.seat] : static_cast<std::size_t>(seat)];
    if (seat == chance) {
      *move = 1 + Random::bounded(next_word(source), static_cast<std::uint32_t>(mine.roll));
      return static_cast<std::uint32_t>(mine.roll);
    }
    if (mine.single) {
      const Sites options = single_options(p, seat);
      const int n = options.size();
      if (n == 0) {
        *move = pass_move;
        return mine.pass ? 1 : 0;
      }
      *move = static_cast<std::uint64_t>(
          options.select(n == 1 ? (next_word(source), 0u) : Random::bounded(next_word(source), static_cast<std::uint32_t>(n))));
      return static_cast<std::uint32_t>(n);
    }
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::count);
    walk.run_turn();
    const std::uint32_t n = walk.found;
    if (n == 0) {
      *move = pass_move;
      return mine.pass ? 1 : 0;
    }
    Walk find(*this, p, room.bytes, seat, Mode::find);
    find.wanted = Random::bounded(next_word(source), n);
    find.run_turn();
    *move = find.chosen;
    return n;
  }

  bool play(std::uint8_t* p, std::uint64_t move, std::int32_t* gains) const override {
    const int seat = p[layout_.seat];
    if (turn(p) == chance) {
      p[layout_.rolled] = static_cast<std::uint8_t>(move);
      p[layout_.rolled + 1] = static_cast<std::uint8_t>(move >> 8);
      return false;
    }
    bool again = false;
    if (move != pass_move) {
      Room room;
      const std::uint8_t* before = p;
      if (keeps_before_) {
        copy(room.bytes, p, layout_.size);
        before = room.bytes;
      }
      Walk walk(*this, before, p, seat, Mode::replay);
      walk.code = move;
      walk.run_turn();
      for (int s = 0; s < seats_; ++s) gains[s] += walk.gains[s];
      again = walk.again;
      if (walk.endless) {
        p[layout_.seat] = static_cast<std::uint8_t>((seat + 1) % seats_);
        clear_roll(p);
        p[layout_.over] = 2;
        return true;
      }
    }
    p[layout_.seat] = static_cast<std::uint8_t>(again ? seat : (seat + 1) % seats_);
    clear_roll(p);
    settle_after(p, seat);
    return false;
  }

  void settle(std::uint8_t* p) const override {
    if (p[layout_.over] == 0 && rolled(p) == 0) settle_after(p, (p[layout_.seat] + seats_ - 1) % seats_);
  }

  void payoff(const std::uint8_t* p, std::int32_t* out) const override {
    for (int s = 0; s < seats_; ++s) out[s] = 0;
    const int how = p[layout_.over];
    if (how == 2 && rules_.forfeits)
      for (std::size_t s = 0; s < layout_.bit_of.size(); ++s) out[p[layout_.seat]] += stones(p, s);
    if (how < 3) return;
    const auto rule = static_cast<std::size_t>((how - 3) / 2);
    const int seat = p[layout_.seat];
    const int mover = how % 2 == 0 ? seat : (seat + seats_ - 1) % seats_;
    Env env(p, mover, seat);
    const auto of = [&](int s) {
      env.me = s;
      return static_cast<std::int32_t>(number(ends_[rule].number, env));
    };
    const auto side = [&](int s) { return rules_.side[static_cast<std::size_t>(s)]; };
    const Award& result = rules_.ends[rule].result;
    switch (result.kind) {
      case Outcome::Kind::draw: break;
      case Outcome::Kind::wins:
      case Outcome::Kind::loses: {
        const Who& who = result.who;
        const int chosen = who.kind == Who::Kind::seat      ? who.number
                           : who.kind == Who::Kind::to_move ? seat
                                                            : (mover + who.number) % seats_;
        const std::int32_t sign = result.kind == Outcome::Kind::wins ? 1 : -1;
        for (int s = 0; s < seats_; ++s) out[s] = side(s) == side(chosen) ? sign : -sign;
        break;
      }
      case Outcome::Kind::difference:
        for (int s = 0; s < seats_; ++s) {
          int other = 0;
          while (side(other) == side(s)) ++other;
          out[s] = of(s) - of(other);
        }
        break;
      case Outcome::Kind::rank: {
        std::int32_t x[8];
        for (int s = 0; s < seats_; ++s) x[s] = of(s);
        for (int s = 0; s < seats_; ++s) {
          out[s] = -1;
          for (int t = 0; t < seats_; ++t) out[s] -= x[t] > x[s];
        }
        break;
      }
      case Outcome::Kind::gains:
        for (int s = 0; s < seats_; ++s) out[s] = of(s);
        break;
    }
  }

  void score(const std::uint8_t* p, std::int32_t* out) const override {
    for (int s = 0; s < seats_; ++s) {
      Env env(p, s, p[layout_.seat]);
      out[s] = score_.empty() ? 0 : static_cast<std::int32_t>(number(score_[0], env));
    }
  }

  [[nodiscard]] std::int32_t value(const std::uint8_t* p, int seat) const override {
    Env env(p, seat, p[layout_.seat]);
    return value_.empty() ? 0 : static_cast<std::int32_t>(number(value_[0], env));
  }

  [[nodiscard]] std::string move_text(const std::uint8_t* p, std::uint64_t move) const override {
    if (move == pass_move) return "pass";
    if (turn(p) == chance) return std::to_string(move);
    std::vector<Note> notes;
    std::vector<std::string> words;
    Room room;
    Walk walk(*this, p, room.bytes, p[layout_.seat], Mode::replay);
    walk.code = move;
    walk.notes = &notes;
    walk.words = &words;
    walk.run_turn();
    return rules::move_text(rules_, notes, words);
  }

 private:
  using Op = Node::Op;

  /// An expression, ready to be computed.
  struct Code {
    Op op{};
    Type type{};
    long number = 0;
    int index = -1;
    Who who;
    Place place;
    std::vector<Sites> sets;                       // fixed: of each seat, or one; with a table: of each bit, for each seat
    std::vector<std::vector<std::size_t>> places;  // owned, kind: where those pieces stand in a position, for each seat
    bool table = false;                            // near, ray, leap of one site: looked up
    std::vector<Code> parts;
  };

  /// A statement, ready to be run.
  struct Ready {
    Statement::Kind kind{};
    const Step* step = nullptr;
    std::vector<Code> parts;
    Code options;              // choose: the sites, conditions included
    bool tested = false;       // … but for one that is tested site by site: parts[2]
    int bits = 0;              // of its part of a move
    bool by_option = false;    // inside `repeat`: coded by which option it is
    bool last_choice = false;  // nothing after it can be chosen or can fail
    std::vector<std::vector<Ready>> blocks;
  };
  using Block = std::vector<Ready>;

  struct Prepared {
    std::vector<Block> blocks;
    bool pass = false, single = false;
    int roll = 0, roll_slot = -1;
  };

  struct Ending {
    Code when, number;
  };

  /// What an expression looks at.
  struct Env {
    const std::uint8_t* p;
    int me, to_move;
    int bound = 0;
    int last = -1;
    bool last_was_empty = false;
    std::int32_t slots[most_slots];  // sites as bits of the layout
    Sites sets[most_slots / 4];
    Sites taken;  // the occupied sites, where `knows_taken`
    bool knows_taken = false;
    Env(const std::uint8_t* position, int seat, int turn) : p(position), me(seat), to_move(turn) {}
  };

  static constexpr int pass_bits = 4;  // of a choice inside `repeat`: one of 15 ways to go on, or none

  enum class Mode { list, count, any, find, replay };

  // ---- Preparing

  Code code(const Node& node) {
    const Node whole = written_out(node);
    return code_of(whole);
  }

  static bool is_known(const Node& node) {
    if (looks_at_position(node.op)) return false;
    switch (node.op) {
      case Op::slot:
      case Op::those:
      case Op::let_in: return false;
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::unequal:
        if (node.type == Type::set) return false;  // sites by their stones
        return std::all_of(node.parts.begin(), node.parts.end(), is_known);
      case Op::as_seat: return node.who.kind != Who::Kind::bound && node.who.kind != Who::Kind::to_move && is_known(node.parts[0]);
      default: return std::all_of(node.parts.begin(), node.parts.end(), is_known);
    }
  }

  Sites sites_of(const Set& set) const {
    Sites out = Sites::none();
    for (std::size_t s = 0; s < layout_.bit_of.size(); ++s)
      if (set[s]) out.add(layout_.bit_of[s]);
    return out;
  }

  Code code_of(const Node& node);

  Block prepare(const Steps& steps, int& bits, bool repeated);

  static bool within_empty(const Node& node) {
    return node.op == Op::empty || ((node.op == Op::intersect || node.op == Op::subtract) && within_empty(node.parts[0]));
  }
  /// The sites of `over` itself do not matter to a bracket whose beginning is an empty site.
  static void mark_outside(Code& c) {
    if (c.op == Op::bracket && c.index == 1 && c.parts[2].op == Op::owned) c.index = 3;
    if (c.op == Op::intersect)
      for (Code& part : c.parts) mark_outside(part);
  }

  static bool sows(const Steps& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
      return step.kind == Statement::Kind::sow || std::any_of(step.blocks.begin(), step.blocks.end(), sows);
    });
  }

  static bool may_fail(const Ready& r) {
    using K = Statement::Kind;
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

  void mark_last_choices(Block& block, bool at_end) {
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

  // ---- Looking at a position

  /// Sizes are multiples of 8, and mostly small.
  static void copy(std::uint8_t* to, const std::uint8_t* from, std::size_t size) {
    for (std::size_t at = 0; at < size; at += 8) std::memcpy(to + at, from + at, 8);
  }

  [[nodiscard]] Sites load(const std::uint8_t* p, std::size_t at) const {
    Sites out;
    std::memcpy(&out, p + at, sizeof out);
    return out;
  }
  static void store(std::uint8_t* p, std::size_t at, const Sites& set) { std::memcpy(p + at, &set, sizeof set); }
  [[nodiscard]] Sites piece(const std::uint8_t* p, int c) const { return load(p, sizeof(Sites) * static_cast<std::size_t>(c)); }
  [[nodiscard]] Sites occupied(const std::uint8_t* p) const {
    Sites out = Sites::none();
    for (int c = 0; c < static_cast<int>(rules_.codes.size()); ++c) out |= piece(p, c);
    if (layout_.stone_bytes > 0)
      for (std::size_t s = 0; s < layout_.bit_of.size(); ++s)
        if (stones(p, s) > 0) out.add(layout_.bit_of[s]);
    return out;
  }
  [[nodiscard]] Sites taken(Env& env) const {
    if (!env.knows_taken) {
      env.taken = occupied(env.p);
      env.knows_taken = true;
    }
    return env.taken;
  }
  [[nodiscard]] int stones(const std::uint8_t* p, std::size_t site) const {
    if (layout_.stone_bytes == 1) return p[layout_.stones + site];
    return p[layout_.stones + 2 * site] | p[layout_.stones + 2 * site + 1] << 8;
  }
  void set_stones(std::uint8_t* p, std::size_t site, int n) const {
    if (layout_.stone_bytes == 1) {
      p[layout_.stones + site] = static_cast<std::uint8_t>(n);
    } else {
      p[layout_.stones + 2 * site] = static_cast<std::uint8_t>(n);
      p[layout_.stones + 2 * site + 1] = static_cast<std::uint8_t>(n >> 8);
    }
  }
  [[nodiscard]] int rolled(const std::uint8_t* p) const {
    return layout_.over > layout_.rolled ? p[layout_.rolled] | p[layout_.rolled + 1] << 8 : 0;
  }
  void clear_roll(std::uint8_t* p) const {
    if (layout_.over > layout_.rolled) p[layout_.rolled] = p[layout_.rolled + 1] = 0;
  }
  [[nodiscard]] std::size_t site(int bit) const { return static_cast<std::size_t>(layout_.site_of[static_cast<std::size_t>(bit)]); }
  [[nodiscard]] std::size_t counter_at(int index, int seat) const {
    std::size_t at = layout_.counters;
    for (int c = 0; c < index; ++c)
      at += 2 * (rules_.counters[static_cast<std::size_t>(c)].each ? static_cast<std::size_t>(seats_) : 1);
    return at + (rules_.counters[static_cast<std::size_t>(index)].each ? 2 * static_cast<std::size_t>(seat) : 0);
  }

  [[nodiscard]] int seat_of(const Who& who, const Env& env) const {
    switch (who.kind) {
      case Who::Kind::ahead: {
        const int seat = env.me + who.number;
        return seat < seats_ ? seat : seat % seats_;
      }
      case Who::Kind::seat: return who.number;
      case Who::Kind::bound: return env.bound;
      case Who::Kind::to_move: return env.to_move;
      case Who::Kind::everyone: break;
    }
    return env.me;
  }

  template <class Body>
  auto bound(const Code& c, Env& env, Body body) const {
    const Code& value = c.parts[0];
    if (value.type == Type::set) {
      Sites& at = env.sets[set_slot(c.index)];
      const Sites now = set(value, env), before = at;
      at = now;
      auto result = body();
      at = before;
      return result;
    }
    std::int32_t& at = env.slots[c.index];
    const std::int32_t now = scalar(value, env), before = at;
    at = now;
    auto result = body();
    at = before;
    return result;
  }

  std::int32_t scalar(const Code& value, Env& env) const {
    switch (value.type) {
      case Type::dirs: return dirs(value, env);
      case Type::number: return static_cast<std::int32_t>(number(value, env));
      default: {
        const Sites s = set(value, env);
        return s.empty() ? -1 : s.first();
      }
    }
  }

  [[nodiscard]] int set_slot(int slot) const { return set_slot_[static_cast<std::size_t>(slot)]; }

  [[nodiscard]] Dirs maybe_dirs(const Code& c, Env& env) const { return c.index == -2 ? geometry_.directions() : dirs(c, env); }

  [[nodiscard]] static Sites looked_up(const Code& c, const Env& env) {
    const std::int32_t site = env.slots[c.parts[0].index];
    return site < 0 ? Sites::none() : c.sets[static_cast<std::size_t>(env.me * 64 * W + site)];
  }

  Sites set(const Code& c, Env& env) const;

  Dirs dirs(const Code& c, Env& env) const;

  long number(const Code& c, Env& env) const;

  bool truth(const Code& c, Env& env) const;

  // ---- The end of play

  /// The options of a turn that is one choice. Those of the last position that was asked for are kept: a game asks whether the next
  /// seat is stuck, and then what it can do.
  Sites single_options(const std::uint8_t* p, int seat) const {
    thread_local Kept kept;
    // The seat to move is part of the position, but may not be the one that is asked about.
    if (kept.machine == number_ && kept.seat == seat && std::memcmp(kept.bytes, p, layout_.seat) == 0) return kept.options;
    Env env(p, seat, seat);
    const Prepared& turn = turns_[static_cast<std::size_t>(seat)];
    if (turn.roll_slot >= 0) env.slots[turn.roll_slot] = rolled(p);
    const Sites options = set(turn.blocks[0][0].options, env);
    if (layout_.seat <= sizeof kept.bytes && turn.roll_slot < 0) {
      std::memcpy(kept.bytes, p, layout_.seat);
      kept.machine = number_;
      kept.seat = seat;
      kept.options = options;
    }
    return options;
  }
  struct Kept {
    std::uint64_t machine = 0;  // its number: addresses are used again
    int seat = -1;
    Sites options{};
    std::uint8_t bytes[128];
  };

  bool stuck(const std::uint8_t* p, int seat) const {
    const Prepared& turn = turns_[static_cast<std::size_t>(seat)];
    if (turn.roll > 0) return false;
    if (turn.single) return single_options(p, seat).empty();
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::any);
    walk.run_turn();
    return walk.found == 0;
  }

  void settle_after(std::uint8_t* p, int mover) const {
    const int seat = p[layout_.seat];
    Env env(p, mover, seat);
    for (std::size_t r = 0; r < ends_.size(); ++r)
      if (truth(ends_[r].when, env)) {
        p[layout_.over] = static_cast<std::uint8_t>(3 + 2 * r);
        if (mover == seat && seats_ > 1) {
          std::int32_t plain[8], by_again[8];
          payoff(p, plain);
          ++p[layout_.over];
          payoff(p, by_again);
          if (std::equal(plain, plain + seats_, by_again)) --p[layout_.over];
        }
        return;
      }
    const Prepared& turn = turns_[static_cast<std::size_t>(seat)];
    if (turn.roll > 0 || turn.pass) return;
    bool any;
    if (turn.single) {
      any = !single_options(p, seat).empty();
    } else {
      Room room;
      Walk walk(*this, p, room.bytes, seat, Mode::any);
      walk.pass_counts = true;
      walk.run_turn();
      any = walk.found > 0;
    }
    if (!any) p[layout_.over] = 1;
  }

  // ---- Making moves

  struct Room {
    alignas(8) std::uint8_t bytes[1024];
  };

  struct Walk;

  const Rules& rules_;
  Geometry<W> geometry_;
  int seats_;
  const std::uint64_t number_ = next_machine_number();
  bool keeps_before_ = false;  // a move may turn out to be endless, and then nothing of it has happened
  std::vector<int> set_slot_;
  std::vector<Prepared> turns_;
  std::vector<Ending> ends_;
  std::vector<Code> score_, value_;
};

}  // namespace banmen::rules

#include "rules/machine_look.hpp"
#include "rules/machine_prepare.hpp"
#include "rules/machine_walk.hpp"
