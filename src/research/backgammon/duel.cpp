// A player that looks endings up against the same player without, from random endings.
#include <algorithm>
#include <cmath>

#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/extensions.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "host/threads.hpp"
#include "research/backgammon/decisions.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

using Player = std::unique_ptr<Search<Backgammon>>;

Result<Player> make_player(const Backgammon& g, const std::string& depth, const std::string& file) {
  const OwnAgent<Backgammon> agent = agents().front();
  std::vector<std::pair<std::string, std::string>> given = {{"depth", depth}};
  if (!file.empty()) given.emplace_back("db", file);
  const auto values = check_values(agent.kind.id, agent.kind.parameters, given);
  if (!values) return fail(values.error());
  return agent.make(g, *values);
}

/// Plays to the end; what the seat 0 gets. Dice follow from the start's number and the turn alone.
int played(const Backgammon& g, Backgammon::Position p, std::uint64_t start, Search<Backgammon>& first,
           Search<Backgammon>& second) {
  first.new_game();
  second.new_game();
  for (std::uint32_t ply = 0; p.phase != Backgammon::Phase::over; ++ply) {
    if (p.phase == Backgammon::Phase::roll) throw_dice(p, wide::stirred(wide::stirred(start) + ply));
    Question<Backgammon> question;
    question.position = p;
    question.game = start;
    question.ply = ply;
    g.play(p, (p.mover == 0 ? first : second).think(question).lines.front().move);
  }
  return g.payoff(p)[0];
}

struct DuelTally {
  std::uint64_t starts = 0;
  std::int64_t points = 0;   // of the player with the file, over both games of a start
  std::int64_t squares = 0;  // of that sum
  std::uint64_t won = 0;
};

Result<Findings> run(const Values& values, const Control& control) {
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  const auto count = static_cast<std::uint64_t>(values.integer("starts"));
  const std::string &path = values.text("file"), depth = std::to_string(values.integer("depth"));
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  if (!file->covers(n, m) || !file->covers(m, n) || file->plan().payoff != EquityPlan::Payoff::single)
    return fail("'" + path + "' does not know single wins of " + std::to_string(n) + " against " + std::to_string(m) + " checkers",
                "--mover and --opponent, or another file");
  const Backgammon g;
  struct Duellist {
    const Backgammon* g;
    std::uint64_t seed, contacts;
    int n, m;
    Player with, without;
    DuelTally tally;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) {
        const std::uint64_t word = wide::stirred(wide::stirred(seed) + k);
        std::uint8_t mover[slots] = {}, other[slots] = {};
        unrank_position(n, m, Meeting::contact, place_of_word(word, contacts), mover, other);
        mover[off] = static_cast<std::uint8_t>(g->checkers - n);
        other[off] = static_cast<std::uint8_t>(g->checkers - m);
        const auto start = to_roll(*g, mover, other);
        const int moving = played(*g, start, word, *with, *without), answering = -played(*g, start, word, *without, *with);
        ++tally.starts;
        tally.points += moving + answering;
        tally.squares += (moving + answering) * (moving + answering);
        tally.won += static_cast<std::uint64_t>((moving > 0) + (answering > 0));
      }
    }
  };
  // Players are made beforehand: a worker can't fail.
  std::vector<Duellist> ready;
  for (int thread = 0; thread < std::max(1, control.threads); ++thread) {
    auto with = make_player(g, depth, path), without = make_player(g, depth, "");
    if (!with) return fail(with.error());
    if (!without) return fail(without.error());
    ready.push_back({&g, control.seed, count_positions(n, m, Meeting::contact), n, m, std::move(*with), std::move(*without), {}});
  }
  DuelTally all;
  std::size_t next = 0;
  for (const Duellist& one : run_chunks(control, count, 8, "starts", [&] { return std::move(ready[next++]); })) {
    all.starts += one.tally.starts;
    all.points += one.tally.points;
    all.squares += one.tally.squares;
    all.won += one.tally.won;
  }
  Findings found;
  found.complete = all.starts == count;
  if (all.starts == 0) return found;
  const auto starts = static_cast<double>(all.starts);
  const double mean = static_cast<double>(all.points) / starts, square = static_cast<double>(all.squares) / starts;
  const double error = all.starts < 2 ? 0 : std::sqrt(std::max(0.0, square - mean * mean) / (starts - 1));
  found.add({.name = "points",
             .value = mean / 2,
             .words = "a game, of the player that looks up",
             .unit = "points",
             .error = error / 2,
             .n = all.starts,
             .exact = false,
             .digits = 4});
  found.add({.name = "won",
             .value = static_cast<double>(all.won) / starts / 2,
             .words = "share of games",
             .error = error / 4,
             .n = all.starts,
             .exact = false,
             .digits = 4});
  found.add("games", 2 * all.starts, "two from each start with the same dice, sides changed");
  return found;
}

}  // namespace

Study duel_study() {
  return {
      .id = "duel",
      .help = "A player that looks endings up in a database against the same player without, from random endings",
      .examples = {"banmen backgammon duel three.db --mover 3 --opponent 3 --starts 2000"},
      .parameters = {Parameter::path("file", "A database of single wins").at_place().needed(),
                     Parameter::integer("mover", 2, 1, 5, "Checkers of the side that begins"),
                     Parameter::integer("opponent", 2, 1, 5, "Checkers of the other"),
                     Parameter::integer("starts", 1000, 1, 10000000, "Positions with contact, all as likely, two games from each"),
                     Parameter::integer("depth", 1, 1, 2, "Of expectimax, which both use where nothing is looked up")},
      .run = run,
      .takes = Study::Takes::seconds,
      .threads = true};
}

}  // namespace banmen::backgammon
