// The agents of any game. Included only by the generated sources search_ID.cpp, so that each search is instantiated once per game.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "catalog/game_handle.hpp"
#include "catalog/open_game.hpp"
#include "catalog/session_of.hpp"
#include "core/parameter.hpp"
#include "core/try.hpp"
#include "engines/extensions.hpp"
#include "search/make.hpp"
#include "search/maxn.hpp"

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

  Result<AnyAnswer> think(const Session& session, const AnyQuestion& ask) override {
    const auto* own = dynamic_cast<const SessionOf<G>*>(&session);
    if (own == nullptr) return fail("this agent plays another game");
    const Budget clock;
    Question<G> question;
    question.position = own->here();
    question.seed = seed_ != 0 ? seed_ : ask.seed;
    question.game = ask.game;
    question.ply = static_cast<std::uint32_t>(session.ply());
    question.seconds = ask.seconds;
    question.lines = ask.lines;
    question.stop = ask.stop;
    if (ask.progress)
      question.progress = [&](const Progress<G>& p) {
        ask.progress({p.depth, p.value, p.nodes, p.seconds, g_.text(question.position, p.move)});
      };
    const Answer<G> found = search_->think(question);
    if (found.lines.empty()) return fail("the game is over");
    AnyAnswer answer{{}, found.nodes, found.depth, found.seconds, found.note, found.unit};
    if (ask.texts) {
      add_lines(answer, question.position, found);
    } else {
      answer.lines.resize(1);
      std::memcpy(&answer.lines[0].bytes.emplace(0), &found.lines.front().move, sizeof(typename G::Move));
    }
    answer.seconds = clock.elapsed();  // not all searches measure it
    return answer;
  }

 private:
  void add_lines(AnyAnswer& answer, const typename G::Position& root, const Answer<G>& found) const {
    for (const AnswerLine<G>& line : found.lines) {
      AnyAnswerLine out{g_.text(root, line.move), line.value, line.exact, {}, line.visits, line.least, line.most, line.more, {}};
      auto p = root;
      for (const auto move : line.line) {
        out.line.push_back(g_.text(p, move));
        g_.play(p, move);
      }
      answer.lines.push_back(std::move(out));
    }
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
  SearchJobsOf(const G& g, std::string name) : g_(g), game_(std::move(name)), extensions_(extensions_of<G>()) {}

  std::vector<AgentKind> agents() const override {
    std::vector<AgentKind> kinds;
    for (const AgentKind& kind : agent_kinds()) {
      const auto* own = own_agent(kind.id);
      if (own != nullptr || why_not(g_, kind.id).empty()) kinds.push_back(own != nullptr ? own->kind : kind);
    }
    for (const auto& own : extensions_.agents)
      if (!find_agent_kind(own.kind.id)) kinds.push_back(own.kind);
    return kinds;
  }

  int side(Seat seat) const override { return team_of(g_, seat); }

  Result<std::unique_ptr<Agent>> agent(std::string_view text) const override {
    const auto name = TRY(read_name(text));
    const auto* own = own_agent(name.id);
    const auto general = find_agent_kind(name.id);
    if (own == nullptr && !general) return fail(general.error());
    const AgentKind& kind = own != nullptr ? own->kind : **general;
    const auto values = TRY(check_values(name.id, kind.parameters, name.given));
    auto search = TRY(own != nullptr ? own->make(g_, values) : make_general(kind, values));
    return std::make_unique<AgentOf<G>>(g_, canonical_name(name.id, kind.parameters, values), std::move(search),
                                        static_cast<std::uint64_t>(values.integer("seed")), !(values.real("time") > 0));
  }

  Result<std::vector<ExactGame>> exact_play_games(std::string_view ties, int empties, [[maybe_unused]] std::uint64_t first,
                                                  [[maybe_unused]] std::uint64_t count, [[maybe_unused]] std::uint64_t seed,
                                                  [[maybe_unused]] const std::stop_token& stop) const override {
    const auto options = TRY(exact_options(ties, empties));
    if constexpr (HorizonGame<G> && !always_chance<G> && many_seats<G>)
      return banmen::exact_play_games(g_, options, first, count, seed, stop);
    return fail("this experiment needs more than two seats");
  }

 private:
  const OwnAgent<G>* own_agent(std::string_view id) const {
    for (const auto& own : extensions_.agents)
      if (own.kind.id == id) return &own;
    return nullptr;
  }

  /// A general agent; with db= it probes the game's database.
  Result<std::unique_ptr<Search<G>>> make_general(const AgentKind& kind, const Values& values) const {
    std::shared_ptr<const Oracle<G>> oracle;
    if (const std::string path = values.text("db"); !path.empty()) {
      if (!extensions_.databases.oracle)
        return fail(game_ + " has no endgame index, so there is no database of it", "leave out db=");
      oracle = TRY(extensions_.databases.oracle(g_, game_, path, 1));
    }
    return make_search(g_, kind.id, values, oracle);
  }

  Result<MaxNOptions> exact_options(std::string_view ties, int empties) const {
    if (std::string reason = why_not(g_, "exact"); !reason.empty())
      return fail("the end of this game can't be searched exactly", std::move(reason));
    const auto kind = find_agent_kind("exact");
    const auto values =
        TRY(check_values("exact", (*kind)->parameters, {{"empties", std::to_string(empties)}, {"ties", std::string(ties)}}));
    if (g_.players() < 3) return fail("this experiment needs more than two seats");
    return MaxNOptions::of_exact(values);
  }

  G g_;
  std::string game_;
  const Extensions<G>& extensions_;
};

template <class G>
std::unique_ptr<SearchJobs> make_search_jobs(const G& g, const std::string& name) {
  return std::make_unique<SearchJobsOf<G>>(g, name);
}

}  // namespace banmen
