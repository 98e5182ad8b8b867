// The OpenGame of any game, which instantiates the algorithms. Included only by the generated sources of cmake/games.cmake, so that
// each game is instantiated once.
#pragma once

#include <utility>

#include "catalog/catalog.hpp"
#include "catalog/game_handle.hpp"
#include "catalog/session_of.hpp"
#include "core/try.hpp"
#include "search/playout.hpp"
#include "solve/perft.hpp"

namespace banmen {

/// Names of a game's capabilities (core/capabilities.hpp).
template <Game G>
std::vector<std::string> capabilities_of(const G& g) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::size(capability_names); ++k)
    if (has(g, static_cast<Capability>(k))) names.emplace_back(capability_names[k]);
  const Extensions<G>& extensions = extensions_of<G>();
  for (const auto& own : extensions.agents)
    if (!find_agent_kind(own.kind.id)) names.push_back(own.kind.id);
  if (extensions.scenery.layout && (!extensions.scenery.of || extensions.scenery.of(g))) names.emplace_back("scene");
  return names;
}

template <Game G>
class OpenGameOf final : public OpenGame {
 public:
  OpenGameOf(const G& g, std::string name)
      : g_(g), name_(std::move(name)), search_(make_search_jobs(g, name_)), solver_(make_solve_jobs(g, name_)) {}

  const std::string& name() const override { return name_; }
  std::string rules_stamp() const override { return banmen::rules_stamp(g_); }
  int players() const override { return g_.players(); }
  std::string seat_name(Seat seat) const override { return g_.seat_name(seat); }
  Result<Glance> glance(std::string_view position) const override {
    const auto p = TRY(g_.read_position(position));
    MoveStack<G> stack(g_);
    const auto list = stack.legal(g_, p);
    const auto numbers = [&](const GainsOf<G>& gains) { return gains_of_seats<G>(gains, g_.players()); };
    Glance seen;
    seen.turn = list.empty() ? over : g_.turn(p);
    if (seen.turn == over) seen.payoff = numbers(g_.payoff(p));
    for (const auto move : list) {
      typename G::Position after = p;
      const auto gains = g_.play(after, move);
      std::uint32_t weight = 1;
      if constexpr (ChanceGame<G>)
        if (seen.turn == chance) weight = g_.weight(p, move);
      seen.choices.push_back({g_.text(p, move), numbers(gains), weight, g_.text(after)});
    }
    return seen;
  }
  std::vector<std::string> capabilities() const override { return capabilities_of(g_); }
  std::vector<Correspondence> correspondences() const override {
    if constexpr (requires { g_.correspondences(); }) return g_.correspondences();
    return {};
  }
  const SearchJobs& search() const override { return *search_; }

  const SolveJobs& solver() const override { return *solver_; }

  Result<PerftReport> perft(std::string_view position, int depth, const Control& control) const override {
    return position_or_start(g_, position).map([&](const auto& p) { return banmen::perft(g_, p, depth, control); });
  }

  Result<PlayoutReport> playout(std::string_view position, std::uint64_t games, std::uint32_t limit, const Control& control,
                                Draw draw) const override {
    return drawing(draw, position, [&]<Draw D>(const auto& p) { return banmen::playout<D>(g_, p, games, limit, control); });
  }

  Result<std::vector<PlayedGame>> playout_games(std::string_view position, std::uint64_t first, std::uint64_t count,
                                                std::uint32_t limit, Draw draw, std::uint64_t seed,
                                                const std::stop_token& stop) const override {
    return drawing(draw, position,
                   [&]<Draw D>(const auto& p) { return banmen::playout_games<D>(g_, p, first, count, limit, seed, stop); });
  }

  std::unique_ptr<Session> session() const override { return std::make_unique<SessionOf<G>>(g_); }

 private:
  /// Calls run<draw>(position).
  template <class Run>
  auto drawing(Draw draw, std::string_view position, Run run) const
      -> Result<decltype(run.template operator()<Draw::uniform>(std::declval<typename G::Position>()))> {
    if (!StagedGame<G> && draw != Draw::uniform)
      return fail("moves of " + name_ + " can't be drawn in stages: they have none", "--draw uniform works for every game");
    const auto p = TRY(position_or_start(g_, position));
    if constexpr (StagedGame<G>) {
      if (draw == Draw::staged) return run.template operator()<Draw::staged>(p);
      if (draw == Draw::steps) return run.template operator()<Draw::steps>(p);
    }
    return run.template operator()<Draw::uniform>(p);
  }

  G g_;
  [[no_unique_address]] Keeper<G> keeper_ = keeper_of(g_);
  std::string name_;
  std::unique_ptr<SearchJobs> search_;
  std::unique_ptr<SolveJobs> solver_;
};

template <NativeGame G>
GameEntry entry_of() {
  GameEntry entry{std::string(G::id()), std::string(G::title()), G::parameters(),
                  [](const Values& values) -> Result<std::unique_ptr<OpenGame>> {
                    auto g = TRY(G::make(values));
                    return std::make_unique<OpenGameOf<G>>(g, canonical_name(G::id(), G::parameters(), values));
                  }};
  entry.database_parameters = extensions_of<G>().databases.parameters;
  if constexpr (OneOfSeveral<G>) entry.fits = [](const Values& values) { return G::fits(values); };
  return entry;
}

}  // namespace banmen
