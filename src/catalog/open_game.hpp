// One game with its parameters chosen, behind a coarse interface: a call per job, not per move.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/search_jobs.hpp"
#include "catalog/session.hpp"
#include "catalog/solve_jobs.hpp"
#include "core/control.hpp"
#include "core/error.hpp"

namespace banmen {

/// A position with all that the rules say of it, as text: for programs that compare games move by move.
struct Glance {
  struct Choice {
    std::string text;
    std::vector<long> gains;
    std::uint32_t weight;  // of a chance outcome; 1 elsewhere
    std::string after;     // the position that it leads to
  };
  Seat turn = over;
  std::vector<Choice> choices;
  std::vector<long> payoff;  // where the game is over
};

class OpenGame {
 public:
  virtual ~OpenGame() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;  // canonical, with parameters
  [[nodiscard]] virtual std::string rules_stamp() const = 0;  // see catalog/game_handle.hpp
  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;
  [[nodiscard]] virtual std::vector<std::string> capabilities() const = 0;
  [[nodiscard]] std::vector<std::string> agents() const;  // ids of those that can play it

  /// A position with all that the rules say of it.
  [[nodiscard]] virtual Result<Glance> glance(std::string_view position) const = 0;

  // Jobs. An empty position text means the game's own start. Draws other than uniform ones fail where a game knows no stages.
  [[nodiscard]] virtual Result<PerftReport> perft(std::string_view position, int depth, const Control& control) const = 0;
  [[nodiscard]] virtual Result<PlayoutReport> playout(std::string_view position, std::uint64_t games, std::uint32_t limit,
                                                      const Control& control, Draw draw = Draw::uniform) const = 0;
  /// Games first … first+count-1 of a seed one by one, on the calling thread: the games of `playout`. Fewer where a stop comes.
  [[nodiscard]] virtual Result<std::vector<PlayedGame>> playout_games(std::string_view position, std::uint64_t first,
                                                                      std::uint64_t count, std::uint32_t limit, Draw draw,
                                                                      std::uint64_t seed,
                                                                      const std::stop_token& stop = {}) const = 0;

  [[nodiscard]] virtual const SolveJobs& solver() const = 0;  // census, values, properties, databases

  [[nodiscard]] virtual const SearchJobs& search() const = 0;  // agents that play it

  [[nodiscard]] virtual std::unique_ptr<Session> session() const = 0;
};

}  // namespace banmen
