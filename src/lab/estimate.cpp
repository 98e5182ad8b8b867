#include "lab/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <map>

#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen::lab {
namespace {

ConfidenceInterval around(double value, double error, double freedom) {
  const double t = freedom >= 1 ? boost::math::quantile(boost::math::students_t(freedom), 0.975) : 0;
  return {value - t * error, value + t * error};
}

/// One number of one game. Games of one opening are adjacent.
struct Value {
  std::uint64_t opening;
  double value;
};

/// The mean, its variance from sums over openings, and the number of openings. Needs two openings for a variance.
struct Mean {
  double mean = 0, variance = 0;
  std::uint64_t openings = 0;
};
Mean mean_over_openings(const std::vector<Value>& values) {
  Mean m;
  const auto n = static_cast<double>(values.size());
  for (const Value& v : values) m.mean += v.value;
  m.mean /= n;
  double here = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    here += values[i].value - m.mean;
    if (i + 1 < values.size() && values[i + 1].opening == values[i].opening) continue;
    ++m.openings;
    squares += here * here;
    here = 0;
  }
  const auto openings = static_cast<double>(m.openings);
  if (m.openings > 1) m.variance = squares * openings / (openings - 1) / (n * n);
  return m;
}

Estimate mean_of(const std::vector<Value>& values) {
  Estimate e;
  e.n = values.size();
  if (values.empty()) return e;
  const Mean m = mean_over_openings(values);
  e.value = m.mean;
  if (m.openings < 2) return e;
  e.error = std::sqrt(m.variance);
  e.interval = around(m.mean, *e.error, static_cast<double>(m.openings - 1));
  return e;
}

/// The uncertainty of a share: its variance, the number of independent games that would vary as much, and the number that would
/// give as wide an interval, which also allows for the poor estimate of a variance from few openings.
struct Uncertainty {
  double variance = 0, games = 1, for_interval = 1;
};
Uncertainty uncertainty_of(std::vector<Value> values) {
  const auto n = static_cast<double>(values.size());
  Mean tied = mean_over_openings(values);
  if (tied.openings < 2) return {};
  if (tied.variance < 1e-24) {  // rounding errors
    // All openings ended alike. Add a won and a lost one, so that ten equal results are not claimed to be certain.
    const std::uint64_t next = values.back().opening + 1, size = values.size() / tied.openings;
    for (const std::uint64_t won : {0, 1}) values.insert(values.end(), size, {next + won, static_cast<double>(won)});
    tied = mean_over_openings(values);
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i].opening = i;
  const Mean alone = mean_over_openings(values);
  const auto student = [](std::uint64_t groups) {
    return boost::math::quantile(boost::math::students_t(static_cast<double>(groups - 1)), 0.975);
  };
  const double by_few = student(alone.openings) / student(tied.openings);
  const double games = n * alone.variance / tied.variance;
  return {tied.variance, games, games * by_few * by_few};
}

ConfidenceInterval share_interval(double share, double games) {
  const double whole = std::max(1.0, std::round(games));
  return exact_interval(share * whole, static_cast<std::uint64_t>(whole));
}

/// Estimate from zeros and ones.
Estimate share_of(const std::vector<Value>& values) {
  Estimate e;
  e.n = values.size();
  if (values.empty()) return e;
  const Uncertainty u = uncertainty_of(values);
  const auto n = static_cast<double>(values.size());
  const double games = std::min(u.games, n);
  e.value = mean_over_openings(values).mean;
  // One success and one failure are added, so that 0 of 10 is not claimed to be certain.
  const double p = (e.value * games + 1) / (games + 2);
  e.error = std::sqrt(p * (1 - p) / games);
  e.interval = share_interval(e.value, std::min(u.for_interval, n));
  return e;
}

/// Estimate from wins, draws and losses of an agent.
Estimate score_of(const std::vector<Value>& values) {
  Estimate e = mean_of(values);
  if (values.empty()) return e;
  const Uncertainty u = uncertainty_of(values);
  if (e.error) e.error = std::sqrt(u.variance);
  e.interval = share_interval(e.value, u.for_interval);
  return e;
}

/// K numbers per game, summed over each opening.
template <std::size_t K>
struct Rows {
  std::vector<std::array<double, K>> openings;
  std::uint64_t games = 0, last = 0;

  void add(std::uint64_t opening, const std::array<double, K>& row) {
    if (games++ == 0 || opening != last) openings.push_back({});
    last = opening;
    for (std::size_t k = 0; k < K; ++k) openings.back()[k] += row[k];
  }
};

/// The jackknife over openings of a function of the sums.
template <std::size_t K, class Function>
Estimate jackknife(const Rows<K>& of, Function f) {
  const auto& rows = of.openings;
  Estimate e;
  e.n = of.games;
  if (rows.empty()) return e;
  std::array<double, K> all{};
  for (const auto& row : rows)
    for (std::size_t k = 0; k < K; ++k) all[k] += row[k];
  e.value = f(all);
  if (rows.size() < 2) return e;
  std::vector<double> without;
  without.reserve(rows.size());
  for (const auto& row : rows) {
    auto rest = all;
    for (std::size_t k = 0; k < K; ++k) rest[k] -= row[k];
    without.push_back(f(rest));
  }
  const auto n = static_cast<double>(rows.size());
  const double variance = boost::math::statistics::variance(without);  // over n
  e.error = std::sqrt((n - 1) * variance);
  e.interval = around(e.value, *e.error, n - 1);
  return e;
}

double spread(double n, double sum, double squares) {
  if (n <= 0) return 0;
  const double mean = sum / n;
  return std::max(0.0, squares / n - mean * mean);
}

/// Mean (empty), "variance" or "deviation" of one number per game.
Result<Estimate> moments_of(const std::vector<Value>& values, const std::string& what, const std::string& measure) {
  if (what.empty()) return mean_of(values);
  Rows<3> rows;
  for (const auto& [opening, v] : values) rows.add(opening, {1, v, v * v});
  if (what == "variance") return jackknife(rows, [](const auto& s) { return spread(s[0], s[1], s[2]); });
  if (what == "deviation") return jackknife(rows, [](const auto& s) { return std::sqrt(spread(s[0], s[1], s[2])); });
  return fail("there is no '" + what + "' in the measure " + measure, suggest(what, {"variance", "deviation"}));
}

long rank_in(const Observation& o, std::size_t seat) {
  long rank = 1;
  for (const long other : o.result) rank += other > o.result[seat];
  return rank;
}

double score_at(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

/// The score of an agent in a game: 1, ½ or 0 of its side against the best other; nothing if it sat on both sides or on none.
std::optional<double> score_of_agent(const Observation& game, const std::vector<int>& sides, long agent = 0) {
  bool own_side = false, other_side = false;
  long own = 0, other = 0;
  bool own_failed = false, other_failed = false;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const bool mine = game.seats[seat] == agent;
    const bool failed = game.forfeit >= 0 && sides[static_cast<std::size_t>(game.forfeit)] == sides[seat];
    const long result = seat < game.result.size() ? game.result[seat] : 0;
    if (mine) {
      own = own_side ? std::max(own, result) : result;
      own_side = true;
      own_failed |= failed;
    } else {
      other = other_side ? std::max(other, result) : result;
      other_side = true;
      other_failed |= failed;
    }
  }
  if (!own_side || !other_side) return std::nullopt;
  if (own_failed != other_failed) return own_failed ? 0.0 : 1.0;
  return own > other ? 1.0 : own == other ? 0.5 : 0.0;
}

class Estimator {
 public:
  Estimator(const std::string& measure, const Sample& sample) : measure_(measure), sample_(sample) {
    for (const auto part : split(measure, '.')) parts_.emplace_back(part);
  }

  Result<Estimate> operator()() {
    const std::string& head = parts_.front();
    TRY(check_form());
    if (head == "moves") return moves();
    if (head == "choices" || head == "peak") return choices();
    if (head == "length") return per_game([](const Observation& o) { return static_cast<double>(o.length); }, part(1));
    if (head == "draw" || head == "forfeits" || head == "unfinished") return counted(head);
    if (head == "score" || head == "elo" || head == "place" || head == "partner") return of_agent(head);
    return of_seat(head);
  }

 private:
  [[nodiscard]] const std::string& part(std::size_t index) const {
    static const std::string none;
    return index < parts_.size() ? parts_[index] : none;
  }

  /// Refuses unknown measures and superfluous parts.
  [[nodiscard]] Result<void> check_form() const {
    static const std::map<std::string, std::size_t> most_parts = {
        {"draw", 1}, {"forfeits", 1}, {"unfinished", 1}, {"moves", 2},       {"length", 2}, {"choices", 2},
        {"win", 2},  {"rank", 2},     {"facing", 2},     {"facing_gain", 2}, {"least", 2},  {"most", 2},
        {"peak", 3}, {"result", 3},   {"score", 3},      {"elo", 3},         {"place", 3},  {"partner", 3}};
    static const std::map<std::string, std::string> last_word = {{"peak", "at"}, {"place", "alone"}, {"partner", "alone"}};
    const std::string& head = parts_.front();
    const auto most = most_parts.find(head);
    if (most == most_parts.end()) {
      std::vector<std::string> known;
      for (const auto& measure : most_parts) known.push_back(measure.first);
      return fail("there is no measure '" + measure_ + "'", suggest(head, known));
    }
    if (const auto word = last_word.find(head); word != last_word.end() && parts_.size() == 3 && parts_[2] != word->second)
      return fail("there is no '" + parts_[2] + "' in the measure " + measure_, suggest(parts_[2], {word->second}));
    if (parts_.size() > most->second)
      return fail("there is no '" + parts_[most->second] + "' in the measure " + measure_,
                  "write " + measure_.substr(0, measure_.size() - rest_size(most->second)));
    return {};
  }
  /// Length of the parts from `first` on, with the dots before them.
  [[nodiscard]] std::size_t rest_size(std::size_t first) const {
    std::size_t size = 0;
    for (std::size_t k = first; k < parts_.size(); ++k) size += 1 + parts_[k].size();
    return size;
  }

  /// Visits the games that were played to the end.
  template <class Visit>
  void each(Visit visit) const {
    for (const Observation& o : sample_.games)
      if (!o.unfinished && o.forfeit < 0) visit(o);
  }

  [[nodiscard]] std::uint64_t opening(const Observation& o) const { return sample_.opening(o); }

  template <class Get>
  [[nodiscard]] std::vector<Value> values(Get get) const {
    std::vector<Value> values;
    each([&](const Observation& o) { values.push_back({opening(o), get(o)}); });
    return values;
  }

  template <class Get>
  Result<Estimate> per_game(Get get, const std::string& what) const {
    return moments_of(values(get), what, measure_);
  }

  Result<std::size_t> seat(const std::string& name) const {
    for (std::size_t s = 0; s < sample_.seats.size(); ++s)
      if (sample_.seats[s] == name) return s;
    Reader reader(name);
    if (const auto number = reader.number(1000);
        number && reader.done() && *number >= 1 && static_cast<std::size_t>(*number) <= sample_.seats.size())
      return static_cast<std::size_t>(*number) - 1;
    return fail("there is no seat '" + name + "' in the measure " + measure_, suggest(name, sample_.seats));
  }

  Result<Estimate> moves() const {
    const std::string what = part(1);
    if (!what.empty() && what != "variance" && what != "deviation") {
      const auto s = TRY(seat(what));
      if (!has_choices()) return no_choices();
      Rows<2> rows;
      each([&](const Observation& o) {
        std::array<double, 2> row{};
        for (std::size_t k = s; k < o.choices.size(); k += sample_.seats.size()) {
          row[0] += 1;
          row[1] += static_cast<double>(o.choices[k]);
        }
        rows.add(opening(o), row);
      });
      return jackknife(rows, [](const auto& t) { return t[0] > 0 ? t[1] / t[0] : 0; });
    }
    Rows<3> rows;
    each([&](const Observation& o) {
      rows.add(opening(o), {static_cast<double>(o.length), static_cast<double>(o.moves), static_cast<double>(o.squares)});
    });
    if (what.empty()) return jackknife(rows, [](const auto& t) { return t[0] > 0 ? t[1] / t[0] : 0; });
    if (what == "variance") return jackknife(rows, [](const auto& t) { return spread(t[0], t[1], t[2]); });
    return jackknife(rows, [](const auto& t) { return std::sqrt(spread(t[0], t[1], t[2])); });
  }

  [[nodiscard]] bool has_choices() const {
    return std::any_of(sample_.games.begin(), sample_.games.end(), [](const Observation& o) { return !o.choices.empty(); });
  }
  tl::unexpected<Error> no_choices() const {
    return fail("the measure " + measure_ + " needs the number of moves at every decision", "write keep_choices = true");
  }

  /// choices.SEAT@K, peak.SEAT, peak.SEAT.at
  Result<Estimate> choices() const {
    const std::string name = part(1).substr(0, part(1).find('@'));
    const auto s = TRY(seat(name));
    if (!has_choices()) return no_choices();
    const auto curve = choices_curve(sample_, static_cast<int>(s));
    std::size_t at = 0;
    if (parts_.front() == "choices") {
      const std::size_t mark = part(1).find('@');
      Reader reader(mark == std::string::npos ? std::string_view{} : std::string_view(parts_[1]).substr(mark + 1));
      const auto k = reader.number();
      if (!k || !reader.done() || *k < 1)
        return fail("the measure " + measure_ + " needs the number of a decision", "write choices." + name + "@1");
      at = static_cast<std::size_t>(*k) - 1;
      if (at >= curve.size()) return fail(fmt::format("no game has {} decisions of the seat '{}'", *k, name));
    } else {
      for (std::size_t k = 1; k < curve.size(); ++k)
        if (curve[k].mean > curve[at].mean) at = k;
      if (part(2) == "at") {
        // All decisions whose means can't be told from the largest.
        Estimate e;
        e.value = static_cast<double>(at + 1);
        e.n = curve[at].n;
        std::size_t low = at, high = at;
        for (std::size_t k = 0; k < curve.size(); ++k)
          if (curve[at].mean - curve[k].mean < 1.96 * std::hypot(curve[at].error, curve[k].error)) {
            low = std::min(low, k);
            high = std::max(high, k);
          }
        e.interval = ConfidenceInterval{static_cast<double>(low + 1), static_cast<double>(high + 1)};
        e.error = std::max(0.5, static_cast<double>(high - low) / 4);
        e.words = fmt::format("decisions {} to {} can't be told apart", low + 1, high + 1);
        return e;
      }
    }
    Estimate e;
    e.value = curve[at].mean;
    e.n = curve[at].n;
    if (curve[at].openings < 2) return e;
    e.error = curve[at].error;
    e.interval = around(e.value, *e.error, static_cast<double>(curve[at].openings - 1));
    return e;
  }

  Result<Estimate> counted(const std::string& what) const {
    if (what == "draw") return share_of(values([&](const Observation& o) { return shared(o) ? 1.0 : 0.0; }));
    std::vector<Value> all;
    for (const Observation& o : sample_.games)
      all.push_back({opening(o), (what == "forfeits" ? o.forfeit >= 0 : o.unfinished) ? 1.0 : 0.0});
    return share_of(all);
  }

  [[nodiscard]] bool shared(const Observation& o) const {
    if (o.result.empty()) return false;
    const long best = *std::max_element(o.result.begin(), o.result.end());
    int side = -1;
    for (std::size_t s = 0; s < o.result.size(); ++s) {
      if (o.result[s] != best) continue;
      if (side >= 0 && side != sample_.sides[s]) return true;
      side = sample_.sides[s];
    }
    return false;
  }

  Result<Estimate> of_seat(const std::string& what) const {
    const std::size_t s = TRY(seat(part(1)));
    if (what == "result") return per_game([s](const Observation& o) { return static_cast<double>(o.result[s]); }, part(2));
    if (what == "win")
      return share_of(values([&](const Observation& o) {
        return !shared(o) && o.result[s] == *std::max_element(o.result.begin(), o.result.end()) ? 1.0 : 0.0;
      }));
    if (what == "least" || what == "most") {
      std::vector<Value> values;
      each([&](const Observation& o) {
        const auto& ranks = what == "least" ? o.least : o.most;
        if (s < ranks.size()) values.push_back({opening(o), static_cast<double>(ranks[s])});
      });
      if (values.empty()) return fail("the measure " + measure_ + " needs games with ties = \"all\"");
      return mean_of(values);
    }
    const std::size_t seats = sample_.seats.size(), facing = (s + seats / 2) % seats;
    if (what != "rank" && (seats < 4 || seats % 2 != 0))
      return fail("the measure " + measure_ + " needs an even number of seats, four or more");
    if (what == "facing_gain") {
      // Both means are of the same games, so the difference is taken inside the jackknife.
      Rows<4> rows;
      each([&](const Observation& o) {
        if (o.result.empty()) return;
        const auto own = static_cast<double>(rank_in(o, s));
        const bool first = rank_in(o, facing) == 1;
        rows.add(opening(o), {1, own, first ? 1.0 : 0.0, first ? own : 0.0});
      });
      return jackknife(rows, [](const auto& t) { return t[2] > 0 ? t[1] / t[0] - t[3] / t[2] : 0; });
    }
    std::vector<Value> values;
    each([&](const Observation& o) {
      if (o.result.empty() || (what == "facing" && rank_in(o, facing) != 1)) return;
      values.push_back({opening(o), static_cast<double>(rank_in(o, s))});
    });
    return mean_of(values);
  }

  Result<Estimate> of_agent(const std::string& what) const {
    Reader reader(part(1));
    const auto k = reader.number(1000);
    if (!k || !reader.done() || *k < 1)
      return fail("the measure " + measure_ + " needs the number of an agent", "write " + what + ".1");
    if (sample_.agents == 0) return fail("the measure " + measure_ + " is about an agent, but this experiment has none");
    if (static_cast<std::size_t>(*k) > sample_.agents)
      return fail("the measure " + measure_ + " is about agent " + std::to_string(*k) + ", but only " +
                  std::to_string(sample_.agents) + " play");
    const long agent = *k - 1;
    if (what == "place" || what == "partner") {
      const bool alone_only = part(2) == "alone" || what == "partner";
      const std::size_t seats = sample_.seats.size();
      std::vector<Value> values;
      each([&](const Observation& o) {
        const long own = std::count(o.seats.begin(), o.seats.end(), agent);
        if (own == 0 || (alone_only && own != 1)) return;
        double sum = 0;
        for (std::size_t s = 0; s < seats; ++s)
          if (o.seats[s] == agent) sum += static_cast<double>(rank_in(o, what == "partner" ? (s + seats / 2) % seats : s));
        values.push_back({opening(o), sum / static_cast<double>(own)});
      });
      return mean_of(values);
    }
    std::optional<std::size_t> only;
    if (!part(2).empty()) {
      only = TRY(seat(part(2)));
    }
    std::vector<Value> scores;
    for (const Observation& o : sample_.games) {
      if (o.unfinished || (only && o.seats[*only] != agent)) continue;
      if (const auto score = score_of_agent(o, sample_.sides, agent)) scores.push_back({opening(o), *score});
    }
    Estimate e = score_of(scores);
    if (what == "elo" && e.n > 0) {
      // The error is scaled by the slope of the curve; the ends of the interval are converted.
      const double s = std::clamp(e.value, 1e-9, 1 - 1e-9);
      const double slope = 400 / std::log(10.0) / (s * (1 - s));
      e.interval = ConfidenceInterval{elo_of(e.interval->low), elo_of(e.interval->high)};
      if (e.error) e.error = *e.error * slope;
      e.value = elo_of(e.value);
    }
    return e;
  }

  std::string measure_;
  const Sample& sample_;
  std::vector<std::string> parts_;
};

}  // namespace

Result<Estimate> estimate(const std::string& measure, const Sample& sample) { return Estimator(measure, sample)(); }

Result<void> check_measure(const std::string& measure, const Job& job, bool choices_kept, bool all_ties) {
  Sample sample{{}, job.seats, job.sides, job.agents};
  const auto& seats = job.seats;
  for (long game = 0; game < 2; ++game) {
    Observation o;
    o.length = 1;
    for (std::size_t s = 0; s < seats.size(); ++s) {
      o.result.push_back(static_cast<long>(s) + game);
      o.seats.push_back(static_cast<long>(s));
    }
    if (all_ties) o.least = o.most = o.result;
    if (choices_kept) o.choices.assign(10'000, 1);
    sample.games.push_back(std::move(o));
  }
  TRY(estimate(measure, sample));
  return {};
}

std::vector<CurvePoint> choices_curve(const Sample& sample, int seat) {
  const std::size_t step = seat < 0 ? 1 : sample.seats.size(), first = seat < 0 ? 0 : static_cast<std::size_t>(seat);
  std::vector<CurvePoint> curve;
  for (std::size_t k = first;; k += step) {
    std::vector<Value> values;
    for (const Observation& o : sample.games)
      if (!o.unfinished && o.forfeit < 0 && k < o.choices.size())
        values.push_back({sample.opening(o), static_cast<double>(o.choices[k])});
    if (values.empty()) return curve;
    const Mean m = mean_over_openings(values);
    curve.push_back({m.mean, std::sqrt(m.variance), values.size(), m.openings});
  }
}

std::optional<double> error_over_same_games(const std::string& measure, const std::string& other, double times,
                                            const Sample& sample) {
  std::vector<std::size_t> starts;  // first games of openings
  for (std::size_t i = 0; i < sample.games.size(); ++i)
    if (i == 0 || sample.opening(sample.games[i]) != sample.opening(sample.games[i - 1])) starts.push_back(i);
  const std::size_t openings = starts.size(), runs = std::min<std::size_t>(openings, 50);
  if (runs < 2) return std::nullopt;
  starts.push_back(sample.games.size());
  std::vector<double> without;
  Sample rest = sample;
  for (std::size_t run = 0; run < runs; ++run) {
    const auto begin = sample.games.begin(), from = begin + static_cast<std::ptrdiff_t>(starts[run * openings / runs]),
               to = begin + static_cast<std::ptrdiff_t>(starts[(run + 1) * openings / runs]);
    rest.games.assign(begin, from);
    rest.games.insert(rest.games.end(), to, sample.games.end());
    const auto a = estimate(measure, rest), b = estimate(other, rest);
    if (!a || !b) return std::nullopt;
    without.push_back(a->value - times * b->value);
  }
  const double variance = boost::math::statistics::variance(without);  // over the number of runs
  return variance > 0 ? std::optional(std::sqrt(static_cast<double>(runs - 1) * variance)) : std::nullopt;
}

Difference difference(const Estimate& a, const Estimate& b, double times, std::optional<double> error) {
  Difference d;
  d.value = a.value - times * b.value;
  if (a.error || b.error) {
    d.error = error.value_or(std::hypot(a.error.value_or(0), times * b.error.value_or(0)));
    if (*d.error > 0) {
      d.in_errors = d.value / *d.error;
      d.chance = 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), std::abs(*d.in_errors)));
    }
  }
  return d;
}

double SequentialMatch::lower() const { return std::log(test_.beta / (1 - test_.alpha)); }
double SequentialMatch::upper() const { return std::log((1 - test_.beta) / test_.alpha); }

void SequentialMatch::add(std::uint64_t number, const Observation& game) {
  if (decided() || number < looked_) return;
  waiting_[number] = score_of_agent(game, sides_);
  while (!decided() && !waiting_.empty() && waiting_.begin()->first == looked_) {
    const auto score = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    ++looked_;
    if (!score) continue;
    n_ += 1;
    sum_ += *score;
    squares_ += *score * *score;
    // Half a game of each outcome is added, so that a run of wins has a variance.
    const double n = n_ + 1.5, mean = (sum_ + 0.75) / n, variance = (squares_ + 0.625) / n - mean * mean;
    const double t0 = score_at(test_.elo0), t1 = score_at(test_.elo1);
    ratio_ = n_ * (t1 - t0) * (2 * mean - t0 - t1) / (2 * variance);
    if (ratio_ >= upper()) decision_ = 1;
    if (ratio_ <= lower()) decision_ = -1;
  }
}

}  // namespace banmen::lab
