// Checks by random play: ambiguous move texts, faults of the rules, seats without a move, repeated positions.
#include <algorithm>
#include <map>
#include <set>

#include "core/random.hpp"
#include "rules/check_parts.hpp"
#include "rules/interpreter.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {
namespace {

/// Number of sites read to compute it, approximately.
double cost_of(const Node& node, double sites) {
  double sum = sites;
  for (const Node& part : node.parts) sum += cost_of(part, sites);
  return node.op == Node::Op::those ? sum * sites : node.op == Node::Op::flood || node.op == Node::Op::leap ? sum + sites * 8 : sum;
}

void add_costs(const Steps& steps, double sites, double& cost, long& count) {
  for (const Step& step : steps) {
    ++count;
    for (const Node& part : step.parts) cost += part.index == -2 ? 0 : cost_of(part, sites);
    for (const Steps& block : step.blocks) add_costs(block, sites, cost, count);
  }
}

/// True if a die is thrown between two occurrences of a position: the seats move in turn, and one that throws none moves only once.
bool every_cycle_rolls(const Rules& rules) {
  bool any = false;
  for (const Turn& turn : rules.turns) {
    if (turn.roll == 0 && find_step(turn, [](const Step& step) { return step.kind == Statement::Kind::again; })) return false;
    any = any || turn.roll > 0;
  }
  return any;
}

bool relays_without_word(const Step& step) { return relays(step) && step.endless == Step::Endless::unspecified; }

class Playing {
 public:
  Playing(const Case& c, const Facts& facts) : c_(c), reference_(c.rules) {
    seeks_repeating_ =
        !facts.measure.found && (c.rules.repetition == File::Repetition::never ||
                                 (c.rules.repetition == File::Repetition::unspecified && !every_cycle_rolls(c.rules)));
    seeks_stranded_ = !result_is_certain(c.rules);
    seeks_endless_ = any_step(c.rules, relays_without_word);
    bound_ = move_bound(c.rules);
    if (bound_.repeats) interpreter_ = make_vm(c.rules, static_cast<std::uint32_t>(bound_.capacity()));
  }

  Played run() {
    const StepLimit limit(steps());
    if (seeks_repeating_) there_and_back();
    for (std::uint64_t game = 0; game < 40 && !StepLimit::reached() && (game < 2 || seeks_more()); ++game) play(game);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool seeks_more() const {
    return (seeks_repeating_ && out_.repeating.empty()) || (seeks_stranded_ && out_.stranded.empty()) ||
           (seeks_endless_ && out_.endless.empty());
  }

  /// The number of statements that take a few milliseconds, or more if there is something to find.
  [[nodiscard]] long steps() const {
    const auto sites = static_cast<double>(c_.rules.board.size());
    double cost = 0;
    long count = 1;
    for (const Turn& turn : c_.rules.turns)
      for (const Steps& block : turn.blocks) add_costs(block, sites, cost, count);
    double ends = 0;
    for (const End& end : c_.rules.ends) ends += cost_of(end.when, sites);
    const double of_one = (cost + ends) / static_cast<double>(count) + 20 * sites + 100.0 * c_.rules.slots + 1000;
    return static_cast<long>((seeks_more() ? 30e6 : 4e6) / of_one);
  }

  static std::string joined(const std::vector<std::string>& line, std::size_t from = 0) {
    std::string out;
    for (std::size_t i = from; i < line.size(); ++i) out += (out.empty() ? "" : " ") + line[i];
    return out;
  }
  static std::string after(const std::vector<std::string>& line) { return line.empty() ? "at the start" : "after " + joined(line); }

  /// A pass of `repeat` may have more ways than its code can distinguish: the VM must have every move of the reference interpreter.
  void check_room(const State& state, const std::vector<ReferenceMove>& moves, const std::vector<std::string>& line) {
    if (!interpreter_ || reference_.turn(state) < 0) return;
    const auto complain = [&](std::string what, std::string hint) {
      const Turn& turn = c_.rules.turns[static_cast<std::size_t>(state.seat)];
      c_.messages.error(find_step(turn, [](const Step& step) { return step.kind == Statement::Kind::repeat; })->place,
                        std::move(what), std::move(hint));
      interpreter_.reset();  // one message is enough
    };
    if (moves.size() > bound_.capacity())
      return complain(
          "a position has " + std::to_string(moves.size()) + " moves, " + after(line),
          "at most " + std::to_string(bound_.capacity()) + " are possible: allow fewer options in each run of 'repeat'");
    std::vector<std::uint8_t> bytes(interpreter_->layout().size);
    interpreter_->layout().write(c_.rules, state, bytes.data());
    std::vector<std::uint64_t> list(bound_.capacity() + 1);
    list.resize(interpreter_->moves(bytes.data(), list.data()));
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (i >= list.size() || interpreter_->move_text(bytes.data(), list[i]) != moves[i].text) {
        return complain("the move '" + moves[i].text + "' can't be played, " + after(line) + ": a run of 'repeat' has more than " +
                            std::to_string(most_ways_of_a_pass) + " options",
                        "let each run choose from fewer sites");
      }
  }
  void check_moves(const std::vector<ReferenceMove>& moves, const std::vector<std::string>& line) {
    std::vector<std::string> texts;
    for (const ReferenceMove& move : moves) {
      texts.push_back(move.text);
      if (move.endless && seeks_endless_ && out_.endless.empty()) out_.endless = move.text + " " + after(line);
      if (move.after.over == 1 && out_.stranded.empty()) out_.stranded = after(with(line, move.text));
    }
    std::sort(texts.begin(), texts.end());
    const auto twice = std::adjacent_find(texts.begin(), texts.end());
    if (twice != texts.end()) {
      const Place& notation = c_.reading.file.notation_place;
      c_.messages.error(notation.line != 0 ? notation : c_.rules.turns[0].place,
                        "two moves have the same text: '" + *twice + "', " + after(line),
                        "add to 'notation' the choice in which they differ");
    }
    report_faults(line);
  }
  /// Every move and the position itself must be told apart in the other protocol; and at the start the positions must agree.
  void check_bridges(const State& state, const std::vector<ReferenceMove>& moves, const std::vector<std::string>& line) {
    for (const BridgeSection& bridge : c_.reading.file.bridges) {
      const auto complain = [&](const std::string& what) { c_.messages.error(bridge.place, what + ", " + after(line)); };
      std::map<std::string, std::string> ours;  // by theirs
      for (const ReferenceMove& move : moves) {
        const auto [same, fresh] = ours.emplace(their_move(bridge, move.text), move.text);
        if (!fresh && same->second != move.text)
          return complain("two moves are both '" + same->first + "' in " + bridge.protocol + ": '" + same->second + "' and '" +
                          move.text + "'");
      }
      if (bridge.start.empty()) continue;
      const SeatPair seats{c_.rules.seats.front(), c_.rules.seats.back()};
      const std::string text = reference_.text(state);
      const auto theirs = their_position(bridge, seats, text);
      if (!theirs) return complain(theirs.error().what);
      const auto back = our_position(bridge, seats, *theirs);
      if (!back) return complain(back.error().what);
      const auto read = reference_.read(*back);
      if (!read || reference_.text(*read) != text)
        return complain("'" + text + "' is '" + *theirs + "' in " + bridge.protocol + ", which is read back as '" + *back + "'");
      if (line.empty() && *theirs != bridge.start)
        return c_.messages.error(bridge.place,
                                 "the start is '" + *theirs + "' in " + bridge.protocol + ", not '" + bridge.start + "'");
    }
  }
  void report_faults(const std::vector<std::string>& line) {
    for (const auto& fault : reference_.faults()) {
      if (fault.what == "a move never ends" || !reported_.insert(fault.what).second) continue;
      if (fault.harmless)
        c_.messages.warn(fault.place, fault.what + ": " + after(line), "longer moves are not offered");
      else
        c_.messages.error(fault.place, fault.what + ": " + after(line));
    }
  }
  static std::vector<std::string> with(std::vector<std::string> line, const std::string& text) {
    line.push_back(text);
    return line;
  }

  void play(std::uint64_t game) {
    Random random(1, game);
    State state = reference_.initial();
    std::vector<State> seen{state};
    std::vector<std::string> line;
    report_faults(line);
    if (state.over == 1 && out_.stranded.empty()) out_.stranded = after(line);
    for (int ply = 0; ply < 200 && reference_.turn(state) != over; ++ply) {
      const auto moves = reference_.moves(state);
      if (StepLimit::reached()) return;
      // After a roll: no turn has ended, so no rule of `end` was evaluated.
      if (moves.empty() && out_.stranded.empty()) out_.stranded = after(line);
      if (moves.empty()) return;
      check_moves(moves, line);
      check_room(state, moves, line);
      check_bridges(state, moves, line);
      const ReferenceMove& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      state = move.after;
      line.push_back(move.text);
      if (!seeks_repeating_ || !out_.repeating.empty() || state.over != 0) continue;
      const auto before = std::find(seen.begin(), seen.end(), state);
      if (before != seen.end()) report_repetition(line, static_cast<std::size_t>(before - seen.begin()));
      seen.push_back(state);
    }
  }

  void report_repetition(const std::vector<std::string>& line, std::size_t from) {
    const std::vector<std::string> way(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(from));
    out_.repeating = joined(line, from) + (way.empty() ? "" : ", after " + joined(way));
  }

  /// Every seat makes a move, then tries to reverse it.
  void there_and_back() {
    const int seats = c_.rules.seat_count();
    if (seats > 4) return;
    Random random(2);
    State state = reference_.initial();
    std::vector<std::string> line;
    for (int attempt = 0; attempt < 24 && reference_.turn(state) != over && out_.repeating.empty(); ++attempt) {
      State ahead = state;
      std::vector<std::string> tried = line;
      for (int k = 0; k < seats && reference_.turn(ahead) != over; ++k) {
        const auto moves = reference_.moves(ahead);
        if (StepLimit::reached() || moves.empty()) return;
        const ReferenceMove& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        ahead = move.after;
        tried.push_back(move.text);
      }
      if (attempt % 2 == 0 && back(ahead, state, seats, tried)) {
        report_repetition(tried, line.size());
        return;
      }
      if (StepLimit::reached()) return;
      if (attempt % 2 == 1) {
        state = ahead;
        line.assign(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(
                                                       std::min(tried.size(), line.size() + static_cast<std::size_t>(seats))));
      }
    }
  }
  bool back(const State& from, const State& to, int plies, std::vector<std::string>& line) {
    if (reference_.turn(from) == over) return false;
    for (const ReferenceMove& move : reference_.moves(from)) {
      if (StepLimit::reached()) return false;
      line.push_back(move.text);
      if (plies == 1 ? move.after == to : back(move.after, to, plies - 1, line)) return true;
      line.pop_back();
    }
    return false;
  }

  const Case& c_;
  Reference reference_;
  Played out_;
  MoveBound bound_;
  std::set<std::string> reported_;            // faults
  std::unique_ptr<Interpreter> interpreter_;  // of games with `repeat`
  bool seeks_repeating_ = false, seeks_stranded_ = false, seeks_endless_ = false;
};

}  // namespace

Played check_by_playing(const Case& c, const Facts& facts) { return Playing(c, facts).run(); }

// Termination of play and of moves: a measure that every turn lowers, and passes of `repeat` that use something up.

namespace {

/// A rising quantity is described by its distance to the maximum.
std::string words_of(const Quantity& q, int sign) {
  if (sign > 0) return q.words;
  if (q.kind == Quantity::Kind::pieces && q.of < 0) return "empty sites";
  return q.words + " still to come";
}

}  // namespace

long Measure::rank(const Rules& rules, const State& state) const {
  long rank = 0;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& q = quantities[i];
    const long value = q.value(rules, state);
    const long left = std::clamp(signs[i] > 0 ? value - q.least : q.most - value, 0L, q.most - q.least);
    if (i > 0) rank = rank > unbounded / (q.most - q.least + 1) ? unbounded : rank * (q.most - q.least + 1);
    rank = std::min(unbounded, rank + left);
  }
  return rank;
}

long Measure::moves_left(const Rules& rules, const State& state) const {
  if (!found || state.over != 0) return found ? 0 : unbounded;
  const long left = rank(rules, state);
  return left > unbounded / times ? unbounded : std::min(unbounded, left * times + once);
}

long Measure::horizon(const Rules& rules, const State& state) const {
  if (!found || rolls || state.over != 0) return found && !rolls ? 0 : unbounded;
  const long left = rank(rules, state);
  if (lowering < 0) return left;
  // Until the lowering seat moves, every move brings its turn nearer; then something falls that outweighs a whole round.
  const long seats = rules.seat_count(), until = (lowering - state.seat + seats) % seats;
  return left > unbounded / seats ? unbounded : std::min(unbounded, left * seats + until);
}

Measure find_measure(const Rules& rules, const Effects& effects) {
  Measure out;
  const long seats = rules.seat_count();
  std::vector<const Way*> ways;
  bool again = false, passes = false, rolls = false;
  for (std::size_t s = 0; s < rules.turns.size(); ++s) {
    for (const Way& way : effects.ways[s]) {
      ways.push_back(&way);
      again = again || way.again;
    }
    passes = passes || rules.turns[s].pass;
    rolls = rolls || rules.turns[s].roll > 0;
  }
  const auto falls = falling(effects.quantities, ways);
  if (falls.empty()) return out;
  if (passes) {
    // A pass lowers nothing: passes in a row are only bounded if the game ends when nobody can move.
    const auto ends = [](const End& end) { return holds_when_stuck(end.when, true); };
    if (!ways.empty() || rolls || std::none_of(rules.ends.begin(), rules.ends.end(), ends)) return out;
    out.times = seats;
  } else if (!ways.empty()) {
    // It is enough that one seat lowers something with each of its moves.
    if (again) return out;
    const auto lowers = [&](const std::vector<Way>& own) {
      return std::none_of(own.begin(), own.end(),
                          [&](const Way& w) { return std::find(ways.begin(), ways.end(), &w) != ways.end(); });
    };
    const auto seat = std::find_if(effects.ways.begin(), effects.ways.end(), lowers);
    if (seat == effects.ways.end()) return out;
    out.lowering = static_cast<int>(seat - effects.ways.begin());
    out.times = seats;
    out.once = seats - 1;
  }
  out.rolls = rolls;
  if (rolls) {
    out.times *= 2;
    out.once = 2 * out.once + 1;
  }
  for (const Falling& f : falls) {
    out.quantities.push_back(effects.quantities[f.quantity]);
    out.signs.push_back(f.sign);
    out.words += (out.words.empty() ? "" : ", then ") + words_of(effects.quantities[f.quantity], f.sign);
  }
  out.found = true;
  return out;
}

void check_moves_end(const Case& c, const Played& played) {
  for (const Finding& finding : c.effects.findings) {
    if (finding.kind == Finding::Kind::endless_repeat)
      c.messages.error(finding.place, "'repeat' may never end", "every run must remove, place or use up something, or 'stop'");
    if (finding.kind == Finding::Kind::unseen_repeat)
      c.messages.warn(finding.place,
                      "this 'repeat' may never end: found nothing that every run uses up, so a move stops after " +
                          std::to_string(room_in_repeat(c.rules, c.rules.turns[static_cast<std::size_t>(finding.seat)])) +
                          " choices",
                      "mark the sites visited, or let every run remove, place or use up something");
  }
  for (const Turn& turn : c.rules.turns)
    for (const Steps& block : turn.blocks)
      if (const Step* relay = find_step(block, relays_without_word))
        c.messages.error(relay->place, "a move may never end" + (played.endless.empty() ? "" : ": " + played.endless),
                         "add 'endless: void', 'endless: illegal' or 'endless: forfeit'");
}

void check_end_of_play(const Case& c, const Facts& facts, const Played& played) {
  if (facts.measure.found) return;
  const bool rolls = every_cycle_rolls(c.rules);
  if (c.rules.repetition == File::Repetition::unspecified && !rolls)
    c.messages.error({},
                     "play may never end" +
                         (played.repeating.empty() ? ": found no quantity that decreases every turn" : ": " + played.repeating),
                     played.repeating.empty() ? "add 'repetition: draw', or 'repetition: never' if no position can occur twice"
                                              : "add 'repetition: draw'");
  if (c.rules.repetition == File::Repetition::never && !played.repeating.empty())
    c.messages.error({}, "a position repeats: " + played.repeating,
                     rolls ? "remove 'repetition: never': where dice are thrown, a position may occur again"
                           : "say 'repetition: draw', since 'repetition: never' promises that no position repeats");
}

}  // namespace banmen::rules
