// What the server offers to clients: the games and agents that they may name, and how much memory and time agents may take.
//
// A client never names a program or a file. Rule files, programs and databases are those that the operator named when he started
// the server.
#pragma once

#include <atomic>
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

namespace banmen::serve {

struct WhitelistOptions {
  std::vector<std::pair<std::string, std::string>> agents;  // by a name of the operator's: what it stands for
  std::vector<std::string> databases;                       // files that agents may read
  std::uint64_t memory = 1024;                              // MiB for all agents together
  int threads = 2;                                          // that one agent may use
  double longest_move = 60;                                 // seconds
};

/// A rule file of the operator's, as it was read last.
struct OwnGame {
  std::optional<GameEntry> entry;  // nothing where the text has errors
  Json document;                   // its line in the list of games
  Json errors = Json::array();     // the checker's messages
};

/// Memory that an agent may take; given back when the last holder lets go.
using Reservation = std::shared_ptr<void>;

/// An agent that a client asked for.
struct Engaged {
  std::string shown;  // as the client calls it
  std::string name;   // as the library reads it
  std::uint64_t mib;  // that it may take
  Reservation memory;
  std::string_view parameter = "memory";  // what makes it take so much
};

/// All of it may be asked from several threads.
class Whitelist {
 public:
  Whitelist(const Catalog& catalog, WhitelistOptions options);

  [[nodiscard]] const WhitelistOptions& options() const { return options_; }
  /// Whether a client may open a game of this name at all; no game is opened.
  [[nodiscard]] Result<void> may_open(std::string_view name) const;
  [[nodiscard]] Result<std::unique_ptr<OpenGame>> open(std::string_view name) const;
  /// One that others may have too: of each canonical name there is one, and the last ones that were asked for are kept.
  [[nodiscard]] Result<std::shared_ptr<const OpenGame>> share(std::string_view name) const;
  /// Plays a record out that a client sent.
  [[nodiscard]] Result<Replay> replay(const Record& record) const;
  /// The agent with its memory set aside, or why a client can't have it.
  [[nodiscard]] Result<Engaged> engage(const OpenGame& game, std::string_view name) const;
  /// The same for one that takes its memory later.
  [[nodiscard]] Result<Engaged> look_up(const OpenGame& game, std::string_view name) const;
  /// Sets memory aside; `parameter` is what a client would have to make smaller.
  [[nodiscard]] Result<Reservation> reserve(std::uint64_t mib, std::string_view parameter = "memory") const;
  /// Who analyses a game where the client does not say.
  [[nodiscard]] static std::string analyst(const OpenGame& game);

  /// The document of `banmen games --json` with more in each game. Ladders are those that are known by now.
  [[nodiscard]] Json games() const;
  /// One game with its parameters, its ladder included.
  [[nodiscard]] Result<Json> game(std::string_view name, const std::stop_token& stop) const;
  /// Finds the ladders of all games, which takes random games of each; to be run beside everything else.
  void find_ladders(const std::stop_token& stop) const;
  [[nodiscard]] Result<Json> agents() const;

  /// A rule file of the operator's was read, or read again.
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
  std::shared_ptr<std::atomic<std::uint64_t>> taken_ = std::make_shared<std::atomic<std::uint64_t>>(0);
  mutable std::mutex mutex_;
  mutable std::mutex listing_;  // held while the list is made
  mutable Json listed_;         // games that do not change; null until they are asked for
  mutable std::map<std::string, Json, std::less<>> ladders_;
  std::map<std::string, OwnGame, std::less<>> own_;
  std::uint64_t changes_ = 0;                                                          // of those
  mutable std::list<std::pair<std::string, std::shared_ptr<const OpenGame>>> shared_;  // last asked for first
};

/// Whether an agent that the operator named can be one of some game: better refused at the start than when somebody asks for it.
Result<void> check_agent(const Catalog& catalog, const std::string& agent);

/// One game's line in the list, at these values of its parameters, without its ladder.
Result<Json> listed_game(const GameEntry& entry, const Values& values, const std::string& group);

// The operator's rule files: read and checked, and looked at once a second, so that an inventor sees his game while he writes it.

/// A file as it was when it was looked at; one that is not there has neither time nor size.
struct FileSeen {
  std::string path;
  std::filesystem::file_time_type time;
  std::uintmax_t size;
  explicit FileSeen(std::string file);
  bool operator==(const FileSeen&) const = default;
};

struct ReadGame {
  OwnGame game;
  std::vector<FileSeen> files;  // all that the game depends on: the file, those that it extends, and where they might have been
};
/// Reads and checks a rule file; what is wrong with it stands in `errors`.
ReadGame read_own_game(const std::string& name);

class RuleFiles {
 public:
  /// Names get a folder where they have none, as the catalog wants it: "./mine.game".
  explicit RuleFiles(const std::vector<std::string>& files);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// A game was read: from now on these files count.
  void watch(const std::string& name, std::vector<FileSeen> files) { watched_[name] = std::move(files); }
  /// Games with a file that is not as it was when this was asked last.
  std::vector<std::string> changed();

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<FileSeen>> watched_;
};

}  // namespace banmen::serve
