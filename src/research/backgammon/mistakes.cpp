// How often players that can't look a position up go wrong in endings whose values are known, and what it costs them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "engines/backgammon/network/net.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "research/backgammon/decisions.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

constexpr int all_checkers = BackgammonRules::most_checkers;
constexpr double won = 2;  // more than any judgement

template <class Judge>
std::vector<double> by_result(const Decision& decision, Judge judge) {
  std::vector<double> out;
  for (const Standing& result : decision.results) out.push_back(occupied(result.other) == 0 ? won : judge(result));
  return out;
}

double by_network(const Standing& result) { return 1 - judged(Nets::trained(), result.mover, result.other, all_checkers)[0]; }

/// After all throws and answers that the network likes best.
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
    double best = 0;  // of the answering side
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

/// What a player's choices cost, decision by decision.
struct MistakeTally {
  std::uint64_t n = 0;
  double wrong = 0, wrong_squares = 0, loss = 0, squares = 0, worst = -1;
  std::uint64_t worst_at = 0;  // number of the decision

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
  [[nodiscard]] static double error_of(double sum, double squared, std::uint64_t n) {
    const double count = static_cast<double>(n), mean = sum / count;
    return n < 2 ? 0 : std::sqrt(std::max(0.0, squared / count - mean * mean) / (count - 1));
  }
};

/// The decisions with what their results are worth to who moves next.
struct AnsweredDecisions {
  std::vector<Decision> decisions;
  std::vector<std::vector<Answer>> answers;

  /// Counts a choice among equals: any of `chosen`, all as likely.
  void count(std::uint64_t at, const std::vector<std::size_t>& chosen, MistakeTally& tally) const {
    const auto& all = answers[at];
    const Answer best =
        *std::min_element(all.begin(), all.end(), [](const Answer& x, const Answer& y) { return x.value < y.value; });
    double wrong = 0, lost = 0, most = 0;
    for (const std::size_t k : chosen) {
      const double loss = all[k].value - best.value;
      // Where the intervals of the two values meet, nothing says that it was not the best.
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

/// One of ours, over all decisions.
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

/// "choices NAME", then a line "N M NUMBER FIRST/SECOND" for each decision: the sides after the play that was chosen.
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
    const auto wrong = [&](const std::string& what) {
      Error error;
      error.what = what;
      error.where = fmt::format("{}: line {}", path, number);
      return fail(error);
    };
    std::istringstream words(line);
    int n = 0, m = 0;
    std::uint64_t at = 0;
    std::string sides;
    if (!(words >> n >> m >> at >> sides)) return wrong("'" + line + "' is not N M NUMBER FIRST/SECOND");
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
      .help = "decisions with contact; points a game",
      .columns = {{"mover", Kind::integer, "checkers of who decides"},
                  {"opponent", Kind::integer, "checkers of the other side"},
                  {"player", Kind::text},
                  {.name = "how", .kind = Kind::text, .hidden = true},
                  {"n", Kind::integer, "decisions"},
                  {"wrong", Kind::real, "share of decisions where the play is not the best", 4},
                  {.name = "wrong_error", .kind = Kind::real, .help = "standard error", .digits = 4, .title = "±"},
                  {"loss", Kind::real, "mean loss a decision", 5},
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
                            MistakeTally::error_of(t.wrong, t.wrong_squares, t.n), t.loss / count,
                            MistakeTally::error_of(t.loss, t.squares, t.n), t.worst,
                            t.worst > 0 ? g.text(all.decisions[t.worst_at].position) : std::string()});
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
  found.add("decisions", questions.decisions.size(), "positions with contact and a throw, with more than one play");
  found.add("questions", questions.asked.size(), "positions that the table is asked for");
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
                                        {"mover", Kind::text, "points as the mover counts them"},
                                        {"opponent", Kind::text, "points as the opponent counts them"},
                                        {"value", Kind::real, "points that the mover may expect", 8},
                                        {"win", Kind::real, "the mover's chance", 6},
                                        {"error_bound", Kind::real, "of the value"}}};
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

}  // namespace

std::vector<Decider> deciders() {
  return {
      {"any play", "all as likely", [](const Decision& d) { return std::vector<double>(d.results.size(), 0); }},
      {"pips", "the best difference of pips; where several are equal, any",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return (pips(s.mover) - pips(s.other)) / 1000.0; }); }},
      {"race", "one-sided distributions, as if there were no contact",
       [](const Decision& d) {
         return by_result(d, [](const Standing& s) { return 1 - Race::instance().chances(s.mover, s.other, all_checkers)[0]; });
       }},
      {"evaluation", "pips, blots, points and primes: agents that ask the game itself",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return judgement(s.other, s.mover, false); }); }},
      {"network", "expectimax:depth=1", [](const Decision& d) { return by_result(d, by_network); }},
      {"network, 2 deep", "expectimax:depth=2,width=8", by_search},
  };
}

Study mistakes_study() {
  return {.id = "mistakes",
          .help = "How often players go wrong in endings with contact that a table knows, and what it costs",
          .examples = {"banmen backgammon mistakes --answers docs/results/wide/answers.bin",
                       "banmen backgammon mistakes --most 3 --positions 500 --answers three.db",
                       "banmen backgammon mistakes --questions questions.bin --list decisions.txt"},
          .parameters = {Parameter::integer("most", 5, 2, 5, "Checkers of a side: so many and one less are looked at"),
                         Parameter::integer("positions", 5000, 1, 100000, "Decisions of each tier"),
                         Parameter::path("answers", "A table's answers, or a database of single wins"),
                         Parameter::text("choices", "", "FILE,FILE,…", "Files with what other players chose"),
                         Parameter::path("questions", "Write what a table is to be asked, for banmen-wide"),
                         Parameter::path("list", "Write the decisions, for other players")},
          .run = run_mistakes,
          .takes = Study::Takes::minutes,
          .threads = true};
}

Study endings_study() {
  return {.id = "endings",
          .help = "What a table says of endings that players know",
          .examples = {"banmen backgammon endings --answers docs/results/wide/answers.bin",
                       "banmen backgammon endings --most 3 --answers three.db"},
          .parameters = {Parameter::path("answers", "A table's answers (see mistakes), or a database of single wins").needed(),
                         Parameter::integer("most", 5, 2, 5, "Checkers of a side"),
                         Parameter::integer("positions", 5000, 1, 100000, "As given to mistakes when the questions were written")},
          .run = run_endings,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::backgammon
