// Stub for the searches of a game in the fuzz targets.
#pragma once

#include "catalog/open_game.hpp"

namespace banmen::fuzz {

class NoSearch final : public SearchJobs {
 public:
  std::vector<AgentKind> agents() const override { return {}; }
  Result<std::unique_ptr<Agent>> agent(std::string_view) const override { return fail("there are no agents here"); }
  int side(Seat seat) const override { return seat; }
  Result<std::vector<ExactGame>> exact_play_games(std::string_view, int, std::uint64_t, std::uint64_t, std::uint64_t,
                                                  const std::stop_token&) const override {
    return fail("no");
  }
};

}  // namespace banmen::fuzz
