// The games and agents that clients may name, and the memory and time that agents may use.
//
// Clients never name programs or files. Rule files, programs and databases are those that the operator gave on the command line.
#pragma once

#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "core/error.hpp"
#include "play/record.hpp"
#include "rules/budget.hpp"
#include "serve/effects.hpp"

namespace banmen::serve {

struct WhitelistOptions {
  std::vector<std::pair<std::string, std::string>> agents;  // the operator's name for it, agent
  std::vector<std::string> databases;                       // files that agents may read
  std::uint64_t memory = 1024;                              // MiB for all agents together
  int threads = 2;                                          // per agent
  double longest_move = 60;                                 // seconds
};

/// A rule file of the operator, as last read.
struct OwnGame {
  std::optional<GameEntry> entry;  // nothing if the text has errors
  Json document;                   // its entry in the list of games
  Json errors = Json::array();     // the checker's messages
};

/// An agent that a client has named.
struct Engaged {
  std::string shown;  // the client's name for it
  std::string name;   // the library's name
  Cost cost = {};     // while it thinks; upper bounds
};

/// Thread-safe.
class Whitelist {
 public:
  Whitelist(const Catalog& catalog, WhitelistOptions options);

  [[nodiscard]] const WhitelistOptions& options() const { return options_; }
  /// True if clients may open a game of this name. Opens nothing.
  [[nodiscard]] Result<void> may_open(std::string_view name) const;
  [[nodiscard]] Result<std::unique_ptr<OpenGame>> open(std::string_view name) const;
  /// A shared instance: one for each canonical name, the most recently used ones cached.
  [[nodiscard]] Result<std::shared_ptr<const OpenGame>> share(std::string_view name) const;
  /// Replays a client's record.
  [[nodiscard]] Result<Replay> replay(const Record& record) const;
  /// The agent, or the reason for refusing it. `most`: the MiB that the client's agents may use, if less than all.
  [[nodiscard]] Result<Engaged> look_up(const OpenGame& game, std::string_view name, std::uint64_t most = ~std::uint64_t{0}) const;
  /// The default agent for analyses.
  [[nodiscard]] static std::string analyst(const OpenGame& game);

  /// The document of `banmen games --json` with more fields for each game, and the ladders known so far.
  [[nodiscard]] Json games() const;
  /// One game with its parameters and its ladder.
  [[nodiscard]] Result<Json> game(std::string_view name, const std::stop_token& stop) const;
  /// Computes the ladders of all games from random games; call it on a background thread.
  void find_ladders(const std::stop_token& stop) const;
  [[nodiscard]] Result<Json> agents() const;

  /// Adds or replaces a rule file of the operator.
  void put(const std::string& name, OwnGame game);

 private:
  struct Found {
    GameEntry entry;
    Values values;
    std::string name;  // canonical
  };
  [[nodiscard]] Result<Found> find(std::string_view name) const;
  [[nodiscard]] Json named_agents() const;

  const Catalog& catalog_;
  WhitelistOptions options_;
  mutable std::mutex mutex_;
  mutable std::mutex listing_;  // guards `listed_`
  mutable Json listed_;         // the catalog's games; null until first needed
  mutable std::map<std::string, Json, std::less<>> ladders_;
  std::map<std::string, OwnGame, std::less<>> own_;
  std::uint64_t changes_ = 0;                                                          // of `own_`
  mutable std::list<std::pair<std::string, std::shared_ptr<const OpenGame>>> shared_;  // most recently used first
};

/// An error if no game has this agent. Checks the operator's agents at start-up.
Result<void> check_agent(const Catalog& catalog, const std::string& agent);

/// One game's entry in the list, with these values of its parameters, without its ladder.
Result<Json> listed_game(const GameEntry& entry, const Values& values, const std::string& group);

// The operator's rule files, checked and reloaded when they change (polled once a second).

/// Time and size of a file when last checked; both are unset if it does not exist.
struct FileSeen {
  std::string path;
  std::filesystem::file_time_type time;
  std::uintmax_t size;
  explicit FileSeen(std::string file);
  bool operator==(const FileSeen&) const = default;
};

struct ReadGame {
  OwnGame game;
  std::vector<FileSeen> files;  // dependencies: the file, those that it extends, and paths that were searched for them
};
/// Reads and checks a rule file within a budget; its errors are in `errors`.
ReadGame read_own_game(const std::string& name, const rules::BudgetLimits& limits);

class RuleFiles {
 public:
  /// Names without a folder get "./", as the catalog requires: "./mine.game".
  explicit RuleFiles(const std::vector<std::string>& files);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Watches the files of a game.
  void watch(const std::string& name, std::vector<FileSeen> files) { watched_[name] = std::move(files); }
  /// Games with a file that has changed since the last call.
  std::vector<std::string> changed();

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<FileSeen>> watched_;
};

}  // namespace banmen::serve
