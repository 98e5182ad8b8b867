// What is known of one position: its exact value, from a database, a solver or a search that read it to its end, and what the
// studies of its game say of it.
//
// A study says itself how it is asked about a position (Study::of_position); no game is named here.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "play/record.hpp"

namespace banmen::serve {

class PositionFacts {
 public:
  struct Setting {
    std::vector<std::string> databases;  // files of the operator's
    double seconds = 0.3;                // for the exact value, and as much again for the studies
    OpenByName open;                     // the games that a client may name
  };
  PositionFacts(const Catalog& catalog, Setting setting);

  /// {"position", "findings": [{"study", "title", "move"?, "figures": [{"name", "value", "unit"?, "words"?}]}],
  ///  "exact": {"value", "view", "source", "moves": {move: value}} | null}
  [[nodiscard]] Result<Json> of(const std::string& game, const std::string& position, const std::vector<std::string>& moves,
                                const std::stop_token& stop) const;

 private:
  /// The game, or the one that was kept of its name: a game that has a database of its own stays open, and its database with it.
  [[nodiscard]] std::shared_ptr<const OpenGame> kept(std::shared_ptr<const OpenGame> game) const;
  [[nodiscard]] Json exact(const OpenGame& game, const Session& session, const std::stop_token& stop) const;
  [[nodiscard]] Json from_databases(const OpenGame& game, const Session& session, const std::stop_token& stop) const;
  [[nodiscard]] Json findings(const OpenGame& game, const Session& session, const std::stop_token& stop) const;

  const Catalog& catalog_;
  Setting setting_;
  std::set<std::string> owners_;  // whose databases they are: a game with its parameters, and the stamp of its rules
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const OpenGame>> kept_;  // some of the owners
};

}  // namespace banmen::serve
