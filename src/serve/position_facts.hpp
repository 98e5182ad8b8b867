// Facts about one position: its exact value from a database, a solver or an exhaustive search, and the findings of the game's
// studies (Study::of_position).
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
    std::vector<std::string> databases;  // the operator's files
    double seconds = 0.3;                // limit for the exact value, and again for the studies
    OpenByName open;                     // opens games that clients may name
  };
  PositionFacts(const Catalog& catalog, Setting setting);

  /// {"position", "findings": [{"study", "title", "move"?, "figures": [{"name", "value", "unit"?, "words"?}]}],
  ///  "exact": {"value", "view", "source", "moves": {move: value}} | null}
  [[nodiscard]] Result<Json> of(const std::string& game, const std::string& position, const std::vector<std::string>& moves,
                                const std::stop_token& stop) const;

 private:
  /// Keeps games with a database open, and their databases with them: returns the kept instance of this game, if any.
  [[nodiscard]] std::shared_ptr<const OpenGame> kept(std::shared_ptr<const OpenGame> game) const;
  [[nodiscard]] Json exact(const OpenGame& game, const Session& session, const std::stop_token& stop) const;
  [[nodiscard]] Json from_databases(const OpenGame& game, const Session& session, const std::stop_token& stop) const;
  [[nodiscard]] Json findings(const OpenGame& game, const Session& session, const std::stop_token& stop) const;

  const Catalog& catalog_;
  Setting setting_;
  std::set<std::string> owners_;  // games of the databases: name with parameters, and the stamp of the rules
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const OpenGame>> kept_;  // by owner
};

}  // namespace banmen::serve
