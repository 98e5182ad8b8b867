// The VM for boards of W words.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/volley.hpp"
#include "rules/bytecode.hpp"
#include "rules/geometry.hpp"
#include "rules/interpreter.hpp"
#include "rules/move_bound.hpp"
#include "rules/notation.hpp"

namespace banmen::rules {

template <int W>
class Vm final : public Interpreter {
 public:
  using Sites = Cells<W>;

  Vm(const Rules& rules, Bytecode code)
      : Interpreter(rules),
        rules_(rules),
        geometry_(rules.board, layout_),
        seats_(rules.seat_count()),
        pieces_(rules.codes.size()),
        named_sets_(static_cast<std::size_t>(std::count(rules.slot_types.begin(), rules.slot_types.end(), Type::set))),
        code_(std::move(code)) {
    site_by_site_ = code_.site_by_site;
    bind();
  }

  [[nodiscard]] RuntimeGame::Functions functions() const override { return functions_of<Vm>(); }

  [[nodiscard]] Seat turn(const std::uint8_t* p) const override {
    if (p[layout_.over] != 0) return over;
    const int seat = p[layout_.seat];
    if (code_.turns[static_cast<std::size_t>(seat)].roll > 0 && rolled(p) == 0) return chance;
    return static_cast<Seat>(seat);
  }

  std::uint32_t moves(const std::uint8_t* p, std::uint64_t* list) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    if (seat == chance) {
      const int sides = code_.turns[p[layout_.seat]].roll;
      for (int n = 1; n <= sides; ++n) list[n - 1] = static_cast<std::uint64_t>(n);
      return static_cast<std::uint32_t>(sides);
    }
    const CompiledTurn& mine = code_.turns[static_cast<std::size_t>(seat)];
    if (mine.single || mine.chain) {
      std::uint32_t found = 0;
      if (mine.single) {
        const Sites options = single_options(p, seat);
        if (static_cast<std::uint32_t>(options.size()) > most_moves_) too_many_moves(rules_, p);
        options.each([&](int bit) { list[found++] = static_cast<std::uint64_t>(bit); });
      } else {
        found = Links(*this, *mine.chain, p, mine.roll_slot).list(list);
      }
      if (found > 0 || !mine.pass) return found;
      list[0] = pass_move;
      return 1;
    }
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::list);
    walk.list = list;
    walk.run_turn();
    if (walk.found == 0 && code_.turns[static_cast<std::size_t>(seat)].pass) {
      list[0] = pass_move;
      return 1;
    }
    return walk.found;
  }

  [[nodiscard]] std::uint32_t count(const std::uint8_t* p) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    if (seat == chance) return static_cast<std::uint32_t>(code_.turns[p[layout_.seat]].roll);
    const CompiledTurn& mine = code_.turns[static_cast<std::size_t>(seat)];
    if (mine.single || mine.chain) {
      const std::uint32_t n = mine.single         ? static_cast<std::uint32_t>(single_options(p, seat).size())
                              : mine.chain->pairs ? pairs(p, seat).total
                                                  : Links(*this, *mine.chain, p, mine.roll_slot).count();
      return n > 0 ? n : mine.pass ? 1 : 0;
    }
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::count);
    walk.run_turn();
    return walk.found > 0 ? walk.found : code_.turns[static_cast<std::size_t>(seat)].pass ? 1 : 0;
  }

  std::uint32_t draw(const std::uint8_t* p, NextWord next_word, void* source, std::uint64_t* move) const override {
    const Seat seat = turn(p);
    if (seat == over) return 0;
    const CompiledTurn& mine = code_.turns[seat == chance ? p[layout_.seat] : static_cast<std::size_t>(seat)];
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
    if (mine.chain && mine.chain->pairs) {
      const Kept& all = pairs(p, seat);
      if (all.total > 0) {
        *move = pick_pair(*mine.chain, all, Random::bounded(next_word(source), all.total));
        return all.total;
      }
      *move = pass_move;
      return mine.pass ? 1 : 0;
    }
    return draw_by_walk(p, seat, next_word, source, move);
  }
  bool play(std::uint8_t* p, std::uint64_t move, std::int32_t* gains) const override {
    const int seat = p[layout_.seat];
    if (turn(p) == chance) {
      p[layout_.rolled] = static_cast<std::uint8_t>(move);
      p[layout_.rolled + 1] = static_cast<std::uint8_t>(move >> 8);
      return false;
    }
    bool again = false, next_can = false;
    if (move != pass_move) {
      Room room;
      const std::uint8_t* before = p;
      if (code_.keeps_before) {
        copy(room.bytes, p, layout_.size);
        before = room.bytes;
      }
      const CompiledTurn& mine = code_.turns[static_cast<std::size_t>(seat)];
      bool endless;
      if (mine.straight) {
        Env env(p);
        env.position = p;
        env.code = move;
        if (mine.roll_slot >= 0) env.slots[mine.roll_slot] = rolled(p);
        Sites s[most_registers];
        long n[most_registers];
        read_pieces(p, s);
        if constexpr (W == 1)
          if (mine.placing) place_and_flip(*mine.placing, move, s, n);
        run(mine.effects.steps, env, s, n);
        write_pieces(p, s);
        again = env.again;
        endless = env.endless;
        if (endless) {
          copy(p, before, layout_.size);
        } else {
          gains[seat] += env.gained;
          if (mine.looks_on) {
            const int next = seat + 1 < seats_ ? seat + 1 : 0;
            Kept& place = kept_of(next);
            const CompiledTurn& after = code_.turns[static_cast<std::size_t>(next)];
            const Sites& options = s[mine.effects.result];
            if (after.chain)
              count_pairs(*after.chain, place, options, counting(after.chain->links[1], s[mine.effects.other]));
            else
              place.options = options;
            next_can = !again && (after.chain ? place.total > 0 : !options.empty());
            keep(place, p, after, s);
          }
        }
      } else {
        endless = play_by_walk(p, before, seat, move, gains, again);
      }
      if (endless) {
        p[layout_.seat] = static_cast<std::uint8_t>((seat + 1) % seats_);
        clear_roll(p);
        p[layout_.over] = 2;
        return true;
      }
    }
    p[layout_.seat] = static_cast<std::uint8_t>(again ? seat : seat + 1 < seats_ ? seat + 1 : 0);
    clear_roll(p);
    if (!next_can || !code_.ends_when_stuck) settle_after(p, seat, next_can);
    return false;
  }

  void settle(std::uint8_t* p) const override {
    if (p[layout_.over] == 0 && rolled(p) == 0) settle_after(p, (p[layout_.seat] + seats_ - 1) % seats_, false);
  }

  void payoff(const std::uint8_t* p, std::int32_t* out) const override;

  void score(const std::uint8_t* p, std::int32_t* out) const override {
    for (int s = 0; s < seats_; ++s) {
      Env env(p);
      out[s] = code_.score.empty() ? 0 : static_cast<std::int32_t>(number(code_.score[eyes(s, p[layout_.seat])], env));
    }
  }

  [[nodiscard]] std::int32_t value(const std::uint8_t* p, int seat) const override;
  [[nodiscard]] int sure(const std::uint8_t* p) const override;

  [[nodiscard]] std::vector<std::pair<int, int>> chosen_sites(const std::uint8_t* p, std::uint64_t move) const override {
    std::vector<std::pair<int, int>> out;
    const CompiledTurn& turn = code_.turns[p[layout_.seat]];
    const auto add = [&](int slot, int shift) {
      const auto bit = static_cast<int>(move >> shift & (64 * words_of_a_code - 1));
      out.emplace_back(slot, static_cast<int>(site(bit)));
    };
    if (move == pass_move || this->turn(p) == chance) return out;
    if (turn.single) add(turn.blocks[0][0].step->slot, 0);
    if (turn.chain)
      for (const auto& link : turn.chain->links) add(link.slot, link.shift);
    return out;
  }

  [[nodiscard]] std::string move_text(const std::uint8_t* p, std::uint64_t move) const override {
    if (move == pass_move) return "pass";
    if (turn(p) == chance) return std::to_string(move);
    const MoveParts parts = parts_of(p, move);
    return rules::move_text(rules_, parts.notes, parts.words);
  }

  [[nodiscard]] MoveParts parts_of(const std::uint8_t* p, std::uint64_t move) const override {
    MoveParts parts;
    if (move == pass_move || turn(p) < 0) return parts;
    Room room;
    Walk walk(*this, p, room.bytes, p[layout_.seat], Mode::replay);
    walk.code = move;
    walk.notes = &parts.notes;
    walk.words = &parts.words;
    walk.run_turn();
    return parts;
  }

 private:
  struct Links;

  /// The inputs of an expression, and the state of a move.
  struct Env {
    const std::uint8_t* p;
    int last = -1;
    bool last_was_empty = false;
    // Of a move that is made.
    bool again = false, endless = false;
    // Of a move that is tried.
    bool failed = false, gave_up = false;
    std::int32_t gained = 0;
    std::uint8_t* position = nullptr;
    std::uint64_t code = 0;
    std::int32_t slots[most_names];  // sites as bits of the layout
    Sites sets[most_named_sets];
    explicit Env(const std::uint8_t* position) : p(position) {}
  };

  static constexpr int words_of_a_code = W <= 4 ? W : 8;  // sites are coded in a whole number of bits

  enum class Mode { list, count, any, find, replay };

  /// Converts constants to sets and tables of this width, and stores their addresses in the instructions.
  void bind();
  void bind(std::vector<Instruction>& steps);
  void bind(CompiledBlock& block);

  // ---- Reading a position

  /// The compiler replaces copying loops by calls of memcpy, which are slower for the few words of a position. Hiding the loop
  /// counter prevents that.
  static void hide(std::size_t& count) { asm("" : "+r"(count)); }

  /// Sizes are multiples of 8 and mostly small.
  static void copy(std::uint8_t* to, const std::uint8_t* from, std::size_t size) {
    for (std::size_t at = 0; at < size; at += 8) {
      std::memcpy(to + at, from + at, 8);
      hide(at);
    }
  }

  [[nodiscard]] Sites load(const std::uint8_t* p, std::size_t at) const {
    Sites out;
    std::memcpy(&out, p + at, sizeof out);
    return out;
  }
  static void store(std::uint8_t* p, std::size_t at, const Sites& set) { std::memcpy(p + at, &set, sizeof set); }
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
  /// Index of the program for the view of `me` while `to_move` is to move.
  [[nodiscard]] std::size_t eyes(int me, int to_move) const { return static_cast<std::size_t>(me * seats_ + to_move); }

  void run(const std::vector<Instruction>& code, Env& env, Sites* s, long* n) const;
  static void place_and_flip(const Placing& placing, std::uint64_t move, Sites* s, long* n) {
    const auto site = static_cast<int>(move >> placing.shift & ((std::uint64_t{1} << placing.bits) - 1));
    n[placing.number] = site;
    s[placing.placed] |= Sites::of(site);
    if constexpr (W == 1) {
      const Sites flipped{{runs_between(Bits{1} << site, s[placing.over].word[0], s[placing.to].word[0])}};
      s[placing.from] -= flipped;
      s[placing.into] |= flipped;
    }
  }
  [[gnu::noinline]] void run_rare(const Instruction& i, Env& env, Sites* s, long* n) const;
  /// Loads and stores of the piece registers.
  void read_pieces(const std::uint8_t* p, Sites* s) const {
    if (W <= 2 && (pieces_ == 2 || pieces_ == 3)) {  // most games: faster without a loop
      s[0] = load(p, 0);
      s[1] = load(p, sizeof(Sites));
      if (pieces_ == 3) s[2] = load(p, 2 * sizeof(Sites));
      return;
    }
    for (std::size_t c = 0; c < pieces_; ++c) {
      s[c] = load(p, sizeof(Sites) * c);
      hide(c);
    }
  }
  void write_pieces(std::uint8_t* p, const Sites* s) const {
    if (W <= 2 && (pieces_ == 2 || pieces_ == 3)) {
      store(p, 0, s[0]);
      store(p, sizeof(Sites), s[1]);
      if (pieces_ == 3) store(p, 2 * sizeof(Sites), s[2]);
      return;
    }
    for (std::size_t c = 0; c < pieces_; ++c) {
      store(p, sizeof(Sites) * c, s[c]);
      hide(c);
    }
  }
  Sites set(const Program& program, Env& env) const {
    Sites s[most_registers];
    long n[most_registers];
    read_pieces(env.p, s);
    run(program.steps, env, s, n);
    return s[program.result];
  }
  long number(const Program& program, Env& env) const {
    Sites s[most_registers];
    long n[most_registers];
    read_pieces(env.p, s);
    run(program.steps, env, s, n);
    return n[program.result];
  }
  bool truth(const Program& program, Env& env) const { return number(program, env) != 0; }

  /// Sites with stones, if they are stored in order.
  Sites holding(const std::uint8_t* p) const {
    Sites out = Sites::none();
    out.word[0] = holes_with_stones(p + layout_.stones, static_cast<int>(layout_.bit_of.size()));
    return out;
  }
  /// Sites whose number of stones compares so with `than`, which may be the left operand.
  Sites by_stones(const std::uint8_t* p, Do what, bool left, long than) const;

  // ---- The end of play

  /// Cache of the last result for each seat: a game asks if the next seat is stuck, and then for its moves. It is zero-initialised,
  /// so that thread-local access needs no initialisation guard.
  struct Kept {
    std::uint64_t vm;  // its number, from 1 on, since addresses are reused
    alignas(8) std::uint8_t bytes[128];
    Sites options;
    // Of pairs of choices: the first choices, and the number of pairs up to each; larger than any number behind the last.
    std::uint32_t total, firsts;
    std::uint16_t first[64 * W];
    std::uint32_t upto[64 * W + 4];
    Sites among;  // the part of the second choice's table that counts
  };
  /// The cache of a seat, and true if it is valid for this position. The seat to move is part of a position, but may differ from
  /// `seat`.
  static Kept& kept_of(int seat) {
    thread_local Kept places[8];
    return places[seat];
  }
  std::pair<Kept&, bool> kept(const std::uint8_t* p, int seat) const {
    Kept& place = kept_of(seat);
    return {place, place.vm == number_ && same_bytes(place.bytes, p, layout_.seat)};
  }
  void keep(Kept& place, const std::uint8_t* p, const CompiledTurn& turn) const {
    place.vm = layout_.seat <= sizeof place.bytes && turn.roll_slot < 0 ? number_ : 0;
    if (place.vm != 0) copy(place.bytes, p, (layout_.seat + 7) / 8 * 8);
  }
  /// The same if the pieces of the position are in their registers.
  void keep(Kept& place, const std::uint8_t* p, const CompiledTurn& turn, const Sites* pieces) const {
    place.vm = layout_.seat <= sizeof place.bytes && turn.roll_slot < 0 ? number_ : 0;
    if (place.vm == 0) return;
    const std::size_t rest = sizeof(Sites) * pieces_;
    write_pieces(place.bytes, pieces);
    if (rest < layout_.seat) copy(place.bytes + rest, p + rest, (layout_.seat - rest + 7) / 8 * 8);
  }

  /// The options of a turn that is one choice.
  Sites single_options(const std::uint8_t* p, int seat) const {
    const auto [place, known] = kept(p, seat);
    return known ? place.options : look_for_options(p, seat, place);
  }
  [[gnu::noinline]] Sites look_for_options(const std::uint8_t* p, int seat, Kept& place) const {
    Env env(p);
    const CompiledTurn& turn = code_.turns[static_cast<std::size_t>(seat)];
    if (turn.roll_slot >= 0) env.slots[turn.roll_slot] = rolled(p);
    place.options = set(turn.blocks[0][0].options, env);
    keep(place, p, turn);
    return place.options;
  }

  /// The options of a link that needs no program.
  static Sites found(const Chain::Link& link, int before, const Sites& set) {
    using How = Chain::Link::How;
    const Sites& there = static_cast<const Sites*>(link.bound)[before];
    return link.how == How::found_among ? there & set : link.how == How::found_without ? there - set : there;
  }
  /// The same in two parts: the part of the table that counts, whatever the choice before.
  static Sites counting(const Chain::Link& link, const Sites& set) {
    using How = Chain::Link::How;
    const Sites whole = Sites::first_of(Sites::capacity);
    return link.how == How::found_among ? set : link.how == How::found_without ? whole - set : whole;
  }

  /// The moves of a turn of two choices, the second found in a table by the first: counted for each first choice.
  const Kept& pairs(const std::uint8_t* p, int seat) const {
    const auto [place, known] = kept(p, seat);
    if (!known) look_for_pairs(p, seat, place);
    return place;
  }
  [[gnu::noinline]] void look_for_pairs(const std::uint8_t* p, int seat, Kept& place) const;
  static void count_pairs(const Chain& chain, Kept& place, const Sites& options, const Sites& among);
  static std::uint64_t pick_pair(const Chain& chain, const Kept& all, std::uint32_t which);
  /// Compares the first `size` bytes; the rest of the last word is ignored.
  static bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
    std::uint64_t x, y, more_x, more_y;
    for (; size >= 16; size -= 16, a += 16, b += 16) {
      std::memcpy(&x, a, 8);
      std::memcpy(&y, b, 8);
      std::memcpy(&more_x, a + 8, 8);
      std::memcpy(&more_y, b + 8, 8);
      if (((x ^ y) | (more_x ^ more_y)) != 0) return false;
    }
    if (size >= 8) {
      std::memcpy(&x, a, 8);
      std::memcpy(&y, b, 8);
      if (x != y) return false;
      size -= 8;
      a += 8;
      b += 8;
    }
    if (size == 0) return true;
    std::memcpy(&x, a, 8);
    std::memcpy(&y, b, 8);
    return (x ^ y) << (64 - 8 * size) == 0;
  }

  /// True if the seat has a move; `pass_counts`: an alternative named "pass" counts.
  bool can_move(const std::uint8_t* p, int seat, bool pass_counts) const {
    const CompiledTurn& turn = code_.turns[static_cast<std::size_t>(seat)];
    if (turn.single) return !single_options(p, seat).empty();
    if (turn.chain) return turn.chain->pairs ? pairs(p, seat).total > 0 : Links(*this, *turn.chain, p, turn.roll_slot).any();
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::any);
    walk.pass_counts = pass_counts;
    walk.run_turn();
    return walk.found > 0;
  }
  bool stuck(const std::uint8_t* p, int seat) const {
    return code_.turns[static_cast<std::size_t>(seat)].roll == 0 && !can_move(p, seat, false);
  }
  /// Asks the seat to move first: mostly it can move, and its moves are asked for next.
  bool everyone_stuck(const std::uint8_t* p, int to_move) const {
    for (int k = 0; k < seats_; ++k)
      if (!stuck(p, to_move + k < seats_ ? to_move + k : to_move + k - seats_)) return false;
    return true;
  }

  /// `can`: the seat to move is known to have a move.
  void settle_after(std::uint8_t* p, int mover, bool can) const;

  // ---- Making moves

  /// Turns whose moves have to be enumerated.
  [[gnu::noinline]] std::uint32_t draw_by_walk(const std::uint8_t* p, int seat, NextWord next_word, void* source,
                                               std::uint64_t* move) const;
  [[gnu::noinline]] bool play_by_walk(std::uint8_t* p, const std::uint8_t* before, int seat, std::uint64_t move,
                                      std::int32_t* gains, bool& again) const;
  void take_off(Sites* pieces, const Sites& gone) const;
  /// Takes all stones of a site. By whole words if possible: loading a word after storing one of its bytes would fail store-to-load
  /// forwarding.
  int take(std::uint8_t* position, int bit) const {
    if (layout_.stones_in_order) {
      std::uint8_t* const at = position + layout_.stones + bit / 8 * 8;
      const int shift = bit % 8 * 8;
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      const auto n = static_cast<int>(word >> shift & 0xff);
      word &= ~(std::uint64_t{0xff} << shift);
      std::memcpy(at, &word, 8);
      return n;
    }
    const int n = stones(position, site(bit));
    set_stones(position, site(bit), 0);
    return n;
  }
  void move(Sites* pieces, int from, int to) const;
  void move_onto(Sites* pieces, std::size_t code, int from, int to) const {
    const Sites target = geometry_.one(to), both = geometry_.one(from) | target;
    for (std::size_t c = 0; c < pieces_; ++c) pieces[c] -= both;
    pieces[code] |= target;
  }
  void set_counter(std::uint8_t* position, std::size_t at, const Counter& counter, long to, bool by) const;
  bool sow(const SowingStep& step, std::uint8_t* position, Env& env) const;
  bool sow_at_once(const SowingStep& step, std::uint8_t* position, Env& env) const;

  struct Room {
    alignas(8) std::uint8_t bytes[1024];
  };

  struct Walk;

  const Rules& rules_;
  Geometry<W> geometry_;
  int seats_;
  std::size_t pieces_;  // codes
  std::size_t named_sets_;
  const std::uint64_t number_ = next_vm_number();
  Bytecode code_;
  std::vector<Sites> sets_;                 // its constants
  std::vector<std::vector<Sites>> tables_;  // its tables: for no site, then by bit
  std::map<std::int32_t, HoleMask> holes_;  // constants as masks of stones
};

}  // namespace banmen::rules

#include "rules/vm_chain.hpp"
#include "rules/vm_end.hpp"
#include "rules/vm_run.hpp"
#include "rules/vm_walk.hpp"

namespace banmen::rules {

template <int W>
std::unique_ptr<Interpreter> make_vm_of(const Rules& rules, Bytecode code) {
  return std::make_unique<Vm<W>>(rules, std::move(code));
}

}  // namespace banmen::rules
