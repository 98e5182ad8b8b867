// Lists, counts, draws and makes moves by one walk over the statements of a turn.
#pragma once

#include "rules/vm.hpp"

namespace banmen::rules {

template <int W>
struct Vm<W>::Walk {
  const Vm& m;
  const std::uint8_t* before;
  int seat;
  Mode mode;
  std::uint8_t* position;  // the working copy
  Env env;
  // Registers; the pieces are only there until they are written back.
  Sites s[most_registers];
  long n[most_registers];
  // … of the previous choice, if the next statement is a choice
  Sites* shared_s = nullptr;
  long* shared_n = nullptr;
  std::uint8_t way = 0;  // by the piece on the chosen site
  std::int32_t gains[8] = {};
  std::uint64_t* list = nullptr;
  std::uint32_t found = 0;
  std::uint32_t wanted = 0;
  std::uint64_t chosen = 0;
  std::uint64_t code = 0;  // replay: the rest of the move; else the choices so far
  int shift = 0;
  int pass = 0;
  int room;  // for more choices inside `repeat`
  bool again = false, stopped = false, endless = false, pass_counts = false;
  std::vector<Note>* notes = nullptr;
  std::vector<std::string>* words = nullptr;
  bool wrote_pass = false;  // the alternative "pass" was taken

  /// `at` is the working position: a copy, unless the move is made.
  Walk(const Vm& vm, const std::uint8_t* p, std::uint8_t* at, int of_seat, Mode how)
      : m(vm),
        before(p),
        seat(of_seat),
        mode(how),
        position(at),
        env(at),
        room(m.code_.turns[static_cast<std::size_t>(seat)].room) {
    if (how != Mode::replay || at != p) copy(at, p, m.layout_.size);
    env.position = at;
    m.read_pieces(at, s);
  }

  Sites look(const Program& program) {
    m.run(program.steps, env, s, n);
    return s[program.result];
  }
  long figure(const Program& program) {
    m.run(program.steps, env, s, n);
    return n[program.result];
  }
  bool holds(const Program& program) { return figure(program) != 0; }
  Dirs ways(const Program& program) { return static_cast<Dirs>(figure(program)); }

  void run_turn() {
    const CompiledTurn& turn = m.code_.turns[static_cast<std::size_t>(seat)];
    if (turn.roll_slot >= 0) env.slots[turn.roll_slot] = m.rolled(before);
    if (mode == Mode::replay) {
      // The block of the move: the first one that has a move.
      for (const CompiledBlock& block : turn.blocks) {
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
    for (const CompiledBlock& block : turn.blocks) {
      if (&block != &turn.blocks[0]) begin_again();
      run(block, 0, nullptr);
      if (found > 0 || (mode == Mode::find && wanted == found_it)) return;
    }
  }

  /// Undoes the effects of a block that failed.
  void begin_again() {
    copy(position, before, m.layout_.size);
    m.read_pieces(position, s);
    std::memset(gains, 0, sizeof gains);
    again = stopped = endless = false;
    code = 0;
    shift = pass = 0;
    room = m.code_.turns[static_cast<std::size_t>(seat)].room;
    env.last = -1;
    env.last_was_empty = false;
  }

  static constexpr std::uint32_t found_it = ~std::uint32_t{0};

  /// Continuation of a block.
  struct Rest {
    const CompiledBlock* block;
    std::size_t at;
    const Rest* up;
    const CompiledStep* repeat;  // the block was a pass of this
  };

  struct Saved {
    std::int32_t gains[8];
    std::uint64_t code;
    int shift, pass, room, last;
    bool again, stopped, last_was_empty;
  };
  Saved save(std::uint8_t* bytes) const {
    const std::size_t rest = sizeof(Sites) * m.pieces_;
    m.write_pieces(bytes, s);
    copy(bytes + rest, position + rest, m.layout_.size - rest);
    Saved saved{{}, code, shift, pass, room, env.last, again, stopped, env.last_was_empty};
    std::memcpy(saved.gains, gains, sizeof gains);
    return saved;
  }
  void restore(const Saved& saved, const std::uint8_t* bytes) {
    const std::size_t rest = sizeof(Sites) * m.pieces_;
    copy(position + rest, bytes + rest, m.layout_.size - rest);
    m.read_pieces(bytes, s);
    std::memcpy(gains, saved.gains, sizeof gains);
    code = saved.code;
    shift = saved.shift;
    pass = saved.pass;
    room = saved.room;
    again = saved.again;
    stopped = saved.stopped;
    env.last = saved.last;
    env.last_was_empty = saved.last_was_empty;
  }

  /// A move is complete. True ends the walk.
  bool complete() {
    switch (mode) {
      case Mode::list:
        if (found == m.most_moves_) m.too_many_moves(m.rules_, before);
        list[found++] = code;
        return false;
      case Mode::count:
        if (found == m.most_moves_) m.too_many_moves(m.rules_, before);
        ++found;
        return false;
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
  /// Read as a move of the seat asked about, which may not be the one to move.
  [[nodiscard]] bool code_is_pass() const {
    Room room;
    std::vector<Note> noted;
    std::vector<std::string> taken;
    Walk walk(m, before, room.bytes, seat, Mode::replay);
    walk.code = code;
    walk.notes = &noted;
    walk.words = &taken;
    walk.run_turn();
    return rules::move_text(m.rules_, noted, taken) == "pass";
  }

  void add_to_code(std::uint64_t value, const CompiledStep& r) {
    if (r.bits == 0) return;
    if (r.by_option) --room;
    code |= value << shift;
    shift += r.bits;
  }
  /// A move with more choices inside `repeat` than its code has room for is not legal.
  [[nodiscard]] bool has_room(const CompiledStep& r) const { return !r.by_option || r.bits == 0 || room > 0; }
  std::uint64_t from_code(int bits) {
    const std::uint64_t value = code & ((std::uint64_t{1} << bits) - 1);
    code >>= bits;
    return value;
  }

  bool run(const CompiledBlock& block, std::size_t at, const Rest* up) {
    using K = Statement::Kind;
    for (; at < block.size(); ++at) {
      const CompiledStep& r = block[at];
      const Step& step = *r.step;
      if (r.for_show && mode != Mode::replay) continue;
      switch (r.kind) {
        case K::choose:
        case K::place:
          if (mode != Mode::replay) return choose(r, block, at, up);
          if (!choose_again(r)) return true;
          break;
        case K::among: return among(r, block, at, up);
        case K::put: {
          const int kind = step.piece == -2 ? env.slots[step.other] : step.piece;
          put(kind, look(r.parts[0]));
          break;
        }
        case K::move: m.move(s, env.slots[step.slot], env.slots[step.other]); break;
        case K::remove:
          if (r.parts.size() == 2) {
            const long n = figure(r.parts[0]);
            const Sites at_site = look(r.parts[1]);
            if (at_site.size() == 1) {
              const std::size_t s = m.site(at_site.first());
              const int there = m.stones(position, s);
              if (n >= 0 && n <= there) m.set_stones(position, s, there - static_cast<int>(n));
            }
          } else {
            take_off(look(r.parts[0]));
          }
          break;
        case K::flip: flip(r, look(r.parts[0])); break;
        case K::sow:
          m.write_pieces(position, s);  // its conditions read the position itself
          if (!m.sow(m.code_.sowings[static_cast<std::size_t>(r.sowing)], position, env)) {
            if (step.endless == Step::Endless::illegal) return false;
            copy(position, before, m.layout_.size);
            m.read_pieces(position, s);
            std::memset(gains, 0, sizeof gains);
            endless = true;
            return complete();
          }
          break;
        case K::take: look(r.parts[0]).each([&](int bit) { gains[seat] += m.take(position, bit); }); break;
        case K::carry: {
          const Sites from = look(r.parts[0]), to = look(r.parts[1]);
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
          m.set_counter(position, r.at, m.rules_.counters[static_cast<std::size_t>(step.index)], figure(r.parts[0]),
                        r.kind == K::add);
          break;
        }
        case K::mark:
        case K::unmark:
        case K::clear: {
          const Sites now = m.load(position, r.at);
          const Sites given = r.kind == K::clear ? now : look(r.parts[0]);
          store(position, r.at, r.kind == K::mark ? now | given : now - given);
          break;
        }
        case K::let:
          if (step.type == Type::set) {
            const Sites value = look(r.parts[0]);
            env.sets[m.code_.named_set[static_cast<std::size_t>(step.slot)]] = value;
            if (value.size() == 1) note(step.slot, static_cast<long>(m.site(value.first())), false);
          } else {
            std::int32_t value;
            if (r.parts[0].is_set) {
              const Sites there = look(r.parts[0]);
              value = there.empty() ? -1 : there.first();
            } else {
              value = static_cast<std::int32_t>(figure(r.parts[0]));
            }
            env.slots[step.slot] = value;
            if (step.type == Type::site && value >= 0) note(step.slot, static_cast<long>(m.site(value)), false);
          }
          break;
        case K::require:
          if (!holds(r.parts[0])) return false;
          break;
        case K::again: again = true; break;
        case K::stop: stopped = true; break;
        case K::condition: {
          const bool so = holds(r.parts[0]);
          if (!so && r.blocks.size() < 2) break;
          const Rest rest{&block, at + 1, up, nullptr};
          return run(r.blocks[so ? 0 : 1], 0, &rest);
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

  void note(int slot, long value, bool was_chosen = true) {
    if (notes) notes->push_back({slot, value, pass, was_chosen});
  }

  bool choose(const CompiledStep& r, const CompiledBlock& block, std::size_t at, const Rest* up) {
    const Step& step = *r.step;
    int number = 0;
    if (step.type == Type::dirs) {
      for (unsigned left = ways(r.parts[0]); left != 0; left &= left - 1) {
        const int d = __builtin_ctz(left);
        if (option(r, block, at, up, 1 << d, d, number)) return true;
      }
      return false;
    }
    if (step.type == Type::number) {
      const long least = figure(r.parts[0]), most = figure(r.parts[1]);
      for (long n = least; n <= most && n - least < 65536; ++n)
        if (option(r, block, at, up, static_cast<std::int32_t>(n), n - least, number)) return true;
      return false;
    }
    if (r.ahead && look(*r.ahead).empty()) return false;
    Sites options;
    if (r.ways.empty()) {
      options = look(r.options);
    } else {
      m.run(r.ways[way].steps, env, shared_s, shared_n);
      options = shared_s[r.ways[way].result];
    }
    if (r.last_choice) {
      const auto n = static_cast<std::uint32_t>(options.size());
      switch (mode) {
        case Mode::count:
        case Mode::list:
          if (n > m.most_moves_ - found) m.too_many_moves(m.rules_, before);
          if (mode == Mode::list)
            options.each([&](int bit) { list[found++] = code | static_cast<std::uint64_t>(bit) << shift; });
          else
            found += n;
          return false;
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
    if (const std::size_t here = r.ways.empty() ? 0 : way; here < r.rest.size() && !r.rest[here].empty())
      return try_each(r, r.rest[here], options, [&](int bit) { return option(r, block, at, up, bit, bit, number); });
    if (at + 1 >= block.size() || block[at + 1].ways.empty())
      return options.any([&](int bit) { return option(r, block, at, up, bit, bit, number); });
    std::uint8_t way_at[64 * W] = {};
    for (std::size_t c = 0; c < r.way_of.size(); ++c)
      if (r.way_of[c] != 0) (s[c] & options).each([&](int bit) { way_at[bit] = r.way_of[c]; });
    Sites for_all_s[most_registers];
    long for_all_n[most_registers];
    for (std::size_t c = 0; c < m.pieces_; ++c) for_all_s[c] = s[c];
    m.run(r.once, env, for_all_s, for_all_n);
    return options.any([&](int bit) {
      shared_s = for_all_s;
      shared_n = for_all_n;
      way = way_at[bit];
      return option(r, block, at, up, bit, bit, number);
    });
  }

  /// Every option whose rest can be executed is a move; `walk` decides if its program can't.
  template <class Option>
  bool try_each(const CompiledStep& r, const std::vector<Instruction>& rest, const Sites& options, Option walk) {
    Sites tried_s[most_registers];
    long tried_n[most_registers];
    return options.any([&](int bit) {
      env.slots[r.step->slot] = bit;
      for (std::size_t c = 0; c < m.pieces_; ++c) tried_s[c] = s[c];
      m.run(rest, env, tried_s, tried_n);
      if (std::exchange(env.gave_up, false)) return walk(bit);
      if (std::exchange(env.failed, false)) return false;
      const std::uint64_t before_code = std::exchange(code, code | static_cast<std::uint64_t>(bit) << shift);
      const bool stop = complete();
      code = before_code;
      return stop;
    });
  }

  /// Reads the choice coded in the move; false if there is none.
  bool choose_again(const CompiledStep& r) {
    const Step& step = *r.step;
    const auto coded = r.by_option && r.bits == 0 ? 1L : static_cast<long>(from_code(r.bits));
    std::int32_t value = static_cast<std::int32_t>(coded);
    if (step.type == Type::dirs) value = static_cast<std::int32_t>(1u << (coded & 15));
    if (step.type == Type::number) value = static_cast<std::int32_t>((r.by_option ? 0 : figure(r.parts[0])) + coded);
    if (r.by_option && !find_option(r, coded, value)) return false;
    env.slots[step.slot] = value;
    if (notes)
      note(step.slot, step.type == Type::site   ? static_cast<long>(m.site(value))
                      : step.type == Type::dirs ? __builtin_ctz(static_cast<unsigned>(value))
                                                : value);
    if (r.kind == Statement::Kind::place) placed(r, value);
    return true;
  }

  /// The option with this number among those that pass their test, counted from 1.
  bool find_option(const CompiledStep& r, long which, std::int32_t& value) {
    const Step& step = *r.step;
    const bool test = step.given[2] && (r.tested || step.type != Type::site);
    const auto is_it = [&](std::int32_t candidate) {
      env.slots[step.slot] = candidate;
      if ((test && !holds(r.parts[2])) || --which > 0) return false;
      value = candidate;
      return true;
    };
    if (which < 1) return false;
    if (step.type == Type::site) return look(r.options).any([&](int bit) { return is_it(bit); });
    if (step.type == Type::dirs) {
      for (unsigned left = ways(r.parts[0]); left != 0; left &= left - 1)
        if (is_it(static_cast<std::int32_t>(left & (0 - left)))) return true;
      return false;
    }
    const long least = figure(r.parts[0]), most = figure(r.parts[1]);
    for (long n = least; n <= most; ++n)
      if (is_it(static_cast<std::int32_t>(n))) return true;
    return false;
  }

  /// `number` counts the options that pass their test.
  bool option(const CompiledStep& r, const CompiledBlock& block, std::size_t at, const Rest* up, std::int32_t value, long coded,
              int& number) {
    env.slots[r.step->slot] = value;
    const bool test = r.step->given[2] && (r.tested || r.step->type != Type::site);
    if (test && !holds(r.parts[2])) return false;
    ++number;
    if (r.by_option && (number >= 1 << bits_of_a_pass || !has_room(r))) return false;
    if (r.next_tries) {
      const auto before_code = code;
      const auto before_shift = shift;
      const auto before_room = room;
      add_to_code(static_cast<std::uint64_t>(r.by_option ? number : coded), r);
      if (run(block, at + 1, up)) return true;
      code = before_code;
      shift = before_shift;
      room = before_room;
      return false;
    }
    std::uint8_t bytes[1024];
    const Saved saved = save(bytes);
    add_to_code(static_cast<std::uint64_t>(r.by_option ? number : coded), r);
    bool stop = false;
    if (r.kind != Statement::Kind::place || placed(r, value)) stop = run(block, at + 1, up);
    if (!stop) restore(saved, bytes);
    return stop;
  }

  bool placed(const CompiledStep& r, int bit) {
    const PieceKind& kind = m.rules_.kinds[static_cast<std::size_t>(r.step->piece)];
    if (kind.has_hand) {
      std::uint8_t& hand = position[r.at];
      if (hand == 0) return false;
      --hand;
    }
    put(r.step->piece, Sites::of(bit), r.onto_empty);
    return true;
  }

  bool among(const CompiledStep& r, const CompiledBlock& block, std::size_t at, const Rest* up) {
    const Step& step = *r.step;
    if (mode == Mode::replay) {
      const auto which = r.bits == 0 ? 0 : from_code(r.bits) - (r.by_option ? 1 : 0);
      if (which >= step.kinds.size()) return true;
      env.slots[step.slot] = step.kinds[which];
      note(step.slot, step.kinds[which]);
      return run(block, at + 1, up);
    }
    if (!has_room(r)) return false;
    for (std::size_t i = 0; i < step.kinds.size(); ++i) {
      std::uint8_t bytes[1024];
      const Saved saved = save(bytes);
      env.slots[step.slot] = step.kinds[i];
      add_to_code(i + (r.by_option ? 1 : 0), r);
      if (run(block, at + 1, up)) return true;
      restore(saved, bytes);
    }
    return false;
  }

  bool either(const CompiledStep& r, const CompiledBlock& block, std::size_t at, const Rest* up) {
    const Rest rest{&block, at + 1, up, nullptr};
    if (mode == Mode::replay) {
      const auto which = from_code(r.bits) - (r.by_option ? 1 : 0);
      if (which >= r.blocks.size()) return true;
      if (words && !r.step->words[which].empty()) words->push_back(r.step->words[which]);
      return run(r.blocks[which], 0, &rest);
    }
    if (!has_room(r)) return false;
    for (std::size_t i = 0; i < r.blocks.size(); ++i) {
      std::uint8_t bytes[1024];
      const Saved saved = save(bytes);
      const bool wrote = wrote_pass;
      wrote_pass = wrote_pass || r.step->words[i] == "pass";
      add_to_code(i + (r.by_option ? 1 : 0), r);
      if (run(r.blocks[i], 0, &rest)) return true;
      wrote_pass = wrote;
      restore(saved, bytes);
    }
    return false;
  }

  /// A pass of `repeat` is complete: another one follows if one can be completed, or else the rest of the move.
  bool after_pass(const Rest& here) {
    const CompiledStep& r = *here.repeat;
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
      if ((code & ((1u << bits_of_a_pass) - 1)) == 0) {
        code >>= bits_of_a_pass;
        return leave();
      }
      env.slots[step.slot] = to;
      ++pass;
      const bool stop = run(r.blocks[0], 0, &here);
      return stop;
    }
    env.slots[step.slot] = to;
    Room room;
    m.write_pieces(position, s);
    Walk probe(m, position, room.bytes, seat, Mode::any);
    probe.before = before;
    probe.pass_counts = true;
    const std::size_t slot_bytes = sizeof(std::int32_t) * static_cast<std::size_t>(m.rules_.slots);
    std::memcpy(probe.env.slots, env.slots, slot_bytes);
    std::memcpy(&probe.env.sets, &env.sets, sizeof(Sites) * m.named_sets_);
    probe.run(r.blocks[0], 0, nullptr);
    env.slots[step.slot] = from;
    // The room does not matter: a move that could continue does not end here.
    const bool can = probe.found > 0;
    std::uint8_t bytes[1024];
    const Saved saved = save(bytes);
    std::int32_t slots[most_names];
    std::memcpy(slots, env.slots, slot_bytes);
    if (step.or_stop || !can) {
      shift += bits_of_a_pass;
      if (leave()) return true;
      restore(saved, bytes);
      std::memcpy(env.slots, slots, slot_bytes);
    }
    if (!can) return false;
    env.slots[step.slot] = to;
    ++pass;
    const bool stop = run(r.blocks[0], 0, &here);
    if (!stop) {
      restore(saved, bytes);
      std::memcpy(env.slots, slots, slot_bytes);
    }
    return stop;
  }

  void put(int kind, const Sites& at, bool onto_empty = false) {
    if (!onto_empty) take_off(at);
    s[code_of(m.rules_, kind, seat)] |= at;
  }

  void take_off(const Sites& gone) { m.take_off(s, gone); }

  void flip(const CompiledStep& r, const Sites& turned) {
    for (const auto& [from, to] : r.flips) {
      const Sites flipped = s[from] & turned;
      s[from] -= flipped;
      s[to] |= flipped;
    }
  }
};

template <int W>
bool Vm<W>::play_by_walk(std::uint8_t* p, const std::uint8_t* before, int seat, std::uint64_t move, std::int32_t* gains,
                         bool& again) const {
  Walk walk(*this, before, p, seat, Mode::replay);
  walk.code = move;
  walk.run_turn();
  write_pieces(p, walk.s);
  for (int of = 0; of < seats_; ++of) gains[of] += walk.gains[of];
  again = walk.again;
  return walk.endless;
}

template <int W>
std::uint32_t Vm<W>::draw_by_walk(const std::uint8_t* p, int seat, NextWord next_word, void* source, std::uint64_t* move) const {
  const CompiledTurn& mine = code_.turns[static_cast<std::size_t>(seat)];
  if (mine.chain) {
    Links links(*this, *mine.chain, p, mine.roll_slot);
    const std::uint32_t n = links.draw([&](std::uint32_t of) { return Random::bounded(next_word(source), of); }, *move);
    if (n > 0) return n;
    *move = pass_move;
    return mine.pass ? 1 : 0;
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

}  // namespace banmen::rules
