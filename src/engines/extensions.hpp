// A game's extensions: what play, search and solving need beyond its rules.
//
// engines/<game>/extensions.hpp declares the specialisation of extensions_of for the game's class, extensions.cpp defines it, and
// the game's line in cmake/games.cmake names the header. Missing extensions are empty functions or lists. Their users know no game.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/game.hpp"
#include "core/scene.hpp"
#include "search/options.hpp"
#include "search/search.hpp"
#include "search/value.hpp"
#include "solve/erased_game.hpp"
#include "solve/reports.hpp"

namespace banmen {

/// A solver of this game, tried before the generic ones.
template <Game G>
struct OwnSolver {
  /// True if it supports these rules and options; empty: there is no such solver.
  std::function<bool(const G&, const SolveOptions&)> serves;
  /// Values are from the first side's view.
  std::function<Result<SolveReport>(const G&, const typename G::Position&, const SolveOptions&, const Control&)> solve;
};

/// A census of this game, tried before the generic one; only such a census has checkpoints and a table on disk.
template <Game G>
struct OwnCensus {
  /// True if it supports this start; empty: there is no such census.
  std::function<bool(const G&, const typename G::Position&)> serves = {};
  std::function<Result<CensusReport>(const G&, const std::string& name, const typename G::Position&, const CensusOptions&,
                                     const Control&)>
      run = {};
};

/// The databases of a game. `name`: the game's name, stored in the file.
template <Game G>
struct OwnDatabases {
  std::vector<Parameter> parameters = {};  // of the build
  std::function<Result<DatabaseReport>(const G&, const std::string& name, const std::string& path, const DatabaseOptions&,
                                       const Control&)>
      build = {};
  std::function<Result<DatabaseReport>(const G&, const std::string& name, const std::string& path, const Control&)> describe = {};
  std::function<Result<ProbeReport>(const G&, const std::string& name, const std::string& path, const typename G::Position&,
                                    const Control&)>
      probe = {};
  std::function<Result<DatabaseCheck>(const G&, const std::string& name, const std::string& path, const DatabaseCheckOptions&,
                                      const Control&)>
      verify = {};
  // For searches and proofs:
  std::function<Result<void>(const std::string& name, const std::string& path)> check = {};  // fails unless it belongs to the game
  std::function<Result<std::shared_ptr<const Oracle<G>>>(const G&, const std::string& name, const std::string& path, int threads)>
      oracle = {};
  OwnProver<G> prover = {};
};

/// An agent of this game, or its own version of a generic agent (with its own evaluation or database, say), which replaces the one
/// with the same id.
template <Game G>
struct OwnAgent {
  AgentKind kind;
  std::function<Result<std::unique_ptr<Search<G>>>(const G&, const Values&)> make;
};

/// Models for SPIN in other styles than the state graph, which every game has.
template <Game G>
struct OwnModel {
  std::vector<std::string> styles;
  std::function<std::string(const G&, std::string_view style)> write;
};

template <Game G>
struct Extensions {
  OwnSolver<G> solver = {};
  OwnCensus<G> census = {};
  OwnDatabases<G> databases = {};
  std::vector<OwnAgent<G>> agents = {};
  OwnModel<G> model = {};
  scene::Scenery<G> scenery = {};  // the board as data, of games/<game>/scene.cpp
};

/// A game without extensions.
template <Game G>
const Extensions<G>& extensions_of() {
  static const Extensions<G> none;
  return none;
}

}  // namespace banmen
