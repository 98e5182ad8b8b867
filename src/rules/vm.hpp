// The VM for boards of W words.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/volley.hpp"
#include "rules/flatten.hpp"
#include "rules/geometry.hpp"
#include "rules/interpreter.hpp"
#include "rules/meaning.hpp"
#include "rules/move_bound.hpp"
#include "rules/notation.hpp"
#include "rules/prepare.hpp"

namespace banmen::rules {

template <int W>
class Vm final : public Interpreter {
 public:
  using Sites = Cells<W>;

  explicit Vm(const Rules& rules) : Interpreter(rules), rules_(rules), geometry_(rules.board, layout_) {
    seats_ = rules.seat_count();
    codes_ = rules.codes.size();
    too_large_ = codes_ > most_registers / 2;
    if (too_large_) return;
    int sets = 0;
    for (const Type type : rules.slot_types) set_slot_.push_back(type == Type::set ? sets++ : 0);
    for (int seat = 0; seat < seats_; ++seat) {
      const Turn& turn = rules.turns[static_cast<std::size_t>(seat)];
      Prepared p;
      for (const Steps& block : turn.blocks) {
        int bits = 0;
        p.blocks.push_back(prepare(block, seat, bits, false));
        move_bits_ = std::max(move_bits_, bits);
        mark_last_choices(p.blocks.back(), true);
        mark_for_show(p.blocks.back(), Reads{});
        prepare_rests(block, p.blocks.back(), seat, nullptr);
        keeps_before_ = keeps_before_ || sows(block) || turn.blocks.size() > 1;
      }
      p.pass = turn.pass;
      p.room = room_in_repeat(rules, turn);
      p.roll = turn.roll;
      p.roll_slot = turn.roll_slot;
      p.single = p.blocks.size() == 1 && !p.blocks[0].empty() && p.blocks[0][0].last_choice;
      if (p.blocks.size() == 1 && !p.single) p.chain = chain_of(turn.blocks[0], p.blocks[0], seat);
      turns_.push_back(std::move(p));
    }
    for (int seat = 0; seat < seats_; ++seat) prepare_effects(seat);
    for (const End& end : rules.ends) {
      Ending e;
      for (int mover = 0; mover < seats_; ++mover)
        for (const int to_move : {mover, (mover + 1) % seats_}) e.when.push_back(program(end.when, mover, to_move));
      for (int me = 0; me < seats_; ++me)
        for (int to_move = 0; to_move < seats_ && end.result.number.type == Type::number; ++to_move)
          e.number.push_back(program(end.result.number, me, to_move));
      ends_.push_back(std::move(e));
    }
    ends_when_stuck_ = std::all_of(ends_.begin(), ends_.end(), [&](const Ending& end) {
      for (int mover = 0; mover < seats_; ++mover) {
        const Program& next = end.when[static_cast<std::size_t>(2 * mover + 1)];
        const bool asks =
            next.steps.size() == 1 && (next.steps[0].what == Do::everyone_stuck ||
                                       (next.steps[0].what == Do::stuck && next.steps[0].number == (mover + 1) % seats_));
        if (!asks) return false;
      }
      return true;
    });
    const auto for_all = [&](const std::vector<Node>& given, std::vector<Program>& out) {
      for (int me = 0; me < seats_ && !given.empty(); ++me)
        for (int to_move = 0; to_move < seats_; ++to_move) out.push_back(program(given[0], me, to_move));
    };
    for_all(rules.score, score_);
    for_all(rules.value, value_);
    for (int to_move = 0; to_move < seats_ && !rules.sure.empty(); ++to_move)
      sure_.push_back(program(rule_that_is_sure(rules), (to_move + seats_ - 1) % seats_, to_move));
    // The same condition was prepared for every seat.
    const auto before = [](const Place& a, const Place& b) {
      return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
    };
    std::sort(site_by_site_.begin(), site_by_site_.end(), before);
    const auto same = [&](const Place& a, const Place& b) { return !before(a, b) && !before(b, a); };
    site_by_site_.erase(std::unique(site_by_site_.begin(), site_by_site_.end(), same), site_by_site_.end());
  }

  [[nodiscard]] RuntimeGame::Functions functions() const override { return functions_of<Vm>(); }

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
    const Prepared& mine = turns_[static_cast<std::size_t>(seat)];
    if (mine.single || mine.chain) {
      std::uint32_t found = 0;
      if (mine.single)
        single_options(p, seat).any([&](int bit) {
          if (found == most_moves_) return true;
          list[found++] = static_cast<std::uint64_t>(bit);
          return false;
        });
      else
        found = Links(*this, *mine.chain, p, mine.roll_slot).list(list, most_moves_);
      if (found > 0 || !mine.pass) return found;
      list[0] = pass_move;
      return 1;
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
    const Prepared& mine = turns_[static_cast<std::size_t>(seat)];
    if (mine.single || mine.chain) {
      const std::uint32_t n = mine.single         ? static_cast<std::uint32_t>(single_options(p, seat).size())
                              : mine.chain->pairs ? pairs(p, seat).total
                                                  : Links(*this, *mine.chain, p, mine.roll_slot).count();
      return n > 0 ? n : mine.pass ? 1 : 0;
    }
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
      if (keeps_before_) {
        copy(room.bytes, p, layout_.size);
        before = room.bytes;
      }
      const Prepared& mine = turns_[static_cast<std::size_t>(seat)];
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
            const Prepared& after = turns_[static_cast<std::size_t>(next)];
            const Sites& options = s[mine.effects.result];
            if (after.chain)
              count_pairs(*after.chain, place, options, after.chain->links[1].counting(s[mine.effects.other]));
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
    if (!next_can || !ends_when_stuck_) settle_after(p, seat, next_can);
    return false;
  }

  void settle(std::uint8_t* p) const override {
    if (p[layout_.over] == 0 && rolled(p) == 0) settle_after(p, (p[layout_.seat] + seats_ - 1) % seats_, false);
  }

  void payoff(const std::uint8_t* p, std::int32_t* out) const override;

  void score(const std::uint8_t* p, std::int32_t* out) const override {
    for (int s = 0; s < seats_; ++s) {
      Env env(p);
      out[s] = score_.empty() ? 0 : static_cast<std::int32_t>(number(score_[eyes(s, p[layout_.seat])], env));
    }
  }

  [[nodiscard]] std::int32_t value(const std::uint8_t* p, int seat) const override;
  [[nodiscard]] int sure(const std::uint8_t* p) const override;

  [[nodiscard]] std::vector<std::pair<int, int>> chosen_sites(const std::uint8_t* p, std::uint64_t move) const override {
    std::vector<std::pair<int, int>> out;
    const Prepared& turn = turns_[p[layout_.seat]];
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
    const Told said = told(p, move);
    return rules::move_text(rules_, said.notes, said.words);
  }

  [[nodiscard]] Told told(const std::uint8_t* p, std::uint64_t move) const override {
    Told said;
    if (move == pass_move || turn(p) < 0) return said;
    Room room;
    Walk walk(*this, p, room.bytes, p[layout_.seat], Mode::replay);
    walk.code = move;
    walk.notes = &said.notes;
    walk.words = &said.words;
    walk.run_turn();
    return said;
  }

 private:
  using Op = Node::Op;

  /// A statement, ready to be run.
  struct Ready {
    Statement::Kind kind{};
    const Step* step = nullptr;
    std::vector<Program> parts;
    Program options;               // choose: the sites, conditions included
    bool tested = false;           // … but for one that is tested site by site: parts[2]
    int bits = 0;                  // of its part of a move
    bool by_option = false;        // inside `repeat`: coded by which option it is
    bool last_choice = false;      // nothing after it can be chosen or can fail
    bool onto_empty = false;       // place: nothing stands there
    bool for_show = false;         // no later choice or condition of the move depends on it: only a move that is made needs it
    bool next_tries = false;       // choose: what comes next is a choice too, which leaves the position as it was
    std::optional<Program> ahead;  // choose: where this is empty, none of the sites leads on
    // Two choices in succession: what the second needs whatever the first is, once; and the rest, for each first one: way 0, or
    // the way for the piece that stands there.
    std::vector<Instruction> once;
    std::vector<typename Flattener<W>::Way> ways;
    std::vector<std::uint8_t> way_of;  // of the choice before: by the code of the piece
    // What the rest of the move does and asks for once this is chosen, by way; empty where that takes a walk.
    std::vector<std::vector<Instruction>> rest;
    std::vector<std::pair<std::size_t, std::size_t>> flips;  // flip: from which pieces to which
    std::optional<Sowing> sowing;                            // sow on a small ring, where what it skips is known
    bool relays_on_occupied = false;                         // … and goes on wherever the last stone fell among others
    std::vector<std::vector<Ready>> blocks;
  };
  using Block = std::vector<Ready>;

  /// A turn that is nothing but choices of sites, with at most moves of a piece between them: counted and drawn without trying.
  struct Chain {
    struct Link {
      std::vector<Instruction> code;
      std::uint16_t options = 0;
      int slot = -1, shift = 0;
      enum class How { computed, found, found_among, found_without } how = How::computed;
      const Sites* table = nullptr;
      std::uint16_t among = 0;
      void shorten(int slot_before);
      /// What can be chosen where it takes no program.
      [[nodiscard]] Sites found(int before, const Sites& set) const {
        const Sites& there = table[before];
        return how == How::found_among ? there & set : how == How::found_without ? there - set : there;
      }
      /// The same in two parts: what of the table counts, whatever is chosen before.
      [[nodiscard]] Sites counting(const Sites& set) const {
        const Sites whole = Sites::first_of(Sites::capacity);
        return how == How::found_among ? set : how == How::found_without ? whole - set : whole;
      }
    };
    std::vector<Link> links;
    // A slide of one of `movers`, and a slide from where it ends, both through `open`: counted together.
    bool volley = false;
    std::vector<Instruction> before;
    std::uint16_t movers = 0, open = 0;
    bool pairs = false;  // two links, the second found by the first
    std::vector<Node> options;
  };
  struct Links;

  /// What a move most often is: a piece on the site that it names, and runs of others from there turned over. The first three
  /// instructions of its program in one.
  struct Placing {
    std::uint16_t number = 0;                            // the register of the site
    int shift = 0, bits = 0;                             // where it stands in the code of the move
    std::uint16_t placed = 0;                            // the pieces that it joins
    std::uint16_t over = 0, to = 0, from = 0, into = 0;  // runs over these, up to those, from the pieces `from` into `into`
  };

  struct Prepared {
    std::vector<Block> blocks;
    bool pass = false, single = false;
    int roll = 0, roll_slot = -1;
    int room = 0;  // for choices inside `repeat`
    std::unique_ptr<const Chain> chain;
    bool straight = false;           // all that a move does is one program
    std::optional<Placing> placing;  // … after this, where it begins so
    Program effects;
    bool looks_on = false;  // … which ends with what the next seat can do
  };

  struct Ending {
    std::vector<Program> when;    // by who moved, and whether he moves again (0) or the next seat does (1)
    std::vector<Program> number;  // by eyes()
  };

  /// What an expression looks at.
  struct Env {
    const std::uint8_t* p;
    int last = -1;
    bool last_was_empty = false;
    // Of a move that is made
    bool again = false, endless = false;
    // Of one that is tried
    bool failed = false, gave_up = false;
    std::int32_t gained = 0;
    std::uint8_t* position = nullptr;
    std::uint64_t code = 0;
    std::int32_t slots[most_slots];  // sites as bits of the layout
    Sites sets[most_slots / 4];
    explicit Env(const std::uint8_t* position) : p(position) {}
  };

  static constexpr int words_of_a_code = W <= 4 ? W : 8;  // sites are coded in whole numbers of bits
  static constexpr int pass_bits = bits_of_a_pass;        // of a choice inside `repeat`: one of 15 ways to go on, or none

  enum class Mode { list, count, any, find, replay };

  // ---- Preparing

  Flattener<W> flattener(int me, int to_move) {
    return Flattener<W>(rules_, layout_, geometry_, tables_, site_by_site_, me, to_move);
  }
  Program program(const Node& node, int me, int to_move) {
    const Node whole = written_out(node);
    Flattener<W> flat = flattener(me, to_move);
    const bool is_set = whole.type == Type::set || whole.type == Type::site;
    const std::uint16_t result = flat.of(whole);
    return checked(flat.finish(result, is_set));
  }
  Program checked(Program made) {
    too_large_ = too_large_ || !made.fits;
    return made;
  }

  Block prepare(const Steps& steps, int seat, int& bits, bool repeated);
  void look_ahead(const Steps& steps, std::size_t at, int seat, Block& block);
  void prepare_effects(int seat);
  static void part_placing(Prepared& turn);
  static void join_step(std::vector<Instruction>& steps);
  static bool branches(const std::vector<Instruction>& steps);
  /// What is known of chosen sites while statements are written.
  struct Chosen {
    std::vector<int> empty;                  // slots of sites on which nothing stands
    std::vector<std::pair<int, int>> codes;  // slots of sites on which a piece of that code stands
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
  bool write_effects(const Steps& steps, const Block& block, int seat, Flattener<W>& flat, int& shift, Chosen& chosen);
  /// Statements from one on, and what comes after them.
  struct After {
    const Steps& steps;
    const Block& block;
    std::size_t from;
    const After* then;
  };
  void prepare_rests(const Steps& steps, Block& block, int seat, const After* then);
  bool write_rest(const After& after, int seat, Flattener<W>& flat, Chosen& chosen);
  void write_move(const Step& step, Flattener<W>& flat, Chosen& chosen);
  static bool chooses(const Block& block);
  std::unique_ptr<const Chain> chain_of(const Steps& steps, const Block& block, int seat);
  [[nodiscard]] bool is_volley(const Steps& steps, const std::vector<Node>& options) const;
  static std::optional<Node> options_of(const Step& step);
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> flips_of(int seat) const;
  void prepare_sowing(const Step& step, int seat, Ready& r);

  static bool within_empty(const Node& node) {
    switch (node.op) {
      case Op::empty: return true;
      case Op::intersect: return within_empty(node.parts[0]) || within_empty(node.parts[1]);
      case Op::subtract: return within_empty(node.parts[0]);
      case Op::slide: return node.parts[3].index == -2 && within_empty(node.parts[2]);
      default: return false;
    }
  }
  static void mark_outside(Node& node);

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

  void mark_last_choices(Block& block, bool at_end);

  /// Marks and counters that expressions look at.
  struct Reads {
    std::vector<int> marks, counters;
    bool all = false;
    [[nodiscard]] bool mark(int index) const { return all || std::find(marks.begin(), marks.end(), index) != marks.end(); }
    [[nodiscard]] bool counter(int index) const {
      return all || std::find(counters.begin(), counters.end(), index) != counters.end();
    }
  };
  static void add_reads(const Node& node, Reads& to);
  static void add_reads(const Step& step, Reads& to);
  /// `after`: what is read between the block and the end of the move. What it reads itself is added.
  static Reads mark_for_show(Block& block, Reads after);

  // ---- Looking at a position

  /// The compiler makes calls of memcpy of loops that copy; for the few words of a position those take longer than the loop. It
  /// does not where it can't see how the loop counts.
  static void hide(std::size_t& count) { asm("" : "+r"(count)); }

  /// Sizes are multiples of 8, and mostly small.
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
  [[nodiscard]] std::size_t counter_at(int index, int seat) const {
    std::size_t at = layout_.counters;
    for (int c = 0; c < index; ++c)
      at += 2 * (rules_.counters[static_cast<std::size_t>(c)].each ? static_cast<std::size_t>(seats_) : 1);
    return at + (rules_.counters[static_cast<std::size_t>(index)].each ? 2 * static_cast<std::size_t>(seat) : 0);
  }

  [[nodiscard]] int set_slot(int slot) const { return set_slot_[static_cast<std::size_t>(slot)]; }
  /// The program of one seat's eyes while another is to move.
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
  /// The pieces into their registers, and back.
  void read_pieces(const std::uint8_t* p, Sites* s) const {
    if (W <= 2 && (codes_ == 2 || codes_ == 3)) {  // as in most games, and faster without a loop
      s[0] = load(p, 0);
      s[1] = load(p, sizeof(Sites));
      if (codes_ == 3) s[2] = load(p, 2 * sizeof(Sites));
      return;
    }
    for (std::size_t c = 0; c < codes_; ++c) {
      s[c] = load(p, sizeof(Sites) * c);
      hide(c);
    }
  }
  void write_pieces(std::uint8_t* p, const Sites* s) const {
    if (W <= 2 && (codes_ == 2 || codes_ == 3)) {
      store(p, 0, s[0]);
      store(p, sizeof(Sites), s[1]);
      if (codes_ == 3) store(p, 2 * sizeof(Sites), s[2]);
      return;
    }
    for (std::size_t c = 0; c < codes_; ++c) {
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
  Dirs dirs(const Program& program, Env& env) const { return static_cast<Dirs>(number(program, env)); }

  /// Sites with stones, where they lie in order.
  Sites holding(const std::uint8_t* p) const {
    Sites out = Sites::none();
    out.word[0] = holes_with_stones(p + layout_.stones, static_cast<int>(layout_.bit_of.size()));
    return out;
  }
  /// Those whose stones compare so with a number, which may stand left.
  Sites by_stones(const std::uint8_t* p, Do what, bool left, long than) const;

  // ---- The end of play

  /// What was found out last, for each seat: a game asks whether the next seat is stuck, and then what it can do.
  /// Nothing in it begins as something else than zero: then no thread has to ask each time whether its places were made yet.
  struct Kept {
    std::uint64_t vm;  // its number, from 1 on: addresses are used again
    alignas(8) std::uint8_t bytes[128];
    Sites options;
    // Of pairs of choices: the first ones, and how many pairs there are up to each; beyond them more than any.
    std::uint32_t total, firsts;
    std::uint16_t first[64 * W];
    std::uint32_t upto[64 * W + 4];
    Sites among;  // what of the second one's table counts
  };
  /// The place for a seat, and whether it is about this position. The seat to move is part of a position, but may not be the one
  /// that is asked about.
  static Kept& kept_of(int seat) {
    thread_local Kept places[8];
    return places[seat];
  }
  std::pair<Kept&, bool> kept(const std::uint8_t* p, int seat) const {
    Kept& place = kept_of(seat);
    return {place, place.vm == number_ && same_bytes(place.bytes, p, layout_.seat)};
  }
  void keep(Kept& place, const std::uint8_t* p, const Prepared& turn) const {
    place.vm = layout_.seat <= sizeof place.bytes && turn.roll_slot < 0 ? number_ : 0;
    if (place.vm != 0) copy(place.bytes, p, (layout_.seat + 7) / 8 * 8);
  }
  /// The same where the pieces of the position stand in their registers.
  void keep(Kept& place, const std::uint8_t* p, const Prepared& turn, const Sites* pieces) const {
    place.vm = layout_.seat <= sizeof place.bytes && turn.roll_slot < 0 ? number_ : 0;
    if (place.vm == 0) return;
    const std::size_t rest = sizeof(Sites) * codes_;
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
    const Prepared& turn = turns_[static_cast<std::size_t>(seat)];
    if (turn.roll_slot >= 0) env.slots[turn.roll_slot] = rolled(p);
    place.options = set(turn.blocks[0][0].options, env);
    keep(place, p, turn);
    return place.options;
  }

  /// The moves of a turn of two choices, the second found in a table by the first: counted for each first one.
  const Kept& pairs(const std::uint8_t* p, int seat) const {
    const auto [place, known] = kept(p, seat);
    if (!known) look_for_pairs(p, seat, place);
    return place;
  }
  [[gnu::noinline]] void look_for_pairs(const std::uint8_t* p, int seat, Kept& place) const;
  static void count_pairs(const Chain& chain, Kept& place, const Sites& options, const Sites& among);
  static std::uint64_t pick_pair(const Chain& chain, const Kept& all, std::uint32_t which);
  /// As far as a position says what can be done in it; the rest of its last word does not matter.
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

  bool stuck(const std::uint8_t* p, int seat) const {
    const Prepared& turn = turns_[static_cast<std::size_t>(seat)];
    if (turn.roll > 0) return false;
    if (turn.single) return single_options(p, seat).empty();
    if (turn.chain) return turn.chain->pairs ? pairs(p, seat).total == 0 : !Links(*this, *turn.chain, p, turn.roll_slot).any();
    Room room;
    Walk walk(*this, p, room.bytes, seat, Mode::any);
    walk.run_turn();
    return walk.found == 0;
  }
  /// Whose turn it is first: mostly that seat can move, and what it can do is asked again soon.
  bool everyone_stuck(const std::uint8_t* p, int to_move) const {
    for (int k = 0; k < seats_; ++k)
      if (!stuck(p, to_move + k < seats_ ? to_move + k : to_move + k - seats_)) return false;
    return true;
  }

  /// `can`: the seat to move is known to have something to choose.
  void settle_after(std::uint8_t* p, int mover, bool can) const;

  // ---- Making moves

  /// Where all moves have to be gone through.
  [[gnu::noinline]] std::uint32_t draw_by_walk(const std::uint8_t* p, int seat, NextWord next_word, void* source,
                                               std::uint64_t* move) const;
  [[gnu::noinline]] bool play_by_walk(std::uint8_t* p, const std::uint8_t* before, int seat, std::uint64_t move,
                                      std::int32_t* gains, bool& again) const;
  [[nodiscard]] std::size_t code_of(int kind, int seat) const {
    const PieceKind& k = rules_.kinds[static_cast<std::size_t>(kind)];
    const int owner = k.owner == PieceKind::Owner::seats   ? seat
                      : k.owner == PieceKind::Owner::teams ? rules_.side[static_cast<std::size_t>(seat)]
                                                           : 0;
    return static_cast<std::size_t>(k.first_code + owner);
  }
  void take_off(Sites* pieces, const Sites& gone) const;
  /// All stones of a site. By whole words where that is possible: a word that is read after one of its bytes was written has to
  /// wait.
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
    for (std::size_t c = 0; c < codes_; ++c) pieces[c] -= both;
    pieces[code] |= target;
  }
  void set_counter(std::uint8_t* position, std::size_t at, const Counter& counter, long to, bool by) const;
  bool sow(const Ready& r, std::uint8_t* position, Env& env) const;
  bool sow_at_once(const Ready& r, std::uint8_t* position, Env& env) const;

  struct Room {
    alignas(8) std::uint8_t bytes[1024];
  };

  struct Walk;

  const Rules& rules_;
  Geometry<W> geometry_;
  int seats_;
  std::size_t codes_;
  const std::uint64_t number_ = next_vm_number();
  bool ends_when_stuck_ = false;  // play never ends while the next seat can move
  bool keeps_before_ = false;     // a move may turn out to be endless, and then nothing of it has happened
  std::vector<int> set_slot_;
  std::vector<Prepared> turns_;
  std::vector<Ending> ends_;
  std::vector<Program> score_, value_;  // by eyes()
  std::vector<Program> sure_;           // by who is to move
  LookupTables<W> tables_;
};

}  // namespace banmen::rules

#include "rules/vm_chain.hpp"
#include "rules/vm_effects.hpp"
#include "rules/vm_end.hpp"
#include "rules/vm_prepare.hpp"
#include "rules/vm_run.hpp"
#include "rules/vm_walk.hpp"

namespace banmen::rules {

template <int W>
std::unique_ptr<Interpreter> make_vm_of(const Rules& rules) {
  return std::make_unique<Vm<W>>(rules);
}

}  // namespace banmen::rules
