// The solvers of any game: where src/solve, templates on the game, meets a game. Included only by the generated sources of
// cmake/games.cmake.
#pragma once

#include "catalog/databases.hpp"
#include "catalog/game_handle.hpp"
#include "catalog/open_game.hpp"
#include "core/control.hpp"
#include "solve/erased_game_of.hpp"
#include "solve/indexed/census_index.hpp"
#include "solve/indexed/database.hpp"
#include "solve/solver.hpp"

namespace banmen {

/// An endgame database as the oracle of a search.
template <IndexedGame G>
class DatabaseOracle final : public Oracle<G> {
 public:
  DatabaseOracle(const G& g, std::shared_ptr<const Endgame<G>> tables)
      : g_(g), forever_(forever_of(g)), tables_(std::move(tables)) {}

  bool knows(const typename G::Position& p) const override { return tables_->covers(p) && !over_by_endless_move(p); }
  std::int32_t lead(const typename G::Position& p) const override {
    const Bounds b = tables_->bounds(p);
    return value_between(b.low(), b.high(), forever_);
  }

 private:
  /// Such a position has the index of the board that it leaves, but not its value.
  bool over_by_endless_move(const typename G::Position& p) const {
    if constexpr (LoopingMoveGame<G>) return g_.endless_mark(p);
    return false;
  }

  G g_;
  std::int32_t forever_;
  std::shared_ptr<const Endgame<G>> tables_;
};

template <class G>
Result<std::shared_ptr<const Oracle<G>>> open_oracle(const G& g, const std::string& game, const std::string& path) {
  std::shared_ptr<const Oracle<G>> none;
  if (path.empty()) return none;
  if constexpr (KeptInTiers<G>) {
    auto tables = shared_database(g, game, path, 1);
    if (!tables) return fail(tables.error());
    return std::shared_ptr<const Oracle<G>>(std::make_shared<DatabaseOracle<G>>(g, std::move(*tables)));
  }
  return fail(game + " has no endgame index, so there is no database of it", "leave out db=");
}

template <Game G>
class SolveJobsOf final : public SolveJobs {
 public:
  using Position = typename G::Position;

  SolveJobsOf(const G& g, std::string name)
      : g_(g), name_(std::move(name)), owner_(name_with_rules(name_, g)), extensions_(extensions_of<G>()) {}

  Result<CensusReport> census(std::string_view position, const CensusOptions& options, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    if constexpr (IndexedGame<G>)
      if (index_fits(g_, *p)) {
        if (options.say_memory) options.say_memory(index_census_memory(g_, *p));
        return index_census(g_, *p, options, control, "census of " + owner_ + " from " + g_.text(*p));
      }
    if (options.say_memory) options.say_memory(graph_census_memory(sizeof(Position)));
    if (!options.checkpoint.empty() || !options.spill.empty())
      return fail("a game without an index (or with too large a one) has neither checkpoints nor a table on disk");
    return graph_census(erased(), bytes_of(*p), options, control);
  }

  Result<void> can_solve(std::string_view position, const SolveOptions& options) const override {
    if (const auto p = position_or_start(g_, position); !p) return fail(p.error());
    const auto game = erased();
    // A database that is named must be there and belong to the game, whether or not it will be of use.
    if (const auto fits = game.check_database(options.database); !fits) return fits;
    return solved_by_itself(options) ? Result<void>() : banmen::can_solve(game, options);
  }

  Result<SolveReport> solve(std::string_view position, const SolveOptions& options, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    const auto game = erased();
    if (const auto fits = game.check_database(options.database); !fits) return fail(fits.error());
    if (!solved_by_itself(options)) return banmen::solve(game, bytes_of(*p), position, options, control);
    auto own = extensions_.solver.solve(g_, *p, options, control);
    if (own) own->view = view_of(game);
    return own;
  }

  Result<VerifyReport> verify(std::string_view position, const VerifyOptions& options, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    return banmen::verify(erased(), bytes_of(*p), options, control);
  }

  Result<std::string> promela(std::string_view style, const Control& control) const override {
    const auto& own = extensions_.model;
    if (std::find(own.styles.begin(), own.styles.end(), style) != own.styles.end()) return own.write(g_, style);
    if (style == "graph" || style == "compact") return write_promela(erased(), control);
    std::vector<std::string> styles = own.styles;
    styles.emplace_back("graph");
    return fail(name_ + " has no model in the style '" + std::string(style) + "'", suggest(style, styles));
  }

  Result<std::string> dot(std::string_view position, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    return write_dot(erased(), bytes_of(*p), control);
  }

  Result<CertificateCheck> check_certificate(std::string_view bytes, const Control& control) const override {
    return banmen::check_certificate(erased(), bytes, control);
  }

  Result<DatabaseReport> build_database(const std::string& path, const Given& given, std::uint64_t memory,
                                        const Control& control) const override {
    const auto values = check_values("a database of " + name_, database_parameters<G>(), given);
    if (!has_databases()) return no_index();
    if (!values) return fail(values.error());
    const DatabaseOptions options{memory, *values};
    if (extensions_.databases.build) return extensions_.databases.build(g_, owner_, path, options, control);
    if constexpr (KeptInTiers<G>)
      return banmen::build_database(g_, owner_, path, static_cast<std::uint32_t>(values->integer("stones")), {memory}, control);
    return no_index();
  }

  Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const override {
    if (extensions_.databases.describe) return extensions_.databases.describe(g_, path);
    if constexpr (KeptInTiers<G>) {
      const auto file = Container::open(path);
      if (!file) return fail(file.error());
      const auto tables = open_database(g_, owner_, path, control.threads);
      if (!tables) return fail(tables.error());
      return banmen::describe_database(name_, *file, *tables);
    }
    return no_index();
  }

  Result<ProbeReport> probe_database(const std::string& path, std::string_view position, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    if (extensions_.databases.probe) return extensions_.databases.probe(g_, path, *p);
    if constexpr (KeptInTiers<G>) {
      const auto tables = looked_up(path, control.threads);
      if (!tables) return fail(tables.error());
      return banmen::probe_database(g_, **tables, *p);
    }
    return no_index();
  }

  Result<DatabaseCheck> verify_database(const std::string& path, const DatabaseCheckOptions& options,
                                        const Control& control) const override {
    const auto began = std::chrono::steady_clock::now();
    Result<DatabaseCheck> check = no_index();
    if (extensions_.databases.verify) {
      check = extensions_.databases.verify(g_, path, options, control);
    } else if constexpr (KeptInTiers<G>) {
      if (options.device != "none") return fail("no device looks at positions of " + name_, "leave --device out");
      const auto tables = open_database(g_, owner_, path, control.threads);
      if (!tables) return fail(tables.error());
      const auto found =
          tables->check(std::max<std::uint64_t>(1, options.stride), control, [&](const Position& p) { return g_.text(p); });
      check = DatabaseCheck{found.checked, found.wrong, found.example, 0, {}, {}};
    }
    if (check) check->seconds = seconds_since(began);
    return check;
  }

 private:
  bool solved_by_itself(const SolveOptions& options) const {
    return extensions_.solver.serves && extensions_.solver.serves(g_, options);
  }
  bool has_databases() const { return KeptInTiers<G> || extensions_.databases.build; }
  tl::unexpected<Error> no_index() const { return fail(name_ + " has no endgame index, so it can't be kept in a database"); }
  /// A database stays open as long as the game does: who looks one position up will look up more.
  auto looked_up(const std::string& path, int threads) const requires KeptInTiers<G> {
    auto tables = shared_database(g_, owner_, path, threads);
    if (tables) {
      const std::lock_guard lock(looking_up_);
      kept_.insert_or_assign(path, *tables);
    }
    return tables;
  }
  ErasedGameOf<G> erased() const { return ErasedGameOf<G>(g_, name_, rules_stamp(g_)); }

  G g_;
  std::string name_, owner_;  // the second with the rules' stamp: what is kept belongs to it
  const Extensions<G>& extensions_;
  mutable std::mutex looking_up_;
  mutable std::map<std::string, std::shared_ptr<const void>> kept_;  // databases that were looked into, by path
};

template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name) {
  return std::make_unique<SolveJobsOf<G>>(g, name);
}

}  // namespace banmen
