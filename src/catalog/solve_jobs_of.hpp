// The solvers of any game: instantiates src/solve for a game. Included only by the generated sources of cmake/games.cmake.
#pragma once

#include <map>
#include <mutex>

#include "catalog/game_handle.hpp"
#include "catalog/open_game.hpp"
#include "core/control.hpp"
#include "core/text.hpp"
#include "engines/extensions.hpp"
#include "solve/erased_game_of.hpp"
#include "solve/solver.hpp"

namespace banmen {

template <Game G>
class SolveJobsOf final : public SolveJobs {
 public:
  using Position = typename G::Position;

  SolveJobsOf(const G& g, std::string name)
      : g_(g), name_(std::move(name)), owner_(name_with_rules(name_, g)), extensions_(extensions_of<G>()) {}

  Result<CensusReport> census(std::string_view position, const CensusOptions& options, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    if (const auto& own = extensions_.census; own.serves && own.serves(g_, *p)) return own.run(g_, owner_, *p, options, control);
    if (options.say_memory) options.say_memory(graph_census_memory(sizeof(Position)));
    if (!options.checkpoint.empty() || !options.spill.empty())
      return fail("--checkpoint and --spill need a game with an index, and this game has none or one that is too large",
                  "omit them");
    return graph_census(erased(), bytes_of(*p), options, control);
  }

  Result<void> can_solve(std::string_view position, const SolveOptions& options) const override {
    if (const auto p = position_or_start(g_, position); !p) return fail(p.error());
    // A named database must exist and belong to the game, even if it will not be used.
    if (const auto fits = check_database(options.database); !fits) return fits;
    return solved_by_itself(options) ? Result<void>() : banmen::can_solve(erased(), options);
  }

  Result<SolveReport> solve(std::string_view position, const SolveOptions& options, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    const auto game = erased();
    if (const auto fits = check_database(options.database); !fits) return fail(fits.error());
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
    const auto values = check_values("a database of " + name_, extensions_.databases.parameters, given);
    if (!extensions_.databases.build) return no_index();
    if (!values) return fail(values.error());
    return extensions_.databases.build(g_, owner_, path, {memory, *values}, control);
  }

  Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const override {
    if (!extensions_.databases.describe) return no_index();
    return extensions_.databases.describe(g_, owner_, path, control);
  }

  Result<ProbeReport> probe_database(const std::string& path, std::string_view position, const Control& control) const override {
    const auto p = position_or_start(g_, position);
    if (!p) return fail(p.error());
    if (!extensions_.databases.probe) return no_index();
    if (extensions_.databases.oracle) {
      // Keep the database open as long as the game: more positions will be looked up.
      auto held = extensions_.databases.oracle(g_, owner_, path, control.threads);
      if (!held) return fail(held.error());
      const std::lock_guard lock(looking_up_);
      kept_.insert_or_assign(path, std::move(*held));
    }
    return extensions_.databases.probe(g_, owner_, path, *p, control);
  }

  Result<DatabaseCheck> verify_database(const std::string& path, const DatabaseCheckOptions& options,
                                        const Control& control) const override {
    const auto began = std::chrono::steady_clock::now();
    if (!extensions_.databases.verify) return no_index();
    auto check = extensions_.databases.verify(g_, owner_, path, options, control);
    if (check) check->seconds = seconds_since(began);
    return check;
  }

 private:
  bool solved_by_itself(const SolveOptions& options) const {
    return extensions_.solver.serves && extensions_.solver.serves(g_, options);
  }
  tl::unexpected<Error> no_index() const { return fail(name_ + " can't have a database: it has no endgame index"); }
  Result<void> check_database(const std::string& path) const {
    if (path.empty()) return {};
    if (extensions_.databases.check) return extensions_.databases.check(owner_, path);
    return fail(name_ + " is solved without a database", "leave out --db");
  }
  ErasedGameOf<G> erased() const { return ErasedGameOf<G>(g_, name_, rules_stamp(g_), extensions_.databases.prover); }

  G g_;
  std::string name_, owner_;  // the second with the rules' stamp, for stored results
  const Extensions<G>& extensions_;
  mutable std::mutex looking_up_;
  mutable std::map<std::string, std::shared_ptr<const Oracle<G>>> kept_;  // databases in use, by path
};

template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name) {
  return std::make_unique<SolveJobsOf<G>>(g, name);
}

}  // namespace banmen
