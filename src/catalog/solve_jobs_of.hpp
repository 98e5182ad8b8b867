// The solvers of any game: where src/solve, templates on the game, meets a game. Included only by the generated sources of
// cmake/games.cmake and by plugin.cpp.
#pragma once

#include "catalog/database_oracle.hpp"
#include "catalog/databases.hpp"
#include "catalog/game_handle.hpp"
#include "catalog/solve_jobs.hpp"
#include "core/game.hpp"
#include "solve/census_graph.hpp"
#include "solve/certificate.hpp"
#include "solve/dot.hpp"
#include "solve/indexed/census_index.hpp"
#include "solve/indexed/database.hpp"
#include "solve/play_graph.hpp"
#include "solve/promela.hpp"
#include "solve/values.hpp"

namespace banmen {

template <Game G>
class SolveJobsOf final : public SolveJobs {
 public:
  using Position = typename G::Position;

  SolveJobsOf(const G& g, std::string name)
      : g_(g), name_(std::move(name)), owner_(name_with_rules(name_, g)), extras_(extras_of<G>()) {}

  std::string census_memory(std::string_view position) const override {
    const auto p = at(position);
    if constexpr (IndexedGame<G>)
      if (const IndexSpace<G> space(g_, p ? g_.tier(*p) : 0); p && !(space.size() >> IndexCensus<G>::index_bits)) {
        return "pages of a table as they are reached (on disk with --spill), which would be " +
               std::to_string((space.size() / 8 >> 20) + 1) + " MiB for all " + std::to_string(space.size()) +
               " places; one or two bytes for every position reached (on disk with --checkpoint), six for those of the longest "
               "level; some 64 for every position of one tier that may lie on cycles";
      }
    return "about " + std::to_string(sizeof(Position) + 24) + " bytes for every position reached and " +
           std::to_string(sizeof(Edge)) + " for every move";
  }

  Result<CensusReport> census(std::string_view position, const CensusOptions& options, const Control& control) const override {
    const auto p = at(position);
    if (!p) return fail(p.error());
    if constexpr (IndexedGame<G>) {
      const IndexSpace<G> space(g_, g_.tier(*p));
      if (!(space.size() >> IndexCensus<G>::index_bits)) {
        auto found = index_census(g_, *p, options, control, "census of " + owner_ + " from " + g_.text(*p));
        if (!found) return fail(found.error());
        return in_text(*p, *found);
      }
    }
    if (!options.checkpoint.empty() || !options.spill.empty())
      return fail("a game without an index (or with too large a one) has neither checkpoints nor a table on disk");
    return in_text(*p, graph_census(g_, *p, options, control));
  }

  Result<void> can_solve(std::string_view position, const SolveOptions& options) const override {
    if (const auto p = at(position); !p) return fail(p.error());
    if (const auto fits = check_database(options.database); !fits) return fail(fits.error());
    if (solved_by_itself(options)) return {};
    if (g_.players() != 2)
      return fail(name_ + " has " + std::to_string(g_.players()) + " seats: only games of two have a value to solve for");
    if (!options.method.empty() && options.method != "graph" && options.method != "proof")
      return fail("there is no method '" + options.method + "'", suggest(options.method, {"graph", "proof"}));
    if (has(g_, Capability::chance)) return fail("chance plays in " + name_ + ": only games without it can be solved like this");
    return {};
  }

  Result<SolveReport> solve(std::string_view position, const SolveOptions& options, const Control& control) const override {
    if (const auto can = can_solve(position, options); !can) return fail(can.error());
    const auto p = at(position);
    if (solved_by_itself(options)) {
      auto own = extras_.solver.solve(g_, *p, options, control);
      if (own) own->view = view();
      return own;
    }
    const auto began = std::chrono::steady_clock::now();
    Result<SolveReport> report = fail("nothing tried");
    bool tried = false;
    Control proving = control;
    std::string why;  // a proof is tried although nobody asked for one
    if (options.method != "proof") {
      // What each side can force, Tarjan's lists, and a component's moves backwards.
      GraphRoom room{.memory = options.memory, .a_position = 96, .a_move = 8};
      if (options.method != "graph") room.positions = options.graph_limit;
      const auto graph = explore(g_, *p, room, control);
      if (graph.complete) {
        report = by_graph(graph, *p, position, options, control.stop);
        tried = true;
      } else if (options.method == "graph" && !control.stop.stop_requested()) {
        return fail("the graph has more than " + std::to_string(graph.size()) + " positions, too many for the memory allowed",
                    "--method proof");
      }
      why = "the graph has more than " + std::to_string(graph.size()) + " positions";
      if (control.progress)
        proving.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view what) {
          control.progress(done, total, std::string(what) + " by proof, as the graph is too large");
        };
    }
    if (!tried) {
      if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before anything was solved");
      report = by_proof(*p, position, options, proving);
      if (report && !report->unfinished.empty() && !why.empty()) report->unfinished += "; " + why + ", so a proof was tried";
    }
    if (report) {
      in_own_units(*report, unit());
      report->view = view();
      report->seconds = seconds_since(began);
    }
    return report;
  }

  Result<VerifyReport> verify(std::string_view position, const VerifyOptions& options, const Control& control) const override {
    const auto p = at(position);
    if (!p) return fail(p.error());
    if (const auto asked = check_question(g_, options); !asked) return fail(asked.error());
    const auto began = std::chrono::steady_clock::now();
    // The moves as the checker sees them, forwards and backwards, and lists of positions.
    const auto graph = explore(g_, *p, {.memory = options.memory, .a_position = 96, .a_move = 12}, control);
    if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the graph was whole");
    if (!graph.complete)
      return fail("the graph has more than " + std::to_string(graph.size()) + " positions, too many for the memory allowed",
                  "--memory allows more");
    auto report = verify_property(graph, options, control.stop);
    if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the property was checked");
    if (report) report->seconds = seconds_since(began);
    return report;
  }

  Result<std::string> promela(std::string_view style, const Control& control) const override {
    const auto& own = extras_.model;
    if (std::find(own.styles.begin(), own.styles.end(), style) != own.styles.end()) return own.write(g_, style);
    if (style != "graph" && style != "compact") {
      std::vector<std::string> styles = own.styles;
      styles.emplace_back("graph");
      return fail(name_ + " has no model in the style '" + std::string(style) + "'", suggest(style, styles));
    }
    const auto graph = small_graph(g_.initial(), most_promela_positions, control);
    if (!graph) return fail(graph.error());
    return promela_graph(*graph, name_);
  }

  Result<std::string> dot(std::string_view position, const Control& control) const override {
    const auto p = at(position);
    if (!p) return fail(p.error());
    const auto graph = small_graph(*p, most_dot_positions, control);
    if (!graph) return fail(graph.error());
    return dot_graph(*graph, name_);
  }

  Result<CertificateCheck> check_certificate(std::string_view bytes, const Control& control) const override {
    const auto began = std::chrono::steady_clock::now();
    const auto file = unpack_certificate(bytes);
    if (!file) return fail(file.error());
    if (file->game != name_) return fail("the certificate is about " + file->game + ", not " + name_);
    if (file->rules != rules_stamp(g_))
      return fail("the file has changed: the certificate was made under other rules of " + name_ + " than those loaded now",
                  "solve it again");
    const auto p = at(file->position);
    if (!p) return fail(p.error());
    auto check = banmen::check_certificate(g_, *file, *p, control);
    const std::int32_t unit = this->unit();
    check.claim = "value " + std::to_string(file->low / unit);
    if (file->low != file->high) check.claim += " to " + std::to_string(file->high / unit);
    check.seconds = seconds_since(began);
    return check;
  }

  Result<DatabaseReport> build_database(const std::string& path, const Given& given, std::uint64_t memory,
                                        const Control& control) const override {
    const auto values = check_values("a database of " + name_, database_parameters<G>(), given);
    if (!has_databases()) return no_index();
    if (!values) return fail(values.error());
    const DatabaseOptions options{memory, *values};
    if (extras_.databases.build) return extras_.databases.build(g_, owner_, path, options, control);
    if constexpr (KeptInTiers<G>)
      return banmen::build_database(g_, owner_, path, static_cast<std::uint32_t>(values->integer("stones")), {memory}, control);
    return no_index();
  }

  Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const override {
    if (extras_.databases.describe) return extras_.databases.describe(g_, path);
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
    const auto p = at(position);
    if (!p) return fail(p.error());
    if (extras_.databases.probe) return extras_.databases.probe(g_, path, *p);
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
    if (extras_.databases.verify) {
      check = extras_.databases.verify(g_, path, options, control);
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
  Result<Position> at(std::string_view position) const {
    if (position.empty()) return g_.initial();
    return g_.read_position(position);
  }
  bool solved_by_itself(const SolveOptions& options) const { return extras_.solver.serves && extras_.solver.serves(g_, options); }
  bool has_databases() const { return KeptInTiers<G> || extras_.databases.build; }
  tl::unexpected<Error> no_index() const { return fail(name_ + " has no endgame index, so it can't be kept in a database"); }
  static double seconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  /// A graph to be written out.
  Result<StateGraph<G>> small_graph(const Position& p, std::uint32_t most, const Control& control) const {
    auto graph = explore(g_, p, {.positions = most}, control);
    if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the graph was whole");
    if (!graph.complete)
      return fail("the graph has more than " + std::to_string(most) + " positions, too many to write out one by one");
    return graph;
  }
  /// A database stays open as long as the game does: who looks one position up will look up more.
  auto looked_up(const std::string& path, int threads) const requires KeptInTiers<G> {
    auto tables = shared_database(g_, owner_, path, threads);
    if (tables) {
      const std::lock_guard lock(looking_up_);
      kept_.insert_or_assign(path, *tables);
    }
    return tables;
  }
  /// A file that is named must be there and belong to the game, whether or not it will be of use.
  Result<void> check_database(const std::string& path) const {
    if (path.empty()) return {};
    if constexpr (KeptInTiers<G>) return database_of(owner_, path).map([](const Container&) {});
    return fail(name_ + " is solved without a database", "leave out --db");
  }

  /// Where what one seat gets is always what the other loses (Reversi), the difference is twice the result, and the result is what
  /// people call the value.
  std::int32_t unit() const { return zero_sum(g_) ? 2 : 1; }
  std::string view() const {
    std::string first;
    for (Seat seat = 0; seat < g_.players(); ++seat)
      if (team_of(g_, seat) == team_of(g_, 0)) first += (first.empty() ? "" : " and ") + g_.seat_name(seat);
    if (unit() == 1) return "what " + first + " gets minus what " + g_.seat_name(1) + " gets";
    return "what " + first + (first == g_.seat_name(0) ? " gets" : " get");
  }
  static void in_own_units(SolveReport& report, std::int32_t unit) {
    if (report.value) *report.value /= unit;
    for (std::int32_t* bound : {&report.low, &report.high})
      if (*bound > never_low && *bound < never_high) *bound /= unit;
    for (OpeningValue& opening : report.openings)
      for (std::int32_t* bound : {&opening.low, &opening.high})
        if (*bound > never_low && *bound < never_high) *bound /= unit;
  }

  std::vector<std::string> texts(Position p, const std::vector<typename G::Move>& moves) const {
    std::vector<std::string> out;
    for (const auto m : moves) {
      out.push_back(g_.text(p, m));
      g_.play(p, m);
    }
    return out;
  }

  CensusReport in_text(const Position& p, const Census<typename G::Move>& c) const {
    CensusReport out;
    out.all = c.all;
    out.tiers = c.tiers;
    out.normalised = c.normalised;
    out.depth = c.depth;
    out.cycles_sought = c.cycles_sought;
    out.sizes = c.sizes;
    out.cycle_positions = c.cycle_positions;
    out.first_endless = texts(p, c.first_endless);
    out.first_cycle = texts(p, c.first_cycle);
    for (const auto& kind : c.kinds) {
      Position board;
      std::memcpy(&board, kind.board.data(), sizeof board);
      out.kinds.push_back({g_.text(board), kind.tier, kind.moves, texts(p, kind.first)});
    }
    out.cycle_entry = c.cycle_entry;
    out.bytes = c.bytes;
    out.state_bytes = c.state_bytes;
    out.seconds = c.seconds;
    out.complete = c.complete;
    out.unfinished = c.unfinished;
    return out;
  }

  /// The oracle of a certificate over a solved graph.
  struct GraphOracle {
    const StateGraph<G>& graph;
    const GraphSolution<G>& solution;
    ValueRange known(const Position& p) const {
      const std::uint32_t node = graph.numbers.find(p);
      return {solution.first.value[node], solution.second.value[node]};
    }
    void settle(const Position&, std::int32_t) {}
  };

  template <class Oracle>
  Result<std::string> certify(const Position& p, std::string_view position, ValueRange at, Oracle& oracle) const {
    CertificateWriter<G, Oracle> writer(g_, oracle);
    if (!writer.prove(p, at.low, true) || !writer.prove(p, at.high, false))
      return fail("no proof without repetition could be put together");
    auto file = writer.file(name_, std::string(position), at.low, at.high);
    file.rules = rules_stamp(g_);
    return pack_certificate(file);
  }

  Result<SolveReport> by_graph(const StateGraph<G>& graph, const Position& p, std::string_view position,
                               const SolveOptions& options, const std::stop_token& stop) const {
    auto solution = solve_graph(graph, stop);
    if (!solution) return fail(solution.error());
    SolveReport report;
    report.method = "graph";
    report.positions = report.nodes = graph.size();
    report.value = solution->value(0u);
    report.low = solution->first.value[0];
    report.high = solution->second.value[0];
    for (const Edge& edge : graph.row(0)) {
      const std::int32_t v = solution->value(edge);
      report.openings.push_back({g_.text(p, graph.move_of(0, edge.move)), v, v});
    }
    report.line = texts(p, solution->line(graph));
    if (options.certificate) {
      if (report.low != report.high) return fail("the value depends on the rule of repetition, so there is no certificate for it");
      GraphOracle oracle{graph, *solution};
      auto bytes = certify(p, position, {report.low, report.high}, oracle);
      if (!bytes) return fail(bytes.error());
      report.certificate = std::move(*bytes);
    }
    return report;
  }

  Result<SolveReport> by_proof(const Position& p, std::string_view position, const SolveOptions& options,
                               const Control& control) const {
    if constexpr (KeptInTiers<G>) {
      Endgame<G> tables(g_);
      if (!options.database.empty()) {
        auto opened = open_database(g_, owner_, options.database, control.threads);
        if (!opened) return fail(opened.error());
        tables = std::move(*opened);
      } else {
        const IndexSpace<G> space(g_);
        std::uint64_t sum = 0;
        std::uint32_t top = 0;
        const std::uint64_t most = std::min(options.table_positions, options.memory / 8 / sizeof(Bounds));
        while (top < g_.tier(p) && (sum += space.slots(top)) <= most) ++top;
        if (top > 0) {
          const auto built = tables.build(top - 1, {options.memory}, control, [](std::uint32_t) -> Result<void> { return {}; });
          if (!built) return fail(built.error());
          if (!*built) return fail(ErrorKind::stopped, "stopped while endgame tables were being made");
        }
      }
      return prove(tables, p, position, options, control);
    } else {
      return prove(NoTables{}, p, position, options, control);
    }
  }

  template <class Tables>
  Result<SolveReport> prove(const Tables& tables, const Position& p, std::string_view position, const SolveOptions& options,
                            const Control& control) const {
    if (g_.turn(p) == chance) return fail("a game with dice can't be solved by proof");
    using Search = ProofSearch<G, Tables>;
    Search search(g_, tables, {.table_bits = Search::table_bits(options.memory / 2)}, control);
    SolveReport report;
    report.method = "proof";
    MoveStack<G> moves(g_);
    const auto list = moves.legal(g_, p);
    if (options.openings) {
      for (const auto m : std::vector<typename G::Move>(list.begin(), list.end())) {
        const Step<G> s = step(g_, p, m);
        ValueRange at{0, 0};
        if (s.endless)
          at.low = at.high = difference(g_.payoff(s.next));
        else
          at = search.solve(s.next);
        const std::int32_t gain = difference(s.gains);
        report.openings.push_back(
            {g_.text(p, m), at.low > -unlimited ? at.low + gain : never_low, at.high < unlimited ? at.high + gain : never_high});
      }
    }
    const ValueRange at = search.solve(p);
    report.low = at.low > -unlimited ? at.low : never_low;
    report.high = at.high < unlimited ? at.high : never_high;
    report.nodes = search.nodes();
    report.proved = at.exact();
    if (at.exact()) {
      report.value = at.low;
      report.line = texts(p, proof_line(search, p, at.low));
    } else {
      report.unfinished = control.stop.stop_requested() ? "stopped; the bounds found so far hold"
                                                        : "the search gave up; the bounds found so far hold";
    }
    if (options.certificate && at.exact()) {
      auto bytes = certify(p, position, at, search);
      if (!bytes) return fail(bytes.error());
      report.certificate = std::move(*bytes);
    }
    return report;
  }

  /// Best play as far as the search knows it.
  template <class Search>
  std::vector<typename G::Move> proof_line(Search& search, Position p, std::int32_t value) const {
    std::vector<typename G::Move> out;
    MoveStack<G> moves(g_);
    std::vector<Position> seen;
    while (out.size() < 200 && std::find(seen.begin(), seen.end(), p) == seen.end()) {
      seen.push_back(p);
      bool found = false;
      for (const auto m : moves.legal(g_, p)) {
        const Step<G> s = step(g_, p, m);
        const std::int32_t gain = difference(s.gains);
        ValueRange at{0, 0};
        if (s.endless)
          at.low = at.high = difference(g_.payoff(s.next));
        else
          at = search.known(s.next);
        if (at.shifted(gain) != ValueRange{value, value}) continue;
        out.push_back(m);
        if (s.endless) return out;
        p = s.next;
        value -= gain;
        found = true;
        break;
      }
      if (!found) break;
    }
    return out;
  }

  G g_;
  std::string name_, owner_;  // the second with the rules' stamp: what is kept belongs to it
  const Extras<G>& extras_;
  mutable std::mutex looking_up_;
  mutable std::map<std::string, std::shared_ptr<const void>> kept_;  // databases that were looked into, by path
};

template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name) {
  return std::make_unique<SolveJobsOf<G>>(g, name);
}

}  // namespace banmen
