// The agents of any game. Included only by the generated sources search_ID.cpp, so that each search is instantiated once per game.
#pragma once

#include <algorithm>
#include <utility>

#include "catalog/exact_play.hpp"
#include "catalog/exact_reader.hpp"
#include "catalog/keeper.hpp"
#include "catalog/name.hpp"
#include "catalog/open_oracle.hpp"
#include "catalog/search_jobs.hpp"
#include "catalog/session_of.hpp"
#include "search/make.hpp"

namespace banmen {

template <Game G>
class AgentOf final : public Agent {
 public:
  AgentOf(const G& g, std::string name, std::unique_ptr<Search<G>> search, std::uint64_t seed, bool repeatable)
      : g_(g), name_(std::move(name)), search_(std::move(search)), seed_(seed), repeatable_(repeatable) {}

  const std::string& name() const override { return name_; }
  bool repeatable() const override { return repeatable_; }
  Result<void> new_game() override {
    search_->new_game();
    return {};
  }

  Result<Answer> think(const Session& session, const Ask& ask) override {
    const auto* own = dynamic_cast<const SessionOf<G>*>(&session);
    if (own == nullptr) return fail("this agent plays another game");
    Question<G> question;
    question.position = own->here();
    question.seed = seed_ != 0 ? seed_ : ask.seed;
    question.game = ask.game;
    question.ply = static_cast<std::uint32_t>(session.history().size());
    question.seconds = ask.seconds;
    question.lines = ask.lines;
    question.stop = ask.stop;
    if (ask.progress) question.progress = [&](const Progress& p) { ask.progress(p.depth, p.value, p.nodes, p.seconds); };
    const Thought<G> thought = search_->think(question);
    if (thought.lines.empty()) return fail("the game is over");
    return written(question.position, thought);
  }

 private:
  Answer written(const typename G::Position& root, const Thought<G>& thought) const {
    Answer answer{{}, thought.nodes, thought.depth, thought.seconds, thought.note};
    for (const ThoughtLine<G>& line : thought.lines) {
      AnswerLine out{g_.text(root, line.move), line.value, line.exact, {}, line.visits, line.least, line.most};
      auto p = root;
      for (const auto move : line.line) {
        out.line.push_back(g_.text(p, move));
        g_.play(p, move);
      }
      answer.lines.push_back(std::move(out));
    }
    return answer;
  }

  G g_;
  [[no_unique_address]] Keeper<G> keeper_ = keeper_of(g_);
  std::string name_;
  std::unique_ptr<Search<G>> search_;
  std::uint64_t seed_;
  bool repeatable_;
};

template <Game G>
class SearchJobsOf final : public SearchJobs {
 public:
  SearchJobsOf(const G& g, std::string name) : g_(g), game_(std::move(name)) {}

  std::vector<std::string> agents() const override {
    std::vector<std::string> ids;
    for (const AgentKind& kind : agent_kinds())
      if (why_not(g_, kind.id).empty()) ids.push_back(kind.id);
    return ids;
  }

  int side(Seat seat) const override { return team_of(g_, seat); }

  Result<std::unique_ptr<Agent>> agent(std::string_view text) const override {
    const auto name = read_name(text);
    if (!name) return fail(name.error());
    const auto kind = find_agent_kind(name->id);
    if (!kind) return fail(kind.error());
    const auto values = check_values(name->id, (*kind)->parameters, name->given);
    if (!values) return fail(values.error());
    // Databases of expected results, for expectimax, are opened by the game that has them (catalog/readers).
    const bool reads = name->id != "expectimax" && std::any_of((*kind)->parameters.begin(), (*kind)->parameters.end(),
                                                               [](const Parameter& parameter) { return parameter.name == "db"; });
    const auto oracle = open_oracle(g_, game_, reads ? std::string(values->text("db")) : std::string());
    if (!oracle) return fail(oracle.error());
    auto search = make_search(g_, name->id, *values, *oracle);
    if (!search) return fail(search.error());
    bool timed = false;
    for (const Parameter& parameter : (*kind)->parameters) timed |= parameter.name == "time" && values->real("time") > 0;
    return std::make_unique<AgentOf<G>>(g_, canonical_name(name->id, (*kind)->parameters, *values), std::move(*search),
                                        static_cast<std::uint64_t>(values->integer("seed")), !timed);
  }

  bool can_read_out() const override { return ExactReader<G>::can_read(g_); }

  Result<Reading> read_out(std::string_view position, bool openings, const Control& control) const override {
    if (!can_read_out()) return fail("there is no solver made for this game alone");
    auto p = position.empty() ? Result<typename G::Position>(g_.initial()) : g_.read_position(position);
    if (!p) return fail(p.error());
    return ExactReader<G>::read(g_, *p, openings, control);
  }

  Result<ExactPlayReport> exact_play(std::string_view ties, int empties, std::uint64_t games,
                                     const Control& control) const override {
    const auto options = exact_options(ties, empties);
    if (!options) return fail(options.error());
    if constexpr (HorizonGame<G> && !always_chance<G> && many_seats<G>) return exact_play_of(g_, *options, games, control);
    return fail("this is an experiment for more than two seats");
  }

  Result<std::vector<ExactGame>> exact_play_games(std::string_view ties, int empties, [[maybe_unused]] std::uint64_t first,
                                                  [[maybe_unused]] std::uint64_t count,
                                                  [[maybe_unused]] std::uint64_t seed) const override {
    const auto options = exact_options(ties, empties);
    if (!options) return fail(options.error());
    if constexpr (HorizonGame<G> && !always_chance<G> && many_seats<G>) {
      std::vector<ExactGame> games;
      ExactPlayWorker<G> worker(g_, *options, seed);
      worker.kept = &games;
      worker(first, first + count);
      return games;
    }
    return fail("this is an experiment for more than two seats");
  }

 private:
  Result<MaxNOptions> exact_options(std::string_view ties, int empties) const {
    if (std::string reason = why_not(g_, "exact"); !reason.empty())
      return fail("this game's end can't be read out", std::move(reason));
    const auto kind = find_agent_kind("exact");
    const auto values =
        check_values("exact", (*kind)->parameters, {{"empties", std::to_string(empties)}, {"ties", std::string(ties)}});
    if (!values) return fail(values.error());
    if (g_.players() < 3) return fail("this is an experiment for more than two seats");
    return MaxNOptions::of_exact(*values);
  }

  G g_;
  std::string game_;
};

template <class G>
std::unique_ptr<SearchJobs> make_search_jobs(const G& g, const std::string& name) {
  return std::make_unique<SearchJobsOf<G>>(g, name);
}

}  // namespace banmen
