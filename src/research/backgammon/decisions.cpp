#include "research/backgammon/decisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "core/little_endian.hpp"
#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/extensions.hpp"
#include "engines/backgammon/network/net.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

/// Standard error of the mean, from the sum and the sum of squares.
double standard_error(double sum, double squares, std::uint64_t n) {
  const double count = static_cast<double>(n), mean = sum / count;
  return n < 2 ? 0 : std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1));
}

/// Sets the dice from a random word, the larger first.
void throw_dice(Backgammon::Position& p, std::uint64_t word) {
  const auto fallen = static_cast<int>((word >> 32) * 36 >> 32);
  p.dice[0] = static_cast<std::uint8_t>(std::max(fallen / 6, fallen % 6) + 1);
  p.dice[1] = static_cast<std::uint8_t>(std::min(fallen / 6, fallen % 6) + 1);
  p.phase = Backgammon::Phase::play;
}

/// The examined tiers of a database of up to `most` checkers a side: `most` and one fewer.
std::vector<std::pair<int, int>> decided_tiers(int most) {
  return {{most - 1, most - 1}, {most - 1, most}, {most, most - 1}, {most, most}};
}

std::vector<KnownEnding> known_endings(int most) {
  std::vector<KnownEnding> out;
  KnownEnding all[] = {
      {"hypergammon's opening with five checkers", "24 23 22 21 20", "24 23 22 21 20"},
      {"hypergammon's opening with four", "24 23 22 21", "24 23 22 21"},
      {"hypergammon's opening", "24 23 22", "24 23 22"},
      {"hypergammon's opening with two", "24 23", "24 23"},
      {"one checker each at the start of the track", "24", "24"},
      {"three-roll position: five on the ace point each", "1x5", "1x5"},
      {"two-roll position: four on the ace point each", "1x4", "1x4"},
      {"last roll: 5 and 2 against two on the ace point", "5 2", "1x2"},
      {"last roll: 4 and 3 against two on the ace point", "4 3", "1x2"},
      {"last roll: 6 and 1 against two on the ace point", "6 1", "1x2"},
      {"the manual's example: 5 and 2 against 3 and 2", "5 2", "3 2"},
      {"five on the six point each", "6x5", "6x5"},
      {"on the bar against 6, 6, 5, 5, 4", "bar", "6x2 5x2 4"},
      {"6, 6, 5, 5, 4 against the bar", "6x2 5x2 4", "bar"},
      {"on the bar against 6, 6, 5, 5", "bar", "6x2 5x2"},
      {"6, 6, 5, 5 against the bar", "6x2 5x2", "bar"},
      {"a last checker on the ace point against 3 and 2", "24", "3 2"},
      {"3 and 2 against a last checker on the ace point", "3 2", "24"},
  };
  for (KnownEnding& ending : all) {
    const auto mover = read_side(ending.mover, ""), other = read_side(ending.other, "");
    if (!mover || !other || std::max(mover->count, other->count) > most) continue;
    std::copy_n(mover->side, slots, ending.standing.mover);
    std::copy_n(other->side, slots, ending.standing.other);
    out.push_back(ending);
  }
  return out;
}

void append_side(std::string& out, const std::uint8_t* side) {
  std::size_t left = query_checkers;
  for (int slot = bar; slot >= 1; --slot)
    for (int k = 0; k < side[slot]; ++k, --left) out += static_cast<char>(slot);
  out.append(left, '\0');
}

bool same(const Standing& x, const Standing& y) {
  return std::memcmp(x.mover, y.mover, slots) == 0 && std::memcmp(x.other, y.other, slots) == 0;
}

std::vector<Standing> results_of(const Backgammon& g, const Backgammon::Position& p) {
  std::vector<Backgammon::Move> room(g.move_capacity());
  MoveList<Backgammon::Move> list(room.data(), g.move_capacity());
  g.moves(p, list);
  std::vector<Standing> out;
  for (const Backgammon::Move move : list) {
    auto next = p;
    g.play(next, move);
    Standing result;
    std::copy_n(next.checkers[1 - p.mover], slots, result.mover);
    std::copy_n(next.checkers[p.mover], slots, result.other);
    if (std::none_of(out.begin(), out.end(), [&](const Standing& one) { return same(one, result); })) out.push_back(result);
  }
  return out;
}

Result<std::vector<Answer>> from_database(const std::string& path, const Questions& questions) {
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  const int most = questions.most;
  if (!file->covers(most, most) || file->plan().payoff != EquityPlan::Payoff::single)
    return fail("'" + path + "' has no values with payoff single for " + std::to_string(most) + " against " + std::to_string(most) +
                    " checkers",
                "use a smaller --most or another file");
  const double radius = std::max(0.0, file->proved()) + file->rounding();
  std::vector<Answer> out;
  for (const Standing& one : questions.asked) {
    const auto value = file->value(EquityTable::Kind::equity, one.mover, one.other);
    if (!value) return fail(value.error());
    out.push_back({*value, radius});
  }
  return out;
}

/// Reads answers from a file of answers or from a database of `banmen db build`.
Result<std::vector<Answer>> answers_from(const std::string& path, const Questions& questions) {
  if (!is_plain_file(path)) return fail("'" + path + "' is not a regular file", "expected a file of answers or a database");
  std::string start(8, ' ');
  std::ifstream(path, std::ios::binary).read(start.data(), 8);
  if (start != answered_mark) return from_database(path, questions);
  const auto bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  auto answers = read_answers(*bytes, questions.asked.size());
  if (!answers) return fail_in(path, answers.error());
  return answers;
}

constexpr int all_checkers = BackgammonRules::most_checkers;
constexpr double won = 2;  // above any rating

template <class Judge>
std::vector<double> by_result(const Decision& decision, Judge judge) {
  std::vector<double> out;
  for (const Standing& result : decision.results) out.push_back(occupied(result.other) == 0 ? won : judge(result));
  return out;
}

double by_network(const Standing& result) { return 1 - judged(Nets::trained(), result.mover, result.other, all_checkers)[0]; }

/// Expectation over throws after the replies that the network prefers.
double by_answers(const Standing& result) {
  const Backgammon g;
  Backgammon::Position p{};
  std::copy_n(result.mover, slots, p.checkers[0]);
  std::copy_n(result.other, slots, p.checkers[1]);
  p.owner = Backgammon::centred;
  p.phase = Backgammon::Phase::play;
  std::vector<Backgammon::Move> room(g.move_capacity());
  double sum = 0;
  for (int roll = 0; roll < throw_count; ++roll) {
    p.dice[0] = throw_of(roll).large;
    p.dice[1] = throw_of(roll).small;
    MoveList<Backgammon::Move> list(room.data(), g.move_capacity());
    g.moves(p, list);
    double best = 0;  // for the replying side
    for (const Backgammon::Move move : list) {
      auto next = p;
      g.play(next, move);
      Standing answered{};
      std::copy_n(next.checkers[1], slots, answered.mover);
      std::copy_n(next.checkers[0], slots, answered.other);
      best = std::max(best, occupied(answered.other) == 0 ? 1 : by_network(answered));
    }
    sum += throw_of(roll).weight * best;
  }
  return 1 - sum / 36;
}

std::vector<double> by_search(const Decision& decision) {
  constexpr std::size_t width = 8;
  std::vector<double> out = by_result(decision, by_network), order = out;
  std::sort(order.begin(), order.end(), std::greater<>());
  const double least = order[std::min(width, order.size()) - 1];
  for (std::size_t k = 0; k < out.size(); ++k)
    if (out[k] < least)
      out[k] = -1;
    else if (out[k] < won)
      out[k] = by_answers(decision.results[k]);
  return out;
}

/// Frequency and cost of a player's mistakes.
struct MistakeTally {
  std::uint64_t n = 0;
  double wrong = 0, wrong_squares = 0, loss = 0, squares = 0, worst = -1;
  std::uint64_t worst_at = 0;  // index of the decision

  void add(std::uint64_t at, double share, double lost, double most) {
    ++n;
    wrong += share;
    wrong_squares += share * share;
    loss += lost;
    squares += lost * lost;
    if (most > worst) {
      worst = most;
      worst_at = at;
    }
  }
};

/// Decisions with the values of their results for the next mover.
struct AnsweredDecisions {
  std::vector<Decision> decisions;
  std::vector<std::vector<Answer>> answers;

  /// Counts a uniformly random choice among `chosen`.
  void count(std::uint64_t at, const std::vector<std::size_t>& chosen, MistakeTally& tally) const {
    const auto& all = answers[at];
    const Answer best =
        *std::min_element(all.begin(), all.end(), [](const Answer& x, const Answer& y) { return x.value < y.value; });
    double wrong = 0, lost = 0, most = 0;
    for (const std::size_t k : chosen) {
      const double loss = all[k].value - best.value;
      // A choice counts as wrong only if the intervals of the two values are disjoint.
      wrong += loss > all[k].radius + best.radius;
      lost += loss;
      most = std::max(most, loss);
    }
    const auto count = static_cast<double>(chosen.size());
    tally.add(at, wrong / count, lost / count, most);
  }
};

std::vector<std::size_t> best_of(const std::vector<double>& worth) {
  const double most = *std::max_element(worth.begin(), worth.end());
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < worth.size(); ++k)
    if (worth[k] == most) out.push_back(k);
  return out;
}

using Tier = std::pair<int, int>;

struct JudgedPlayer {
  std::string name, how;
  std::map<Tier, MistakeTally> tallies;
};

/// Judges a built-in player.
JudgedPlayer judge_own(const AnsweredDecisions& all, const Decider& decider, const Control& control) {
  JudgedPlayer player{decider.name, decider.how, {}};
  std::vector<std::vector<std::size_t>> chosen(all.decisions.size());
  run_chunks(control, chosen.size(), 64, decider.name, [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) chosen[k] = best_of(decider.worth(all.decisions[k]));
    };
  });
  for (std::uint64_t k = 0; k < chosen.size(); ++k)
    if (!chosen[k].empty()) all.count(k, chosen[k], player.tallies[{all.decisions[k].n, all.decisions[k].m}]);
  return player;
}

/// Judges a file: a line "choices NAME", then for each decision "N M NUMBER FIRST/SECOND", the sides after the chosen play.
Result<JudgedPlayer> judge_file(const AnsweredDecisions& all, const std::string& path) {
  const auto text = read_file(path);
  if (!text) return fail(text.error());
  std::istringstream lines(*text);
  std::string line;
  JudgedPlayer player;
  if (!std::getline(lines, line) || !line.starts_with("choices "))
    return fail(fmt::format("'{}' has no choices: its first line is not 'choices NAME'", path));
  player.name = line.substr(8);
  std::map<std::tuple<int, int, std::uint64_t>, std::uint64_t> place;
  for (std::uint64_t k = 0; k < all.decisions.size(); ++k)
    place[{all.decisions[k].n, all.decisions[k].m, all.decisions[k].number}] = k;
  for (std::uint64_t number = 2; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    const auto wrong = [&](std::string what) {
      return fail_in(fmt::format("{}: line {}", path, number), fail(std::move(what)).value());
    };
    std::istringstream words(line);
    int n = 0, m = 0;
    std::uint64_t at = 0;
    std::string sides;
    if (!(words >> n >> m >> at >> sides)) return wrong("expected N M NUMBER FIRST/SECOND, got '" + line + "'");
    const auto found = place.find({n, m, at});
    if (found == place.end()) return wrong(fmt::format("there is no decision {} of {} against {} checkers", at, n, m));
    const Decision& decision = all.decisions[found->second];
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < decision.results.size(); ++k)
      if (text_of_side(decision.results[k].other) + "/" + text_of_side(decision.results[k].mover) == sides) chosen.push_back(k);
    if (chosen.empty()) return wrong("no play leads to " + sides);
    all.count(found->second, chosen, player.tallies[{n, m}]);
  }
  return player;
}

Findings::DataTable table_of(const AnsweredDecisions& all, const std::vector<JudgedPlayer>& players) {
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{
      .name = "mistakes",
      .help = "decisions with contact; losses in points per game",
      .columns = {{"mover", Kind::integer, "checkers of the side that decides"},
                  {"opponent", Kind::integer, "checkers of the other side"},
                  {"player", Kind::text},
                  {.name = "how", .kind = Kind::text, .hidden = true},
                  {"n", Kind::integer, "decisions"},
                  {"wrong", Kind::real, "share of decisions where the play is not the best", 4},
                  {.name = "wrong_error", .kind = Kind::real, .help = "standard error", .digits = 4, .title = "±"},
                  {"loss", Kind::real, "mean loss per decision", 5},
                  {.name = "loss_error", .kind = Kind::real, .help = "standard error", .digits = 5, .title = "±"},
                  {"worst", Kind::real, "largest loss", 3},
                  {.name = "worst_position", .kind = Kind::text, .title = "where"}}};
  const Backgammon g;
  for (const auto& [tier, unused] : players.front().tallies)
    for (const JudgedPlayer& player : players) {
      const auto found = player.tallies.find(tier);
      if (found == player.tallies.end()) continue;
      const MistakeTally& t = found->second;
      const double count = static_cast<double>(t.n);
      table.rows.push_back({tier.first, tier.second, player.name, player.how, t.n, t.wrong / count,
                            standard_error(t.wrong, t.wrong_squares, t.n), t.loss / count, standard_error(t.loss, t.squares, t.n),
                            t.worst, t.worst > 0 ? g.text(all.decisions[t.worst_at].position) : std::string()});
    }
  return table;
}

Result<void> write_list(const std::string& path, const std::vector<Decision>& decisions) {
  const Backgammon g;
  std::string text;
  for (const Decision& d : decisions) text += fmt::format("{} {} {} {}\n", d.n, d.m, d.number, g.text(d.position));
  return write_file(path, text);
}

Result<Findings> run_mistakes(const Values& values, const Control& control) {
  const auto most = static_cast<int>(values.integer("most"));
  const Questions questions(most, static_cast<std::uint64_t>(values.integer("positions")));
  Findings found;
  found.add("decisions", questions.decisions.size(), "positions with contact and a roll that can be played in several ways");
  found.add("questions", questions.asked.size(), "positions whose values are looked up");
  if (const std::string& path = values.text("questions"); !path.empty()) {
    if (const auto written = write_file(path, questions.bytes()); !written) return fail(written.error());
    found.add("written", path);
  }
  if (const std::string& path = values.text("list"); !path.empty()) {
    if (const auto written = write_list(path, questions.decisions); !written) return fail(written.error());
    found.add("listed", path);
  }
  if (values.text("answers").empty()) return found;
  auto answers = answers_from(values.text("answers"), questions);
  if (!answers) return fail(answers.error());
  AnsweredDecisions all{questions.decisions, {}};
  std::size_t at = 0;
  for (const Decision& decision : all.decisions) {
    auto& mine = all.answers.emplace_back();
    for (const Standing& result : decision.results) mine.push_back(occupied(result.other) == 0 ? Answer{} : (*answers)[at++]);
  }
  std::vector<JudgedPlayer> players;
  for (const Decider& decider : deciders()) {
    if (control.stop.stop_requested()) break;
    players.push_back(judge_own(all, decider, control));
  }
  found.complete = !control.stop.stop_requested();
  std::istringstream files(values.text("choices"));
  for (std::string path; std::getline(files, path, ',');) {
    auto player = judge_file(all, path);
    if (!player) return fail(player.error());
    players.push_back(std::move(*player));
  }
  found.add(table_of(all, players));
  return found;
}

Result<Findings> run_endings(const Values& values, const Control&) {
  const Questions questions(static_cast<int>(values.integer("most")), static_cast<std::uint64_t>(values.integer("positions")));
  const auto answers = answers_from(values.text("answers"), questions);
  if (!answers) return fail(answers.error());
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{.name = "endings",
                            .help = "single wins, the mover to roll",
                            .columns = {{"ending", Kind::text},
                                        {"mover", Kind::text, "the mover's points, in the mover's numbering"},
                                        {"opponent", Kind::text, "the opponent's points, in the opponent's numbering"},
                                        {"value", Kind::real, "expected result of the mover", 8},
                                        {"win", Kind::real, "winning chance of the mover", 6},
                                        {"error_bound", Kind::real, "error bound of the value"}}};
  const std::size_t first = answers->size() - questions.endings.size();
  for (std::size_t k = 0; k < questions.endings.size(); ++k) {
    const Answer& answer = (*answers)[first + k];
    const KnownEnding& ending = questions.endings[k];
    table.rows.push_back({ending.name, ending.mover, ending.other, answer.value, (answer.value + 1) / 2, answer.radius});
  }
  Findings found;
  found.add(std::move(table));
  return found;
}

using Player = std::unique_ptr<Search<Backgammon>>;

Result<Player> make_player(const Backgammon& g, const std::string& depth, const std::string& file) {
  const OwnAgent<Backgammon> agent = agents().front();
  std::vector<std::pair<std::string, std::string>> given = {{"depth", depth}};
  if (!file.empty()) given.emplace_back("db", file);
  const auto values = check_values(agent.kind.id, agent.kind.parameters, given);
  if (!values) return fail(values.error());
  return agent.make(g, *values);
}

/// Plays a game and returns the payoff of seat 0. Dice are a function of `start` and the ply.
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
  std::atomic<std::uint64_t> starts{0};
  std::atomic<std::int64_t> points{0};   // of the player with the database, over both games of a start
  std::atomic<std::int64_t> squares{0};  // of that sum
  std::atomic<std::uint64_t> won{0};
};

Result<Findings> run_duel(const Values& values, const Control& control) {
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  const auto count = static_cast<std::uint64_t>(values.integer("starts"));
  const std::string &path = values.text("file"), depth = std::to_string(values.integer("depth"));
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  if (!file->covers(n, m) || !file->covers(m, n) || file->plan().payoff != EquityPlan::Payoff::single)
    return fail(
        "'" + path + "' has no values with payoff single for " + std::to_string(n) + " against " + std::to_string(m) + " checkers",
        "change --mover or --opponent, or use another file");
  const Backgammon g;
  // Constructed beforehand because a worker can't report an error.
  std::vector<std::pair<Player, Player>> ready;
  for (int thread = 0; thread < std::max(1, control.threads); ++thread) {
    auto with = make_player(g, depth, path), without = make_player(g, depth, "");
    if (!with) return fail(with.error());
    if (!without) return fail(without.error());
    ready.emplace_back(std::move(*with), std::move(*without));
  }
  const std::uint64_t contacts = count_positions(n, m, Meeting::contact);
  DuelTally all;
  std::size_t next = 0;
  run_chunks(control, count, 8, "starts", [&] {
    return [&, &players = ready[next++]](std::uint64_t begin, std::uint64_t end) {
      auto& [with, without] = players;
      for (std::uint64_t k = begin; k < end; ++k) {
        const std::uint64_t word = wide::stirred(wide::stirred(control.seed) + k);
        std::uint8_t mover[slots] = {}, other[slots] = {};
        unrank_position(n, m, Meeting::contact, place_of_word(word, contacts), mover, other);
        mover[off] = static_cast<std::uint8_t>(g.checkers - n);
        other[off] = static_cast<std::uint8_t>(g.checkers - m);
        const auto start = to_roll(g, mover, other);
        const int moving = played(g, start, word, *with, *without), answering = -played(g, start, word, *without, *with);
        ++all.starts;
        all.points += moving + answering;
        all.squares += (moving + answering) * (moving + answering);
        all.won += static_cast<std::uint64_t>((moving > 0) + (answering > 0));
      }
    };
  });
  Findings found;
  found.complete = all.starts == count;
  if (all.starts == 0) return found;
  const auto starts = static_cast<double>(all.starts);
  const double mean = static_cast<double>(all.points) / starts;
  const double error = standard_error(static_cast<double>(all.points), static_cast<double>(all.squares), all.starts);
  Figure points = estimate("points", mean / 2, error / 2, all.starts, 4, "per game, for the player with the database");
  points.unit = "points";
  found.add(std::move(points));
  found.add(estimate("won", static_cast<double>(all.won) / starts / 2, error / 4, all.starts, 4, "share of games"));
  found.add("games", 2 * all.starts.load(), "two from each start with the same dice, sides swapped");
  return found;
}

}  // namespace

std::vector<Decision> decisions_of(int n, int m, std::uint64_t count) {
  const Backgammon g;
  const std::uint64_t contacts = count_positions(n, m, Meeting::contact);
  std::vector<Decision> out;
  for (std::uint64_t drawn = 0; out.size() < count; ++drawn) {
    const std::uint64_t word = wide::stirred(wide::stirred(static_cast<std::uint64_t>(100 * n + m)) + drawn);
    Decision decision{n, m, out.size(), {}, {}};
    Backgammon::Position& p = decision.position;
    p = Backgammon::Position{};
    unrank_position(n, m, Meeting::contact, place_of_word(word, contacts), p.checkers[0], p.checkers[1]);
    p.checkers[0][off] = static_cast<std::uint8_t>(g.checkers - n);
    p.checkers[1][off] = static_cast<std::uint8_t>(g.checkers - m);
    p.owner = Backgammon::centred;
    throw_dice(p, wide::stirred(word));
    decision.results = results_of(g, p);
    if (decision.results.size() > 1) out.push_back(std::move(decision));
  }
  return out;
}

Questions::Questions(int checkers, std::uint64_t count) : most(checkers), endings(known_endings(checkers)) {
  for (const auto& [n, m] : decided_tiers(most))
    if (std::min(n, m) > 0)
      for (Decision& decision : decisions_of(n, m, count)) decisions.push_back(std::move(decision));
  for (const Decision& decision : decisions)
    for (const Standing& result : decision.results)
      if (occupied(result.other) != 0) asked.push_back(result);
  for (const KnownEnding& ending : endings) asked.push_back(ending.standing);
}

std::string Questions::bytes() const {
  std::string out = asked_mark;
  append_little_endian(out, asked.size(), 8);
  for (const Standing& one : asked) {
    append_side(out, one.mover);
    append_side(out, one.other);
  }
  return out;
}

Result<std::vector<Answer>> read_answers(const std::string& bytes, std::uint64_t count) {
  if (bytes.size() < query_head_bytes || !bytes.starts_with(answered_mark))
    return fail("not a file of answers", "expected a file that begins with bnmnans1");
  const std::uint64_t there = little_endian(&bytes[8], 8);
  if (there != count)
    return fail(fmt::format("expected answers to {} questions, got {}", count, there),
                "use the same --most and --positions as for the questions");
  if (bytes.size() != query_head_bytes + count * 5)
    return fail(fmt::format("expected {} bytes, got {}", query_head_bytes + count * 5, bytes.size()),
                "the file is truncated or damaged");
  std::vector<Answer> out(count);
  const char* const values = &bytes[query_head_bytes];
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto radius = static_cast<std::uint8_t>(values[4 * count + k]);
    if (radius == wide::most_radius)
      return fail(fmt::format("no answer to question {}: the database did not have its position", k + 1));
    out[k] = {std::ldexp(static_cast<wide::Word>(little_endian(values + 4 * k, 4)), -wide::scale_bits),
              std::ldexp(radius, -wide::scale_bits)};
  }
  return out;
}

std::vector<Decider> deciders() {
  return {
      {"any play", "all plays equally likely", [](const Decision& d) { return std::vector<double>(d.results.size(), 0); }},
      {"pips", "the best difference of pips, ties broken at random",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return (pips(s.mover) - pips(s.other)) / 1000.0; }); }},
      {"race", "one-sided distributions, as if there were no contact",
       [](const Decision& d) {
         return by_result(d, [](const Standing& s) { return 1 - Race::instance().chances(s.mover, s.other, all_checkers)[0]; });
       }},
      {"evaluation", "the game's own evaluation: pips, blots, points and primes",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return judgement(s.other, s.mover, false); }); }},
      {"network", "expectimax:depth=1", [](const Decision& d) { return by_result(d, by_network); }},
      {"network, 2 deep", "expectimax:depth=2,width=8", by_search},
  };
}

Study mistakes_study() {
  return {.id = "mistakes",
          .help = "Frequency and cost of players' mistakes in solved endings with contact",
          .examples = {"banmen backgammon mistakes --answers docs/results/wide/answers.bin",
                       "banmen backgammon mistakes --most 3 --positions 500 --answers three.db",
                       "banmen backgammon mistakes --questions questions.bin --list decisions.txt"},
          .parameters = {Parameter::integer("most", 5, 2, 5, "Checkers of each side: this number or one less"),
                         Parameter::integer("positions", 5000, 1, 100000, "Positions to decide, for each pair of checker counts"),
                         Parameter::path("answers", "Answers of banmen-wide to the questions, or a database with payoff single"),
                         Parameter::text("choices", "", "FILE,FILE,…", "Files with choices of other players"),
                         Parameter::path("questions", "Write the questions for banmen-wide to this file"),
                         Parameter::path("list", "Write the decisions to this file, so that other players can choose")},
          .run = run_mistakes,
          .takes = Study::Takes::minutes,
          .threads = true};
}

Study endings_study() {
  return {
      .id = "endings",
      .help = "Values of well-known endings",
      .examples = {"banmen backgammon endings --answers docs/results/wide/answers.bin",
                   "banmen backgammon endings --most 3 --answers three.db"},
      .parameters =
          {Parameter::path("answers", "Answers made for `banmen backgammon mistakes`, or a database with payoff single").needed(),
           Parameter::integer("most", 5, 2, 5,
                              "Maximum checkers of a side; with answers, the --most of `banmen backgammon mistakes`"),
           Parameter::integer("positions", 5000, 1, 100000,
                              "Value of --positions when `banmen backgammon mistakes` wrote the questions")},
      .run = run_endings,
      .takes = Study::Takes::moments};
}

Study duel_study() {
  return {.id = "duel",
          .help = "Play random endings: a player with a database against the same player without one",
          .examples = {"banmen backgammon duel three.db --mover 3 --opponent 3 --starts 2000"},
          .parameters = {Parameter::path("file", "A database with payoff single").at_place().needed(),
                         Parameter::integer("mover", 2, 1, 5, "Checkers of the first mover"),
                         Parameter::integer("opponent", 2, 1, 5, "Checkers of the opponent"),
                         Parameter::integer("starts", 1000, 1, 10000000, "Random positions with contact, two games from each"),
                         Parameter::integer("depth", 1, 1, 2, "Depth of expectimax outside the database")},
          .run = run_duel,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
