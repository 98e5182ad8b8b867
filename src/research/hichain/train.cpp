#include "research/hichain/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engines/hichain/player.hpp"
#include "host/files.hpp"
#include "research/hichain/games.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

// CHAIN wins regardless of points: the largest value that an evaluation gives one offer.
constexpr double royal_lead = 100;
// Random cards at the beginning of a game: 2 to 9.
constexpr std::uint32_t fewest_random = 2, random_range = 8;
// λ, the decay of eligibility traces per ply.
constexpr double fading = 0.8;
// Typical error of a prediction in points; divided by the typical size of a weight it gives the ridge.
constexpr double usual_error = 11;

struct TaughtGame {
  std::vector<TrainSample> samples;
  bool royal = false;
};

/// By game number in the round.
struct TaughtGames {
  std::map<std::uint64_t, TaughtGame> games;
  TaughtGames& operator+=(TaughtGames& more) {
    games.merge(more.games);
    return *this;
  }
};

/// Returns nothing when stopped.
std::optional<TaughtGame> play_taught(const HichainRules& g, const Player& player, std::uint64_t number, const Control& control,
                                      HichainRules::Board& board) {
  TaughtGame out;
  Random random(control.seed, number);
  board = g.board(HichainRules::initial());
  const std::uint32_t opening = fewest_random + random.below(random_range);
  for (std::uint32_t ply = 0; board.at.royal == 0; ++ply) {
    if (control.stop.stop_requested()) return std::nullopt;
    const auto drawn = g.sample(board, random);
    if (drawn.count == 0) break;
    if (ply < opening) {
      g.play(board, drawn.move);
      continue;
    }
    const int mover = board.at.mover;
    const auto m = player.choose(g, board, random);
    if (HichainRules::is_pass(m)) {
      g.play(board, m);
      continue;
    }
    std::vector<Offer> before, mine, theirs;
    list_offers(g, board, mover, 1, before);
    list_offers(g, board, 1 - mover, 1, theirs);
    const bool linked = linking_ways(g.chain, board.ground, mover, cell_at(m.x, m.y)).has(4 * m.sign + m.orientation);
    g.play(board, m);
    if (board.at.royal != 0) break;
    offers_after(g, board, m, linked, 1, before, true, mine);
    TrainSample sample{mover, cards_left(board), static_cast<float>(-lead_of(board)), {}};
    std::ranges::copy(terms_of(g, board, mine, theirs), sample.terms.begin());
    out.samples.push_back(sample);
  }
  out.royal = board.at.royal != 0;
  const auto score = HichainRules::score(board);
  const double black = out.royal ? (board.at.royal == 1 ? royal_lead : -royal_lead) : score[0] - score[1];
  for (TrainSample& sample : out.samples) sample.target += static_cast<float>(sample.mover == 0 ? black : -black);
  return out;
}

constexpr std::size_t unknowns = phases * term::count;
using Row = std::array<double, unknowns>;

/// Gaussian elimination with partial pivoting, in place.
Row solve_equations(std::vector<Row>& a, Row& b) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < unknowns; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = i + 1; r < unknowns; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < unknowns; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = unknowns; i-- > 0;) {
    for (std::size_t c = i + 1; c < unknowns; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

/// Typical size of a weight in points.
double usual_size(std::size_t i) {
  if (i >= term::freedom) return 1;
  if (i >= term::card) return 2;
  return i % prospect_terms == 6 ? 1 : 0.5;
}

/// Features of black's expectation besides the lead.
Row black_row(const TrainSample& sample) {
  const auto shares = phase_shares(sample.cards_left);
  Row out;
  for (std::size_t i = 0; i < unknowns; ++i)
    out[i] = (sample.mover == 0 ? 1 : -1) * shares[i / term::count] * static_cast<double>(sample.terms[i % term::count]);
  return out;
}
double black_target(const TrainSample& sample) { return (sample.mover == 0 ? 1 : -1) * static_cast<double>(sample.target); }

double amount(const WeightTable& table, const TrainSample& sample) {
  Terms terms;
  std::ranges::copy(sample.terms, terms.begin());
  return judged(0, weights_at(table, sample.cards_left), terms);
}

Result<Findings> run_train(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const std::string& path = values.text("out");
  if (path.empty()) return fail("--out needs a file name");
  if (auto can = can_write(path); !can) return fail(can.error());
  const TrainOptions options{.games = static_cast<std::uint64_t>(values.integer("games")),
                             .rounds = static_cast<std::uint64_t>(values.integer("rounds"))};
  if (options.games < options.rounds)
    return fail(fmt::format("--games {}: fewer games than rounds", options.games),
                fmt::format("use --games {} or more", options.rounds));
  const TrainReport report = train(*g, options, control);

  using Kind = Findings::Column::Kind;
  Findings found;
  found.complete = report.rounds.size() == options.rounds;
  if (found.complete) {
    const std::string& rules = values.text("rules");
    const std::string command = fmt::format("// banmen hichain train --games {} --rounds {} --seed {}{}\n", options.games,
                                            options.rounds, control.seed, rules == "hichain" ? "" : " --rules " + rules);
    if (auto written = write_file(path, command + text(report.weights)); !written) return fail(written.error());
  }
  Findings::DataTable table{
      .name = "by_round",
      .help = "",
      .columns = {
          {.name = "round", .kind = Kind::integer},
          {.name = "games", .kind = Kind::integer},
          {.name = "positions", .kind = Kind::integer},
          {.name = "royal", .kind = Kind::integer, .help = "games ended by CHAIN"},
          {.name = "off_by_lead",
           .kind = Kind::real,
           .help = "root mean square difference between the final lead and the lead at the time, in points",
           .digits = 2},
          {.name = "off_by_weights",
           .kind = Kind::real,
           .help =
               "root mean square difference between the final lead and the one predicted by weights that had not seen these games",
           .digits = 2}}};
  std::uint64_t games = 0;
  for (std::size_t i = 0; i < report.rounds.size(); ++i) {
    const TrainRound& round = report.rounds[i];
    games += round.games;
    table.rows.push_back({i + 1, round.games, round.positions, round.royal, round.by_lead, round.by_weights});
  }
  found.add(std::move(table));
  found.add("games", games);
  found.add("file", found.complete ? Datum(path) : Datum(), found.complete ? "" : "stopped: nothing written");
  return found;
}

}  // namespace

WeightTable fit_weights(const std::vector<const std::vector<TrainSample>*>& games) {
  std::vector<Row> equations(unknowns);
  Row sums{};
  for (const auto* samples : games) {
    Row trace{}, now{}, next{};
    for (std::size_t t = 0; t < samples->size(); ++t) {
      const bool last = t + 1 == samples->size();
      now = t == 0 ? black_row((*samples)[0]) : next;
      next = last ? Row{} : black_row((*samples)[t + 1]);
      // Change of the lead until the next sample, or the end.
      const double gained = black_target((*samples)[t]) - (last ? 0 : black_target((*samples)[t + 1]));
      for (std::size_t i = 0; i < unknowns; ++i) {
        trace[i] = fading * trace[i] + now[i];
        if (trace[i] == 0) continue;
        sums[i] += trace[i] * gained;
        for (std::size_t j = 0; j < unknowns; ++j) equations[i][j] += trace[i] * (now[j] - next[j]);
      }
    }
  }
  for (std::size_t i = 0; i < unknowns; ++i) equations[i][i] += std::pow(usual_error / usual_size(i % term::count), 2);
  const Row solved = solve_equations(equations, sums);
  WeightTable out;
  for (std::size_t i = 0; i < unknowns; ++i) out[i / term::count][i % term::count] = solved[i];
  return rounded(out);
}

TrainReport train(const HichainRules& g, const TrainOptions& options, const Control& control) {
  TrainReport report;
  std::vector<std::map<std::uint64_t, TaughtGame>> played;
  std::uint64_t before = 0;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    const std::uint64_t count = options.games * (round + 1) / options.rounds - before;
    const auto player =
        make_player("expert", {.nodes = 1, .stop = control.stop}, std::make_shared<const WeightTable>(report.weights));
    const Control one_round = part_of_job(control, before, options.games);
    auto& games = played.emplace_back();
    games = over_games<TaughtGames>(one_round, count, [&](HichainRules::Board& board, std::uint64_t game, TaughtGames& taught) {
              if (auto one = play_taught(g, *player, before + game, control, board)) taught.games.emplace(game, std::move(*one));
            }).games;
    if (games.size() < count) return report;
    before += count;

    TrainRound summary{.games = count};
    for (const auto& [number, game] : games) {
      summary.royal += game.royal;
      summary.positions += game.samples.size();
      for (const TrainSample& sample : game.samples) {
        const double off = static_cast<double>(sample.target);
        summary.by_lead += off * off;
        summary.by_weights += std::pow(off - amount(report.weights, sample), 2);
      }
    }
    const auto positions = static_cast<double>(std::max<std::uint64_t>(1, summary.positions));
    summary.by_lead = std::sqrt(summary.by_lead / positions);
    summary.by_weights = std::sqrt(summary.by_weights / positions);
    report.rounds.push_back(summary);

    std::vector<const std::vector<TrainSample>*> later;
    for (std::uint64_t r = (round + 1) / 2; r <= round; ++r)
      for (const auto& [number, game] : played[r]) later.push_back(&game.samples);
    report.weights = fit_weights(later);
  }
  return report;
}

Study train_study() {
  return {.id = "train",
          .help = "Fit the expert's weights to self-play and write them",
          .examples = {"banmen hichain train --games 800 --seed 1 --out weights.inc",
                       "banmen match hichain expert:nodes=1,weights=weights.inc expert:nodes=1 --games 200 --opening 4"},
          .parameters = {Parameter::integer("games", 800, 1, 1'000'000, "Games of self-play in all rounds"),
                         Parameter::integer("rounds", 4, 1, 100, "Rounds of self-play and fitting"),
                         Parameter::path("out", "The file to write").needed(), rules_parameter()},
          .run = run_train,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::hichain
