#include "engines/backgammon/extensions.hpp"

#include <fmt/format.h>

#include "core/scene.hpp"
#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/network/net.hpp"
#include "search/expectimax.hpp"
#include "search/oracle_search.hpp"

namespace banmen {
namespace backgammon {
namespace {

/// Evaluates before the dice are thrown: dice are ignored.
struct Guess {
  static constexpr bool before_chance = true;
  explicit Guess(const Backgammon& game) : g(game) {}
  double operator()(const Backgammon::Position& p, bool side) const {
    return 2.0 * Backgammon::evaluation_unit() * expected_points(g, p, side ? 1 : 0);
  }
  Backgammon g;
};

class DatabaseOracle final : public ExpectationOracle<Backgammon> {
 public:
  DatabaseOracle(const Backgammon& g, std::shared_ptr<const EquityFile> file) : g_(g), file_(std::move(file)) {}

  std::optional<double> value(const Backgammon::Position& p) const override {
    const auto known = file_->expected(g_, p);
    if (!known || !*known) return std::nullopt;
    return p.mover == 0 ? **known : -**known;
  }

 private:
  Backgammon g_;
  std::shared_ptr<const EquityFile> file_;
};

/// Adds the chances of a play to its value: the mover's chance to win and, from a database, to win a gammon, win a backgammon, lose
/// a gammon, lose a backgammon.
class WithChances final : public Search<Backgammon> {
 public:
  WithChances(const Backgammon& g, std::unique_ptr<Search<Backgammon>> search, std::shared_ptr<const EquityFile> file)
      : g_(g), search_(std::move(search)), file_(std::move(file)) {}

  void new_game() override { search_->new_game(); }

  Answer<Backgammon> think(const Question<Backgammon>& question) override {
    auto thought = search_->think(question);
    for (auto& line : thought.lines) line.more = chances(question.position, line);
    return thought;
  }

 private:
  Figures chances(const Backgammon::Position& p, const AnswerLine<Backgammon>& line) const {
    if (file_ != nullptr && line.exact) {
      auto next = p;
      g_.play(next, line.move);
      if (const auto known = file_->chances(g_, next); known && *known) {
        const std::array<double, 5> c = next.mover != p.mover ? turned(**known) : **known;
        return {{.name = "win",
                 .value = c[0],
                 .words = fmt::format("gammon {:.3f}, backgammon {:.3f}; lost {:.3f}, {:.3f}", c[1], c[2], c[3], c[4])},
                {.name = "chances", .value = c, .hidden = true}};
      }
    }
    // If every game is for one point, the value determines the chance to win.
    if (g_.stakes == Backgammon::Payoff::single || g_.match != 0) return {{"win", (line.value + 1) / 2}};
    return {};
  }

  Backgammon g_;
  std::unique_ptr<Search<Backgammon>> search_;
  std::shared_ptr<const EquityFile> file_;
};

Result<std::unique_ptr<Search<Backgammon>>> make_expectimax(const Backgammon& g, const Values& values) {
  std::unique_ptr<Search<Backgammon>> search = std::make_unique<Expectimax<Backgammon, Guess>>(g, ExpectimaxOptions::from(values));
  std::shared_ptr<const EquityFile> file;
  if (!values.text("db").empty()) {
    auto opened = EquityFile::open(values.text("db"));
    if (!opened) return fail(opened.error());
    file = std::make_shared<const EquityFile>(std::move(*opened));
    search = std::make_unique<OracleSearch<Backgammon>>(g, std::move(search), std::make_shared<const DatabaseOracle>(g, file));
  }
  return std::make_unique<WithChances>(g, std::move(search), std::move(file));
}

}  // namespace

std::vector<OwnAgent<Backgammon>> agents() {
  AgentKind kind = **find_agent_kind("expectimax");
  // Limits come last in every agent's list.
  kind.parameters.insert(kind.parameters.end() - static_cast<std::ptrdiff_t>(with_limits({}).size()),
                         Parameter::path("db", "database made by `banmen db build`, probed before searching"));
  return {{std::move(kind), make_expectimax}};
}

}  // namespace backgammon

template <>
const Extensions<Backgammon>& extensions_of<Backgammon>() {
  static const Extensions<Backgammon> extensions{
      .databases = backgammon::databases(), .agents = backgammon::agents(), .scenery = backgammon::scenery()};
  return extensions;
}

}  // namespace banmen
