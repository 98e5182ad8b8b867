#include "rules/reference.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "rules/budget.hpp"
#include "rules/move_bound.hpp"

namespace banmen::rules {
namespace {

using Kind = Statement::Kind;

constexpr std::size_t most_sowings = 2000;  // recorded of one move

thread_local long steps_left = std::numeric_limits<long>::max();

bool out_of_steps() { return steps_left <= 0 || --steps_left <= 0; }

/// A partially executed move.
struct Frame {
  State state;
  View view;
  std::vector<long> gains;
  std::vector<long> tuple;
  std::vector<Type> types;  // of the choices
  std::vector<Alternative> alternatives;
  std::vector<Note> notes;         // choices and names, for the notation
  std::vector<std::string> words;  // of alternatives
  int pass = 0;
  int repeated = 0;        // number of choices inside `repeat`
  std::size_t chosen = 0;  // … and in all
  Course course;           // if it is recorded
  bool again = false, stopped = false, endless = false;
  bool may_stop = false;  // in a `repeat` with `or stop`

  void add(long choice, Type type) {
    tuple.push_back(choice);
    types.push_back(type);
  }
};

/// Called with every complete move; true ends the search.
using Next = std::function<bool(Frame&)>;

class Walk {
 public:
  /// With `selection`, walks only moves with these choices, and records their course.
  Walk(const Rules& rules, const State& before, const Next& finish, std::vector<Evaluator::Fault>& faults,
       const std::vector<Note>* selection)
      : rules_(rules),
        before_(before),
        finish_(finish),
        faults_(faults),
        selection_(selection),
        room_(room_in_repeat(rules, rules.turns[static_cast<std::size_t>(before.seat)])) {}

  bool run(const Steps& steps, std::size_t at, Frame frame, const Next& next) {
    if (out_of_steps()) return true;
    if (at == steps.size()) return next(frame);
    const Step& step = steps[at];
    Budget::spend(step.place);
    const Next rest = [&](Frame& f) { return run(steps, at + 1, f, next); };
    const Evaluator look(rules_, frame.state, frame.view);
    const auto seat = static_cast<std::size_t>(frame.state.seat);
    State& state = frame.state;
    const auto sites = state.piece.size();
    switch (step.kind) {
      case Kind::choose:
      case Kind::place:
      case Kind::among: return choose(step, frame, rest);
      case Kind::put: {
        const int kind = step.piece == -2 ? static_cast<int>(frame.view.slots[static_cast<std::size_t>(step.other)]) : step.piece;
        const Set at_sites = look.set(step.parts[0]);
        for (std::size_t s = 0; s < sites; ++s)
          if (at_sites[s]) state.piece[s] = code(kind, state.seat);
        break;
      }
      case Kind::move: {
        const auto from = static_cast<std::size_t>(frame.view.slots[static_cast<std::size_t>(step.slot)]);
        const auto to = static_cast<std::size_t>(frame.view.slots[static_cast<std::size_t>(step.other)]);
        const std::int16_t piece = state.piece[from];
        state.piece[from] = -1;
        state.piece[to] = piece;
        break;
      }
      case Kind::remove:
        if (step.parts.size() == 2) {
          const long count = look.number(step.parts[0]);
          const int site = look.site(step.parts[1]);
          if (site >= 0 && (count < 0 || count > state.stones[static_cast<std::size_t>(site)]))
            fault("'remove' takes more stones than the site has", step.place);
          else if (site >= 0)
            state.stones[static_cast<std::size_t>(site)] -= static_cast<int>(count);
        } else {
          const Set gone = look.set(step.parts[0]);
          for (std::size_t s = 0; s < sites; ++s)
            if (gone[s]) state.piece[s] = -1;
        }
        break;
      case Kind::flip: {
        const Set turned = look.set(step.parts[0]);
        for (std::size_t s = 0; s < sites; ++s) {
          if (!turned[s] || state.piece[s] < 0) continue;
          const PieceCode& was = rules_.codes[static_cast<std::size_t>(state.piece[s])];
          if (was.side < 0 || was.side == rules_.side[seat]) continue;
          state.piece[s] = code(was.kind, state.seat);
        }
        break;
      }
      case Kind::sow:
        if (!sow(step, frame)) {
          if (step.endless == Step::Endless::illegal) return false;
          if (step.endless == Step::Endless::unspecified) fault("a move never ends", step.place);
          return finish_endless(frame);
        }
        break;
      case Kind::take: {
        const Set from = look.set(step.parts[0]);
        for (std::size_t s = 0; s < sites; ++s)
          if (from[s]) frame.gains[seat] += std::exchange(state.stones[s], 0);
        break;
      }
      case Kind::carry: {
        const Set from = look.set(step.parts[0]);
        const int to = look.site(step.parts[1]);
        if (to < 0) break;
        int carried = 0;
        for (std::size_t s = 0; s < sites; ++s)
          if (from[s]) carried += std::exchange(state.stones[s], 0);
        state.stones[static_cast<std::size_t>(to)] += carried;
        break;
      }
      case Kind::set:
      case Kind::add: {
        const Counter& counter = rules_.counters[static_cast<std::size_t>(step.index)];
        int& value = state.counters[static_cast<std::size_t>(step.index * rules_.seat_count() + (counter.each ? state.seat : 0))];
        const long sum = look.number(step.parts[0]) + (step.kind == Kind::add ? value : 0);
        value = static_cast<int>(std::clamp<long>(sum, counter.least, counter.most));
        if (!counter.each)
          for (int other = 1; other < rules_.seat_count(); ++other)
            state.counters[static_cast<std::size_t>(step.index * rules_.seat_count() + other)] = value;
        break;
      }
      case Kind::mark: state.marks[static_cast<std::size_t>(step.index)] |= look.set(step.parts[0]); break;
      case Kind::unmark: state.marks[static_cast<std::size_t>(step.index)] &= ~look.set(step.parts[0]); break;
      case Kind::clear: state.marks[static_cast<std::size_t>(step.index)].reset(); break;
      case Kind::let: {
        const auto slot = static_cast<std::size_t>(step.slot);
        if (step.type == Type::set) {
          frame.view.set_slots[slot] = look.set(step.parts[0]);
          // A set of a single site can be part of the notation.
          if (frame.view.set_slots[slot].count() == 1)
            frame.notes.push_back({step.slot, static_cast<long>(frame.view.set_slots[slot]._Find_first()), frame.pass, false});
        } else {
          const long value = step.type == Type::dirs     ? look.dirs(step.parts[0])
                             : step.type == Type::number ? look.number(step.parts[0])
                                                         : look.site(step.parts[0]);
          frame.view.slots[slot] = value;
          if (step.type == Type::site) frame.notes.push_back({step.slot, value, frame.pass, false});
        }
        break;
      }
      case Kind::require:
        if (!look.truth(step.parts[0])) {
          keep(look);
          return false;
        }
        break;
      case Kind::again: frame.again = true; break;
      case Kind::stop: frame.stopped = true; break;
      case Kind::condition: {
        const bool holds = look.truth(step.parts[0]);
        keep(look);
        if (holds) return run(step.blocks[0], 0, frame, rest);
        if (step.blocks.size() > 1) return run(step.blocks[1], 0, frame, rest);
        break;
      }
      case Kind::either:
        for (std::size_t i = 0; i < step.blocks.size(); ++i) {
          Frame f = frame;
          if (!has_room(step, f)) return false;
          f.add(static_cast<long>(i), Type::number);
          f.alternatives.push_back(alternative_of(step, i));
          if (!step.words[i].empty()) f.words.push_back(step.words[i]);
          if (run(step.blocks[i], 0, f, rest)) return true;
        }
        return false;
      case Kind::repeat: {
        Frame f = frame;
        f.pass = 1;
        f.may_stop = step.or_stop;
        return repeat(step, f, rest);
      }
      case Kind::roll: break;
    }
    keep(look);
    if (selection_ && step.kind != Kind::sow) record(step, frame);
    return rest(frame);
  }

 private:
  [[nodiscard]] std::int16_t code(int kind, int seat) const { return static_cast<std::int16_t>(code_of(rules_, kind, seat)); }

  [[nodiscard]] bool is_selected(const Step& step, const Frame& frame, long option) const {
    if (!selection_) return true;
    return frame.chosen < selection_->size() && (*selection_)[frame.chosen].slot == step.slot &&
           (*selection_)[frame.chosen].value == option;
  }
  static void record(const Step& step, Frame& frame) { frame.course.deeds.push_back({&step, frame.state, {}}); }

  bool choose(const Step& step, const Frame& frame, const Next& rest) {
    std::vector<long> options;
    {
      View view = frame.view;
      const Evaluator look(rules_, frame.state, view);
      if (step.kind == Kind::among) {
        options.assign(step.kinds.begin(), step.kinds.end());
      } else if (step.type == Type::number) {
        const long least = look.number(step.parts[0]), most = look.number(step.parts[1]);
        for (long n = least; n <= most && n - least < 1'000'000; ++n) options.push_back(n);
      } else if (step.type == Type::dirs) {
        const Dirs dirs = look.dirs(step.parts[0]);
        for (int d = 0; d < direction_count; ++d)
          if (dirs >> d & 1) options.push_back(d);
      } else {
        const Set set = look.set(step.parts[0]);
        for (std::size_t s = 0; s < frame.state.piece.size(); ++s)
          if (set[s]) options.push_back(static_cast<long>(s));
      }
      keep(look);
    }
    const auto slot = static_cast<std::size_t>(step.slot);
    for (const long option : options) {
      if (step.kind != Kind::among && out_of_steps()) return true;
      if (!is_selected(step, frame, option)) continue;
      Frame f = frame;
      ++f.chosen;
      f.view.slots[slot] = step.type == Type::dirs ? 1L << option : option;
      const Evaluator look(rules_, f.state, f.view);
      const bool fits = step.kind == Kind::among || look.truth(step.parts[2]);
      keep(look);
      if (!fits) continue;
      if (!has_room(step, f)) return false;
      f.add(option, step.type);
      f.notes.push_back({step.slot, option, f.pass});
      if (step.kind == Kind::place) {
        const PieceKind& kind = rules_.kinds[static_cast<std::size_t>(step.piece)];
        if (kind.has_hand) {
          int& hand = f.state.hands[static_cast<std::size_t>(step.piece * rules_.seat_count() + f.state.seat)];
          if (hand == 0) return false;
          --hand;
        }
        f.state.piece[static_cast<std::size_t>(option)] = code(step.piece, f.state.seat);
        if (selection_) record(step, f);
      }
      if (rest(f)) return true;
    }
    return false;
  }

  /// Choices inside `repeat` share the limited room in the code of a move.
  bool has_room(const Step& step, Frame& frame) {
    if (frame.pass == 0 || step.sole || ++frame.repeated <= room_) return true;
    fault("a move makes more than " + std::to_string(room_) + " choices inside 'repeat', the limit", step.place, frame.may_stop);
    return false;
  }

  bool repeat(const Step& step, const Frame& frame, const Next& rest) {
    constexpr int most_passes = 1000;
    return run(step.blocks[0], 0, frame, [&](Frame& done) {
      if (done.stopped || done.pass >= most_passes) {
        if (!done.stopped) fault("'repeat' does not end", step.place);
        done.stopped = false;
        done.pass = 0;
        return rest(done);
      }
      Frame onward = done;
      onward.view.slots[static_cast<std::size_t>(step.slot)] = done.view.slots[static_cast<std::size_t>(step.other)];
      ++onward.pass;
      // The room does not matter: a move that could continue does not end here.
      Frame one_pass = onward;
      one_pass.repeated = 0;
      const bool can = run(step.blocks[0], 0, one_pass, [](Frame&) { return true; });
      if (step.or_stop || !can) {
        Frame stops = done;
        stops.pass = 0;
        if (step.or_stop) stops.add(-1, Type::number);
        if (rest(stops)) return true;
      }
      return can && repeat(step, onward, rest);
    });
  }

  /// Records the sowings of a relay.
  class SowingRecorder {
   public:
    SowingRecorder(const Walk& walk, const Step& step, Frame& frame) : frame_(frame), step_(step), on_(walk.selection_) {
      // A plain relay only depends on the stones relative to the hole: rotated boards continue alike.
      turns_ = !step.given[0] && step.given[1] && step.parts[1].op == Node::Op::was_occupied;
    }
    ~SowingRecorder() {
      if (on_) frame_.course.deeds.push_back({&step_, frame_.state, std::move(sowings_)});
    }
    SowingRecorder(const SowingRecorder&) = delete;
    SowingRecorder& operator=(const SowingRecorder&) = delete;

    void lift(const State& state, int hole) {
      if (!on_ || sowings_.size() > most_sowings) return;
      sowings_.push_back({hole, {}});
      std::vector<int> key = state.stones;
      if (turns_) std::rotate(key.begin(), key.begin() + hole, key.end());
      key.push_back(turns_ ? 0 : hole);
      boards_.push_back(std::move(key));
    }
    void drop(int hole) {
      if (on_ && sowings_.size() <= most_sowings) sowings_.back().over.push_back(hole);
    }
    /// Of an endless relay: finds the first repeated board and drops the sowings after one loop.
    void find_loop() {
      if (!on_) return;
      std::map<std::vector<int>, std::size_t> seen;
      for (std::size_t i = 0; i < boards_.size(); ++i) {
        const auto [first, is_new] = seen.try_emplace(boards_[i], i);
        if (is_new) continue;
        frame_.course.loop_from = first->second;
        frame_.course.loop_period = i - first->second;
        const int size = static_cast<int>(frame_.state.stones.size());
        frame_.course.loop_shift = (sowings_[i].from - sowings_[first->second].from + size) % size;
        sowings_.resize(i);
        return;
      }
    }

   private:
    Frame& frame_;
    const Step& step_;
    bool on_, turns_;
    std::vector<Scattering> sowings_;
    std::vector<std::vector<int>> boards_;
  };

  /// False if the relay never ends.
  bool sow(const Step& step, Frame& frame) {
    State& state = frame.state;
    const int size = rules_.board.size();
    Set skip;
    {
      const Evaluator look(rules_, state, frame.view);
      if (step.given[0]) skip = look.set(step.parts[0]);
      keep(look);
    }
    if (static_cast<int>(skip.count()) >= size) {
      fault("'skip' leaves no site to sow on", step.place);
      return true;
    }
    int hole = static_cast<int>(frame.view.slots[static_cast<std::size_t>(step.slot)]);
    // Brent's cycle detection.
    std::pair<std::vector<int>, int> kept{state.stones, hole};
    long steps = 0, limit = 1;
    SowingRecorder recorder(*this, step, frame);
    for (;;) {
      recorder.lift(state, hole);
      int in_hand = std::exchange(state.stones[static_cast<std::size_t>(hole)], 0);
      int at = hole;
      frame.view.last = hole;
      frame.view.last_was_empty = true;
      while (in_hand > 0) {
        at = (at + (step.back ? size - 1 : 1)) % size;
        if (skip[static_cast<std::size_t>(at)]) continue;
        frame.view.last = at;
        frame.view.last_was_empty = state.stones[static_cast<std::size_t>(at)] == 0;
        ++state.stones[static_cast<std::size_t>(at)];
        --in_hand;
        recorder.drop(at);
      }
      if (!step.given[1]) return true;
      const Evaluator look(rules_, state, frame.view);
      const bool relays = look.truth(step.parts[1]);
      keep(look);
      if (!relays || state.stones[static_cast<std::size_t>(frame.view.last)] == 0) return true;
      hole = frame.view.last;
      if (out_of_steps()) return true;
      if (kept.first == state.stones && kept.second == hole) {
        recorder.lift(state, hole);
        recorder.find_loop();
        return false;
      }
      if (++steps == limit) {
        kept = {state.stones, hole};
        limit *= 2;
        steps = 0;
      }
    }
  }

  bool finish_endless(Frame& frame) {
    frame.state = before_;
    frame.gains.assign(frame.gains.size(), 0);
    frame.endless = true;
    return finish_(frame);
  }

  void fault(std::string what, const Place& place, bool harmless = false) {
    if (std::none_of(faults_.begin(), faults_.end(), [&](const auto& f) { return f.place == place; }))
      faults_.push_back({std::move(what), place, harmless});
  }
  void keep(const Evaluator& look) {
    for (auto& f : look.faults) fault(f.what, f.place, f.harmless);
    look.faults.clear();
  }

  const Rules& rules_;
  const State& before_;
  const Next& finish_;
  std::vector<Evaluator::Fault>& faults_;
  const std::vector<Note>* selection_;
  const int room_;
};

/// Every move of the seat's turn, until `finish` returns true.
void walk(const Rules& rules, const State& state, std::vector<Evaluator::Fault>& faults, const Next& finish,
          const std::vector<Note>* selection = nullptr) {
  const Turn& turn = rules.turns[static_cast<std::size_t>(state.seat)];
  Frame frame;
  frame.state = state;
  frame.view = View(rules, state.seat, state.seat);
  frame.gains.assign(rules.seats.size(), 0);
  if (turn.roll_slot >= 0) frame.view.slots[static_cast<std::size_t>(turn.roll_slot)] = state.rolled;
  for (std::size_t i = 0; i < turn.blocks.size(); ++i) {
    const Steps& block = turn.blocks[i];
    if (turn.blocks.size() > 1) frame.alternatives = {alternative_of(turn, i)};
    bool any = false;
    const Next counted = [&](Frame& f) {
      any = true;
      return finish(f);
    };
    Walk(rules, state, counted, faults, selection).run(block, 0, frame, counted);
    if (any) return;
  }
}

}  // namespace

StepLimit::StepLimit(long steps) : before_(std::exchange(steps_left, steps)) {}
StepLimit::~StepLimit() { steps_left = before_; }
bool StepLimit::reached() { return steps_left <= 0; }

bool is_stuck(const Rules& rules, const State& state, int seat, std::vector<Evaluator::Fault>& faults) {
  const Reference reference(rules);
  const bool stuck = reference.stuck(state, seat);
  for (auto& fault : reference.faults()) faults.push_back(std::move(fault));
  return stuck;
}

bool Reference::stuck(const State& state, int seat) const {
  if (rules_.turns[static_cast<std::size_t>(seat)].roll > 0) return false;
  State asked = state;
  asked.seat = seat;
  asked.over = 0;
  bool free = false;
  std::vector<Evaluator::Fault> found;
  walk(rules_, asked, found, [&](Frame& frame) {
    free = move_text(rules_, frame.notes, frame.words) != "pass";
    return free;
  });
  keep(found);
  return !free;
}

void Reference::keep(const std::vector<Evaluator::Fault>& found) const {
  if (found.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const auto& fault : found)
    if (std::none_of(faults_.begin(), faults_.end(), [&](const auto& known) { return known.place == fault.place; }))
      faults_.push_back(fault);
}

std::vector<Evaluator::Fault> Reference::faults() const {
  const std::lock_guard lock(mutex_);
  return faults_;
}

void Reference::settle(State& state, int mover) const {
  View view(rules_, mover, state.seat);
  const Evaluator look(rules_, state, view);
  for (std::size_t r = 0; r < rules_.ends.size(); ++r) {
    const bool ends = look.truth(rules_.ends[r].when);
    keep(std::exchange(look.faults, {}));
    if (ends) {
      state.over = 3 + 2 * static_cast<int>(r);
      if (mover == state.seat && rules_.seat_count() > 1) {
        // The last mover is only stored if the result depends on it: otherwise equal boards stay equal positions.
        State by_again = state;
        ++by_again.over;
        if (payoff(by_again) != payoff(state)) ++state.over;
      }
      return;
    }
  }
  const Turn& turn = rules_.turns[static_cast<std::size_t>(state.seat)];
  if ((turn.roll > 0 && state.rolled == 0) || turn.pass) return;
  bool any = false;
  std::vector<Evaluator::Fault> found;
  walk(rules_, state, found, [&](Frame&) { return any = true; });
  keep(found);
  if (!any) state.over = 1;
}

State Reference::initial() const {
  State state = rules_.start;
  settle(state, rules_.seat_count() - 1);
  return state;
}

Seat Reference::turn(const State& state) const {
  if (state.over != 0) return over;
  if (rules_.turns[static_cast<std::size_t>(state.seat)].roll > 0 && state.rolled == 0) return chance;
  return static_cast<Seat>(state.seat);
}

std::vector<ReferenceMove> Reference::moves(const State& state) const {
  std::vector<ReferenceMove> list;
  const Turn& turn_now = rules_.turns[static_cast<std::size_t>(state.seat)];
  if (turn(state) == over) return list;
  const auto plain = [&](std::string text) {
    ReferenceMove move;
    move.text = std::move(text);
    move.after = state;
    move.gains.assign(rules_.seats.size(), 0);
    return move;
  };
  if (turn(state) == chance) {
    for (int n = 1; n <= turn_now.roll; ++n) {
      ReferenceMove& move = list.emplace_back(plain(std::to_string(n)));
      move.tuple = {n};
      move.types = {Type::number};
      move.after.rolled = n;
    }
    return list;
  }
  std::vector<Evaluator::Fault> found;
  walk(rules_, state, found, [&](Frame& frame) {
    ReferenceMove move;
    move.tuple = frame.tuple;
    move.types = frame.types;
    move.alternatives = frame.alternatives;
    move.text = move_text(rules_, frame.notes, frame.words);
    move.notes = frame.notes;
    move.words = frame.words;
    move.after = frame.state;
    move.gains = frame.gains;
    move.endless = frame.endless;
    move.after.rolled = 0;
    move.after.seat = frame.again && !frame.endless ? state.seat : (state.seat + 1) % rules_.seat_count();
    if (frame.endless)
      move.after.over = 2;
    else
      settle(move.after, state.seat);
    const std::size_t bytes_of_one = sizeof(ReferenceMove) +
                                     state.piece.size() * (sizeof(state.piece[0]) + sizeof(state.stones[0])) +
                                     state.marks.size() * sizeof(Set) + (move.tuple.size() + move.notes.size()) * sizeof(Note);
    Budget::hold(turn_now.place, list.size() * bytes_of_one);
    list.push_back(std::move(move));
    return false;
  });
  keep(found);
  if (list.empty() && turn_now.pass) {
    ReferenceMove& move = list.emplace_back(plain("pass"));
    move.pass = true;
    move.after.rolled = 0;
    move.after.seat = (state.seat + 1) % rules_.seat_count();
    settle(move.after, state.seat);
  }
  return list;
}

std::optional<Course> Reference::course(const State& state, const std::vector<Note>& choices, const std::string& text) const {
  std::optional<Course> found;
  std::vector<Evaluator::Fault> ignored;  // already reported when the move was found
  if (turn(state) < 0) return found;
  walk(
      rules_, state, ignored,
      [&](Frame& frame) {
        if (frame.chosen != choices.size() || move_text(rules_, frame.notes, frame.words) != text) return false;
        found = std::move(frame.course);
        found->gains = frame.gains;
        found->endless = frame.endless;
        return true;
      },
      &choices);
  if (found)
    for (const Deed& deed : found->deeds)
      if (deed.sowings.size() > most_sowings) return std::nullopt;
  return found;
}

std::vector<long> Reference::payoff(const State& state) const {
  std::vector<long> out(rules_.seats.size(), 0);
  if (state.over == 2 && rules_.forfeits)
    for (const int n : state.stones) out[static_cast<std::size_t>(state.seat)] += n;
  if (state.over < 3) return out;
  const End& end = rules_.ends[static_cast<std::size_t>((state.over - 3) / 2)];
  const bool by_again = state.over % 2 == 0;
  const int seats = rules_.seat_count();
  View view(rules_, by_again ? state.seat : (state.seat + seats - 1) % seats, state.seat);
  const Evaluator look(rules_, state, view);
  const auto of = [&](int seat) {
    view.me = seat;
    return look.number(end.result.number);
  };
  const auto side = [&](int seat) { return rules_.side[static_cast<std::size_t>(seat)]; };
  switch (end.result.kind) {
    case Outcome::Kind::draw:
    case Outcome::Kind::wins:
    case Outcome::Kind::loses: pay_decision(rules_, end.result, view.me, view.to_move, out.data()); break;
    case Outcome::Kind::difference:
      for (int s = 0; s < seats; ++s) {
        int other = 0;
        while (side(other) == side(s)) ++other;
        out[static_cast<std::size_t>(s)] = of(s) - of(other);
      }
      break;
    case Outcome::Kind::rank: {
      std::vector<long> x;
      for (int s = 0; s < seats; ++s) x.push_back(of(s));
      for (std::size_t s = 0; s < x.size(); ++s)
        out[s] = -(1 + std::count_if(x.begin(), x.end(), [&](long y) { return y > x[s]; }));
      break;
    }
    case Outcome::Kind::gains:
      for (int s = 0; s < seats; ++s) out[static_cast<std::size_t>(s)] = of(s);
      break;
  }
  return out;
}

namespace {

long seen_from(const Rules& rules, const State& state, int seat, const std::vector<Node>& what) {
  if (what.empty()) return 0;
  View view(rules, seat, state.seat);
  return Evaluator(rules, state, view).number(what[0]);
}

}  // namespace

long Reference::score(const State& state, int seat) const { return seen_from(rules_, state, seat, rules_.score); }
long Reference::value(const State& state, int seat) const { return seen_from(rules_, state, seat, rules_.value); }

int Reference::sure(const State& state) const {
  if (state.over != 0) return -1;
  View view(rules_, (state.seat + rules_.seat_count() - 1) % rules_.seat_count(), state.seat);
  const Evaluator look(rules_, state, view);
  int holds = -1;
  for (std::size_t r = 0; r < rules_.sure.size() && holds < 0; ++r)
    if (look.truth(rules_.sure[r].when)) holds = static_cast<int>(r);
  keep(std::exchange(look.faults, {}));
  return holds;
}

}  // namespace banmen::rules
