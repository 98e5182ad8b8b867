// A game's extensions: what play, search and solving need beyond its rules.
//
// engines/<game>/extensions.hpp declares the specialisation of extensions_of for the game's class, extensions.cpp defines it, and
// the game's line in cmake/games.cmake names the header. What a game does not bring is absent: an empty function or list. Whoever
// uses an extra asks for it here and knows no game.
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

/// A solver made for this game alone, asked before the solvers of all games.
template <Game G>
struct OwnSolver {
  /// Whether it answers for these rules and what is wanted; empty: there is no such solver.
  std::function<bool(const G&, const SolveOptions&)> serves;
  /// Values are the first side's.
  std::function<Result<SolveReport>(const G&, const typename G::Position&, const SolveOptions&, const Control&)> solve;
};

/// A census made for this game alone, asked before the one of all games: the only one with checkpoints and a table on disk.
template <Game G>
struct OwnCensus {
  /// Whether it can count the positions from this one; empty: there is no such census.
  std::function<bool(const G&, const typename G::Position&)> serves = {};
  std::function<Result<CensusReport>(const G&, const std::string& name, const typename G::Position&, const CensusOptions&,
                                     const Control&)>
      run = {};
};

/// The databases of a game. `name`: of the game, which a file belongs to.
template <Game G>
struct OwnDatabases {
  std::vector<Parameter> parameters = {};  // of building one
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
  // Of databases that searches and proofs read too:
  std::function<Result<void>(const std::string& name, const std::string& path)> check = {};  // fails unless it belongs to the game
  std::function<Result<std::shared_ptr<const Oracle<G>>>(const G&, const std::string& name, const std::string& path, int threads)>
      oracle = {};
  OwnProver<G> prover = {};
};

/// A player of the game's own, or its own form of one that all games have (with a judgement or a database of its own, say): then
/// the ids are the same, and this one is taken.
template <Game G>
struct OwnAgent {
  AgentKind kind;
  std::function<Result<std::unique_ptr<Search<G>>>(const G&, const Values&)> make;
};

/// The game as a model for SPIN, in other shapes than the graph of its positions, which every game has.
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
