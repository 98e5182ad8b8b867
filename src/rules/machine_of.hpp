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
    switch (node.op) {
      case Op::slot:
      case Op::empty:
      case Op::occupied:
      case Op::owned:
      case Op::kind:
      case Op::marks:
      case Op::last:
      case Op::stones:
      case Op::hand:
      case Op::counter:
      case Op::stuck:
      case Op::was_empty:
      case Op::was_occupied:
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

  Code code_of(const Node& node) {
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

  Block prepare(const Steps& steps, int& bits, bool repeated) {
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
    return c.sets[static_cast<std::size_t>(env.me * 64 * W + env.slots[c.parts[0].index])];
  }

  Sites set(const Code& c, Env& env) const {
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

  Dirs dirs(const Code& c, Env& env) const {
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

  long number(const Code& c, Env& env) const {
    const auto part = [&](int i) -> const Code& { return c.parts[static_cast<std::size_t>(i)]; };
    switch (c.op) {
      case Op::number: return c.number;
      case Op::slot: return env.slots[c.index];
      case Op::add: return number(part(0), env) + number(part(1), env);
      case Op::sub: return number(part(0), env) - number(part(1), env);
      case Op::mul: return number(part(0), env) * number(part(1), env);
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

  bool truth(const Code& c, Env& env) const {
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

  struct Walk {
    const MachineOf& m;
    const std::uint8_t* before;
    int seat;
    Mode mode;
    std::uint8_t* position;  // where it works
    Env env;
    std::int32_t gains[8] = {};
    std::uint64_t* list = nullptr;
    std::uint32_t found = 0;
    std::uint32_t wanted = 0;
    std::uint64_t chosen = 0;
    std::uint64_t code = 0;  // replay: what is left of the move; else what was chosen so far
    int shift = 0;
    int pass = 0;
    bool again = false, stopped = false, endless = false, pass_counts = false, too_long = false;
    std::vector<Note>* notes = nullptr;
    std::vector<std::string>* words = nullptr;
    bool wrote_pass = false;  // the alternative "pass" was taken

    /// `at` is where it works, a copy of the position unless the move is to be made.
    Walk(const MachineOf& machine, const std::uint8_t* p, std::uint8_t* at, int of_seat, Mode how)
        : m(machine), before(p), seat(of_seat), mode(how), position(at), env(at, of_seat, of_seat) {
      if (how != Mode::replay || at != p) copy(at, p, m.layout_.size);
    }

    void changed() { env.knows_taken = false; }

    void run_turn() {
      const Prepared& turn = m.turns_[static_cast<std::size_t>(seat)];
      if (turn.roll_slot >= 0) env.slots[turn.roll_slot] = m.rolled(before);
      if (mode == Mode::replay) {
        // Which block it belongs to: the first that has a move.
        for (const Block& block : turn.blocks) {
          if (turn.blocks.size() > 1) {
            Room room;
            Walk probe(m, before, room.bytes, seat, Mode::any);
            probe.pass_counts = true;
            if (turn.roll_slot >= 0) probe.env.slots[turn.roll_slot] = m.rolled(before);
            probe.run(block, 0, nullptr);
            if (probe.found == 0) continue;
          }
          run(block, 0, nullptr);
          return;
        }
        return;
      }
      for (const Block& block : turn.blocks) {
        run(block, 0, nullptr);
        if (found > 0 || (mode == Mode::find && wanted == found_it)) return;
      }
    }

    static constexpr std::uint32_t found_it = ~std::uint32_t{0};

    /// What comes after a block.
    struct Rest {
      const Block* block;
      std::size_t at;
      const Rest* up;
      const Ready* repeat;  // the block was a pass of this
    };

    struct Saved {
      std::int32_t gains[8];
      std::uint64_t code;
      int shift, pass, last;
      bool again, stopped, last_was_empty, too_long;
    };
    Saved save(std::uint8_t* bytes) const {
      copy(bytes, position, m.layout_.size);
      Saved s{{}, code, shift, pass, env.last, again, stopped, env.last_was_empty, too_long};
      std::memcpy(s.gains, gains, sizeof gains);
      return s;
    }
    void restore(const Saved& s, const std::uint8_t* bytes) {
      copy(position, bytes, m.layout_.size);
      changed();
      std::memcpy(gains, s.gains, sizeof gains);
      code = s.code;
      shift = s.shift;
      pass = s.pass;
      again = s.again;
      stopped = s.stopped;
      too_long = s.too_long;
      env.last = s.last;
      env.last_was_empty = s.last_was_empty;
    }

    /// A move is whole. True ends the walk.
    bool complete() {
      if (too_long && mode != Mode::replay) return false;  // no room for it in 64 bits
      switch (mode) {
        case Mode::list:
          if (found == m.most_moves_) return true;
          list[found++] = code;
          return false;
        case Mode::count: ++found; return false;
        case Mode::any:
          if (wrote_pass && !pass_counts && code_is_pass()) return false;
          ++found;
          return true;
        case Mode::find:
          if (wanted-- != 0) return false;
          chosen = code;
          wanted = found_it;
          return true;
        case Mode::replay: return true;
      }
      return true;
    }
    [[nodiscard]] bool code_is_pass() const { return m.move_text(before, code) == "pass"; }

    void add_to_code(std::uint64_t value, int bits) {
      too_long = too_long || shift + bits > 64;
      if (!too_long && bits > 0) code |= value << shift;
      shift += bits;
    }
    std::uint64_t from_code(int bits) {
      const std::uint64_t value = code & ((std::uint64_t{1} << bits) - 1);
      code >>= bits;
      return value;
    }

    bool run(const Block& block, std::size_t at, const Rest* up) {
      using K = Statement::Kind;
      for (; at < block.size(); ++at) {
        const Ready& r = block[at];
        const Step& step = *r.step;
        switch (r.kind) {
          case K::choose:
          case K::place: return choose(r, block, at, up);
          case K::among: return among(r, block, at, up);
          case K::put: {
            const int kind = step.piece == -2 ? env.slots[step.other] : step.piece;
            put(kind, m.set(r.parts[0], env));
            break;
          }
          case K::move: move(env.slots[step.slot], env.slots[step.other]); break;
          case K::remove:
            if (r.parts.size() == 2) {
              const long n = m.number(r.parts[0], env);
              const Sites at_site = m.set(r.parts[1], env);
              if (at_site.size() == 1) {
                const std::size_t s = m.site(at_site.first());
                const int there = m.stones(position, s);
                if (n >= 0 && n <= there) m.set_stones(position, s, there - static_cast<int>(n));
                changed();
              }
            } else {
              take_off(m.set(r.parts[0], env));
            }
            break;
          case K::flip: flip(m.set(r.parts[0], env)); break;
          case K::sow:
            if (!sow(r)) {
              if (step.endless == Step::Endless::illegal) return false;
              copy(position, before, m.layout_.size);
              std::memset(gains, 0, sizeof gains);
              if (step.endless == Step::Endless::forfeit)
                for (std::size_t s = 0; s < m.layout_.bit_of.size(); ++s) gains[(seat + 1) % m.seats_] += m.stones(before, s);
              endless = true;
              return complete();
            }
            break;
          case K::take:
            m.set(r.parts[0], env).each([&](int bit) {
              gains[seat] += m.stones(position, m.site(bit));
              m.set_stones(position, m.site(bit), 0);
              changed();
            });
            break;
          case K::carry: {
            changed();
            const Sites from = m.set(r.parts[0], env), to = m.set(r.parts[1], env);
            if (to.size() != 1) break;
            int carried = 0;
            from.each([&](int bit) {
              carried += m.stones(position, m.site(bit));
              m.set_stones(position, m.site(bit), 0);
            });
            const std::size_t s = m.site(to.first());
            m.set_stones(position, s, m.stones(position, s) + carried);
            break;
          }
          case K::set:
          case K::add: {
            const Counter& counter = m.rules_.counters[static_cast<std::size_t>(step.index)];
            const std::size_t where = m.counter_at(step.index, seat);
            const long now = (position[where] | position[where + 1] << 8) + counter.least;
            const long wanted_value = m.number(r.parts[0], env) + (r.kind == K::add ? now : 0);
            const long value = std::clamp<long>(wanted_value, counter.least, counter.most) - counter.least;
            position[where] = static_cast<std::uint8_t>(value);
            position[where + 1] = static_cast<std::uint8_t>(value >> 8);
            break;
          }
          case K::mark:
          case K::unmark:
          case K::clear: {
            const std::size_t where = m.layout_.marks + sizeof(Sites) * static_cast<std::size_t>(step.index);
            const Sites now = m.load(position, where);
            const Sites given = r.kind == K::clear ? now : m.set(r.parts[0], env);
            store(position, where, r.kind == K::mark ? now | given : now - given);
            break;
          }
          case K::let:
            if (step.type == Type::set) {
              const Sites value = m.set(r.parts[0], env);
              env.sets[m.set_slot(step.slot)] = value;
              if (value.size() == 1) note(step.slot, static_cast<long>(m.site(value.first())));
            } else {
              const std::int32_t value = m.scalar(r.parts[0], env);
              env.slots[step.slot] = value;
              if (step.type == Type::site && value >= 0) note(step.slot, static_cast<long>(m.site(value)));
            }
            break;
          case K::require:
            if (!m.truth(r.parts[0], env)) return false;
            break;
          case K::again: again = true; break;
          case K::stop: stopped = true; break;
          case K::condition: {
            const bool holds = m.truth(r.parts[0], env);
            if (!holds && r.blocks.size() < 2) break;
            const Rest rest{&block, at + 1, up, nullptr};
            return run(r.blocks[holds ? 0 : 1], 0, &rest);
          }
          case K::either: return either(r, block, at, up);
          case K::repeat: {
            pass = 1;
            const Rest rest{&block, at + 1, up, nullptr};
            const Rest after{nullptr, 0, &rest, &r};
            return run(r.blocks[0], 0, &after);
          }
          case K::roll: break;
        }
      }
      if (!up) return complete();
      if (up->repeat) return after_pass(*up);
      return run(*up->block, up->at, up->up);
    }

    void note(int slot, long value) {
      if (notes) notes->push_back({slot, value, pass});
    }

    bool choose(const Ready& r, const Block& block, std::size_t at, const Rest* up) {
      const Step& step = *r.step;
      if (step.type == Type::site && mode != Mode::replay) {
        const Sites options = m.set(r.options, env);
        if (r.last_choice && !too_long && shift + r.bits <= 64) {
          const auto n = static_cast<std::uint32_t>(options.size());
          switch (mode) {
            case Mode::count: found += n; return false;
            case Mode::list:
              return options.any([&](int bit) {
                if (found == m.most_moves_) return true;
                list[found++] = code | static_cast<std::uint64_t>(bit) << shift;
                return false;
              });
            case Mode::any:
              if (n == 0) return false;
              if (!wrote_pass || pass_counts) {
                ++found;
                return true;
              }
              break;
            case Mode::find:
              if (wanted >= n) {
                wanted -= n;
                return false;
              }
              chosen = code | static_cast<std::uint64_t>(options.select(wanted)) << shift;
              wanted = found_it;
              return true;
            default: break;
          }
        }
        int number = 0;
        return options.any([&](int bit) { return option(r, block, at, up, bit, bit, number); });
      }
      if (step.type == Type::site) {
        int bit;
        if (r.by_option) {
          const auto which = static_cast<std::uint32_t>(from_code(r.bits)) - 1;
          Sites options = m.set(r.options, env);
          if (r.tested) {
            Sites passed = Sites::none();
            options.each([&](int b) {
              env.slots[step.slot] = b;
              if (m.truth(r.parts[2], env)) passed.add(b);
            });
            options = passed;
          }
          if (which >= static_cast<std::uint32_t>(options.size())) return true;
          bit = options.select(which);
        } else {
          bit = static_cast<int>(from_code(r.bits));
        }
        return replayed(r, block, at, up, bit, static_cast<long>(m.site(bit)));
      }
      if (step.type == Type::dirs) {
        const Dirs dirs = m.dirs(r.parts[0], env);
        if (mode == Mode::replay) {
          int d;
          if (r.by_option) {
            auto which = static_cast<int>(from_code(r.bits)) - 1;
            unsigned left = dirs;
            d = -1;
            while (left != 0) {
              const int candidate = __builtin_ctz(left);
              left &= left - 1;
              env.slots[step.slot] = 1 << candidate;
              if (!m.truth(r.parts[2], env)) continue;
              if (which-- == 0) {
                d = candidate;
                break;
              }
            }
            if (d < 0) return true;
          } else {
            d = static_cast<int>(from_code(r.bits));
          }
          return replayed(r, block, at, up, 1 << d, d);
        }
        int number = 0;
        for (unsigned left = dirs; left != 0; left &= left - 1) {
          const int d = __builtin_ctz(left);
          if (option(r, block, at, up, 1 << d, d, number)) return true;
        }
        return false;
      }
      const long least = m.number(r.parts[0], env), most = m.number(r.parts[1], env);
      if (mode == Mode::replay) {
        const long n = least + static_cast<long>(from_code(r.bits)) - (r.by_option ? 1 : 0);
        return replayed(r, block, at, up, static_cast<std::int32_t>(n), n);
      }
      int number = 0;
      for (long n = least; n <= most && n - least < 65536; ++n)
        if (option(r, block, at, up, static_cast<std::int32_t>(n), n - least, number)) return true;
      return false;
    }

    bool replayed(const Ready& r, const Block& block, std::size_t at, const Rest* up, std::int32_t value, long noted) {
      env.slots[r.step->slot] = value;
      note(r.step->slot, noted);
      if (r.kind == Statement::Kind::place) placed(r, value);
      return run(block, at + 1, up);
    }

    /// `number` counts the options that pass their test.
    bool option(const Ready& r, const Block& block, std::size_t at, const Rest* up, std::int32_t value, long coded, int& number) {
      env.slots[r.step->slot] = value;
      const bool test = r.step->given[2] && (r.tested || r.step->type != Type::site);
      if (test && !m.truth(r.parts[2], env)) return false;
      ++number;
      if (r.by_option && number >= 1 << pass_bits) return false;
      std::uint8_t bytes[1024];
      const Saved saved = save(bytes);
      add_to_code(static_cast<std::uint64_t>(r.by_option ? number : coded), r.bits);
      bool stop = false;
      if (r.kind != Statement::Kind::place || placed(r, value)) stop = run(block, at + 1, up);
      if (!stop) restore(saved, bytes);
      return stop;
    }

    bool placed(const Ready& r, int bit) {
      const PieceKind& kind = m.rules_.kinds[static_cast<std::size_t>(r.step->piece)];
      if (kind.has_hand) {
        const auto which =
            std::find(m.layout_.hand_kinds.begin(), m.layout_.hand_kinds.end(), r.step->piece) - m.layout_.hand_kinds.begin();
        std::uint8_t& hand = position[m.layout_.hands + static_cast<std::size_t>(which * m.seats_ + seat)];
        if (hand == 0) return false;
        --hand;
      }
      put(r.step->piece, Sites::of(bit));
      return true;
    }

    bool among(const Ready& r, const Block& block, std::size_t at, const Rest* up) {
      const Step& step = *r.step;
      if (mode == Mode::replay) {
        const auto which = from_code(r.bits);
        env.slots[step.slot] = step.kinds[which];
        note(step.slot, step.kinds[which]);
        return run(block, at + 1, up);
      }
      for (std::size_t i = 0; i < step.kinds.size(); ++i) {
        std::uint8_t bytes[1024];
        const Saved saved = save(bytes);
        env.slots[step.slot] = step.kinds[i];
        add_to_code(i, r.bits);
        if (run(block, at + 1, up)) return true;
        restore(saved, bytes);
      }
      return false;
    }

    bool either(const Ready& r, const Block& block, std::size_t at, const Rest* up) {
      const Rest rest{&block, at + 1, up, nullptr};
      if (mode == Mode::replay) {
        const auto which = from_code(r.bits);
        if (which >= r.blocks.size()) return true;
        if (words && !r.step->words[which].empty()) words->push_back(r.step->words[which]);
        return run(r.blocks[which], 0, &rest);
      }
      for (std::size_t i = 0; i < r.blocks.size(); ++i) {
        std::uint8_t bytes[1024];
        const Saved saved = save(bytes);
        const bool wrote = wrote_pass;
        wrote_pass = wrote_pass || r.step->words[i] == "pass";
        add_to_code(i, r.bits);
        if (run(r.blocks[i], 0, &rest)) return true;
        wrote_pass = wrote;
        restore(saved, bytes);
      }
      return false;
    }

    /// A pass of `repeat` is complete: another one, as long as one can be completed, or the rest of the move.
    bool after_pass(const Rest& here) {
      const Ready& r = *here.repeat;
      const Step& step = *r.step;
      const Rest* rest = here.up;
      const auto leave = [&] {
        stopped = false;
        pass = 0;
        return run(*rest->block, rest->at, rest->up);
      };
      if (stopped) return leave();
      const std::int32_t from = env.slots[step.slot], to = env.slots[step.other];
      if (mode == Mode::replay) {
        if ((code & ((1u << pass_bits) - 1)) == 0) {
          code >>= pass_bits;
          return leave();
        }
        env.slots[step.slot] = to;
        ++pass;
        const bool stop = run(r.blocks[0], 0, &here);
        return stop;
      }
      env.slots[step.slot] = to;
      Room room;
      Walk probe(m, position, room.bytes, seat, Mode::any);
      probe.before = before;
      probe.pass_counts = true;
      std::memcpy(probe.env.slots, env.slots, sizeof env.slots);
      std::memcpy(&probe.env.sets, &env.sets, sizeof env.sets);
      probe.run(r.blocks[0], 0, nullptr);
      env.slots[step.slot] = from;
      const bool can = probe.found > 0 && shift + pass_bits <= 60;
      std::uint8_t bytes[1024];
      const Saved saved = save(bytes);
      std::int32_t slots[most_slots];
      std::memcpy(slots, env.slots, sizeof slots);
      if (step.or_stop || !can) {
        shift += pass_bits;
        if (leave()) return true;
        restore(saved, bytes);
        std::memcpy(env.slots, slots, sizeof slots);
      }
      if (!can) return false;
      env.slots[step.slot] = to;
      ++pass;
      const bool stop = run(r.blocks[0], 0, &here);
      if (!stop) {
        restore(saved, bytes);
        std::memcpy(env.slots, slots, sizeof slots);
      }
      return stop;
    }

    void put(int kind, const Sites& at) {
      changed();
      const PieceKind& k = m.rules_.kinds[static_cast<std::size_t>(kind)];
      const int owner = k.owner == PieceKind::Owner::seats   ? seat
                        : k.owner == PieceKind::Owner::teams ? m.rules_.side[static_cast<std::size_t>(seat)]
                                                             : 0;
      take_off(at);
      const auto where = sizeof(Sites) * static_cast<std::size_t>(k.first_code + owner);
      store(position, where, m.load(position, where) | at);
    }

    void take_off(const Sites& gone) {
      changed();
      for (std::size_t c = 0; c < m.rules_.codes.size(); ++c)
        store(position, sizeof(Sites) * c, m.load(position, sizeof(Sites) * c) - gone);
    }

    void move(int from, int to) {
      changed();
      const Sites there = Sites::of(from), target = Sites::of(to);
      for (std::size_t c = 0; c < m.rules_.codes.size(); ++c) {
        const Sites now = m.load(position, sizeof(Sites) * c);
        Sites then = now - there - target;
        if (now.has(from)) then |= target;
        store(position, sizeof(Sites) * c, then);
      }
    }

    void flip(const Sites& turned) {
      changed();
      const int side = m.rules_.side[static_cast<std::size_t>(seat)];
      for (std::size_t c = 0; c < m.rules_.codes.size(); ++c) {
        const PieceCode& code_now = m.rules_.codes[c];
        if (code_now.side < 0 || code_now.side == side) continue;
        const PieceKind& k = m.rules_.kinds[static_cast<std::size_t>(code_now.kind)];
        if (k.owner == PieceKind::Owner::one) continue;
        const Sites now = m.load(position, sizeof(Sites) * c), flipped = now & turned;
        if (flipped.empty()) continue;
        store(position, sizeof(Sites) * c, now - flipped);
        const int owner = k.owner == PieceKind::Owner::seats ? seat : side;
        const auto where = sizeof(Sites) * static_cast<std::size_t>(k.first_code + owner);
        store(position, where, m.load(position, where) | flipped);
      }
    }

    /// False where the relay never ends.
    bool sow(const Ready& r) {
      const Step& step = *r.step;
      const auto size = static_cast<int>(m.layout_.bit_of.size());
      changed();
      const Sites skip = step.given[0] ? m.set(r.parts[0], env) : Sites::none();
      if (skip.size() >= size) return true;
      int hole = static_cast<int>(m.site(env.slots[step.slot]));
      std::uint8_t kept[1024];
      const std::size_t bytes = m.layout_.stone_bytes * static_cast<std::size_t>(size);
      std::memcpy(kept, position + m.layout_.stones, bytes);
      int kept_hole = hole;
      long steps = 0, limit = 1;
      for (;;) {
        int in_hand = m.stones(position, static_cast<std::size_t>(hole));
        m.set_stones(position, static_cast<std::size_t>(hole), 0);
        int at = hole;
        env.last = m.layout_.bit_of[static_cast<std::size_t>(hole)];
        env.last_was_empty = true;
        while (in_hand > 0) {
          at += step.back ? -1 : 1;
          if (at == size) at = 0;
          if (at < 0) at = size - 1;
          const int bit = m.layout_.bit_of[static_cast<std::size_t>(at)];
          if (skip.has(bit)) continue;
          const int there = m.stones(position, static_cast<std::size_t>(at));
          env.last = bit;
          env.last_was_empty = there == 0;
          m.set_stones(position, static_cast<std::size_t>(at), there + 1);
          --in_hand;
        }
        if (!step.given[1]) return true;
        changed();
        if (!m.truth(r.parts[1], env) || m.stones(position, m.site(env.last)) == 0) return true;
        hole = static_cast<int>(m.site(env.last));
        if (hole == kept_hole && std::memcmp(kept, position + m.layout_.stones, bytes) == 0) return false;
        if (++steps == limit) {
          std::memcpy(kept, position + m.layout_.stones, bytes);
          kept_hole = hole;
          limit *= 2;
          steps = 0;
        }
      }
    }
  };
  friend struct Walk;

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
