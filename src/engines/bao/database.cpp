// Endgame databases of Bao: Endgame tables in a Container, for `banmen db`, the oracle of searches and proofs.
#include "engines/bao/database.hpp"

#include <chrono>
#include <map>
#include <mutex>

#include "host/files.hpp"
#include "solve/erased_game_of.hpp"

namespace banmen::bao {
namespace {

/// Builds the tiers below a position, up to `most` positions in all.
Result<Endgame> built_for(const Bao& g, const Bao::Position& p, std::uint64_t most, std::uint64_t memory, const Control& control) {
  Endgame tables(g);
  const IndexSpace space(g);
  std::uint64_t sum = 0;
  std::uint32_t top = 0;
  while (top < g.tier(p) && (sum += space.slots(top)) <= most) ++top;
  if (top == 0) return tables;
  const auto built = tables.build(top - 1, memory, control);
  if (!built) return fail(built.error());
  if (!*built) return fail(ErrorKind::stopped, "stopped while building endgame tables");
  return tables;
}

DatabaseReport description(const std::string& game, const Container& file, const Endgame& tables) {
  DatabaseReport report;
  report.game = game;
  report.positions = tables.positions();
  report.bytes = file.bytes();
  report.more = {{"stones", std::int64_t{tables.tiers()} - 1}, {"unsettled", static_cast<std::int64_t>(tables.unsettled())}};
  for (std::size_t t = 0; t < file.tiers().size(); ++t)
    report.tiers.push_back({{"tier", static_cast<std::int64_t>(t)},
                            {"positions", static_cast<std::int64_t>(file.tiers()[t].values)},
                            {"bytes", static_cast<std::int64_t>(file.tiers()[t].stored_bytes)}});
  return report;
}

/// Opens the file if it is a database of the game of this name.
Result<Container> database_of(const std::string& game, const std::string& path) {
  auto file = Container::open(path);
  if (!file) return file;
  const std::string owner = owner_line(file->owner(), "game");
  if (owner.empty() || file->owner().substr(0, 15) != "banmen endgame\n")
    return fail("'" + path + "' is not a database of endgame values");
  if (owner != game) return fail("database '" + path + "' belongs to " + owner + ", not to " + game);
  return file;
}

/// A database for lookups, shared by all its holders.
Result<std::shared_ptr<const Endgame>> shared_database(const Bao& g, const std::string& game, const std::string& path,
                                                       int threads) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::weak_ptr<const Endgame>> held;
  const std::lock_guard lock(mutex);  // held while reading, so that others wait
  std::erase_if(held, [](const auto& one) { return one.second.expired(); });
  auto& known = held[{game, path}];
  if (auto tables = known.lock()) return tables;
  auto opened = open_database(g, game, path, threads);
  if (!opened) return fail(opened.error());
  auto tables = std::make_shared<const Endgame>(std::move(*opened));
  known = tables;
  return tables;
}

Result<ProbeReport> probe(const Bao& g, const std::string& game, const std::string& path, const Bao::Position& p,
                          const Control& control) {
  const auto opened = shared_database(g, game, path, control.threads);
  if (!opened) return fail(opened.error());
  const Endgame& tables = **opened;
  if (!tables.covers(p))
    return fail("the position has " + std::to_string(g.tier(p)) + " stones on the board, but the database holds at most " +
                    std::to_string(tables.tiers() - 1),
                "build one with --stones " + std::to_string(g.tier(p)));
  ProbeReport report;
  const std::int32_t forever = forever_of(g);
  const Bounds b = tables.bounds(p);
  const std::int32_t value = value_between(b.low(), b.high(), forever);
  report.position = g.text(p);
  report.value = std::int64_t{value};
  const std::string win = value == 0 ? "draw" : g.seat_name(value > 0 ? 0 : 1);
  report.win = win;
  report.view = g.seat_name(0) + "'s result minus " + g.seat_name(1) + "'s";
  report.words = "value " + std::to_string(value) + " (" + win + ")";
  auto bound = [](std::int32_t v) -> Datum {
    if (v <= never_low || v >= never_high) return {};
    return std::int64_t{v};
  };
  report.bounds = {bound(b.low()), bound(b.high())};
  MoveStack<Bao> moves(g);
  for (const auto m : moves.legal(g, p)) {
    const Step<Bao> s = step(g, p, m);
    std::int32_t worth = difference(s.gains);
    if (s.endless) {
      worth += difference(g.payoff(s.next));
    } else {
      const Bounds then = tables.bounds(s.next);
      worth += value_between(then.low(), then.high(), forever);
    }
    report.moves.push_back({g.text(p, m), std::int64_t{worth}, {}, std::to_string(worth)});
  }
  return report;
}

Result<DatabaseReport> build(const Bao& g, const std::string& game, const std::string& path, const DatabaseOptions& options,
                             const Control& control) {
  return build_database(g, game, path, static_cast<std::uint32_t>(options.values.integer("stones")), options.memory, control);
}

Result<DatabaseReport> describe(const Bao& g, const std::string& game, const std::string& path, const Control& control) {
  const auto file = Container::open(path);
  if (!file) return fail(file.error());
  return open_database(g, game, path, control.threads).map([&](const Endgame& tables) { return description(game, *file, tables); });
}

Result<DatabaseCheck> verify(const Bao& g, const std::string& game, const std::string& path, const DatabaseCheckOptions& options,
                             const Control& control) {
  if (options.device != "none") return fail("databases of " + game + " can't be verified on a device", "omit --device");
  const auto tables = open_database(g, game, path, control.threads);
  if (!tables) return fail(tables.error());
  const auto found = tables->check(std::max<std::uint64_t>(1, options.stride), control);
  return DatabaseCheck{found.checked, found.wrong, found.example, 0, {}, {}};
}

class DatabaseOracle final : public Oracle<Bao> {
 public:
  explicit DatabaseOracle(std::shared_ptr<const Endgame> tables) : tables_(std::move(tables)) {}

  /// A position ended by an endless move has the index of the board before it, but not its value.
  bool knows(const Bao::Position& p) const override { return tables_->covers(p) && !Bao::endless_mark(p); }
  std::int32_t lead(const Bao::Position& p) const override {
    const Bounds b = tables_->bounds(p);
    return value_between(b.low(), b.high(), difference(Bao::forever()));
  }

 private:
  std::shared_ptr<const Endgame> tables_;
};

Result<std::shared_ptr<const Oracle<Bao>>> oracle(const Bao& g, const std::string& game, const std::string& path, int threads) {
  return shared_database(g, game, path, threads).map([](std::shared_ptr<const Endgame> tables) {
    return std::shared_ptr<const Oracle<Bao>>(std::make_shared<DatabaseOracle>(std::move(tables)));
  });
}

Result<std::unique_ptr<Prover>> prover(const Bao& g, const std::string& game, const Bao::Position& p, const SolveOptions& options,
                                       const Control& control) {
  auto tables = options.database.empty() ? built_for(g, p, std::min(options.table_positions, options.memory / 8 / sizeof(Bounds)),
                                                     options.memory, control)
                                         : open_database(g, game, options.database, control.threads);
  if (!tables) return fail(tables.error());
  return std::make_unique<ProverOf<Bao, Endgame>>(g, std::move(*tables), options.memory / 2, control);
}

}  // namespace

std::string database_owner(const std::string& game, std::uint32_t top) {
  return "banmen endgame\ngame " + game + "\ntiers 0.." + std::to_string(top) +
         "\nvalues lower and upper bound, first minus second\n";
}

Result<Endgame> open_database(const Bao& g, const std::string& game, const std::string& path, int threads) {
  const auto file = database_of(game, path);
  if (!file) return fail(file.error());
  Endgame tables(g);
  for (std::size_t tier = 0; tier < file->tiers().size(); ++tier)
    if (auto loaded = tables.load(*file, threads); !loaded) return fail(loaded.error());
  return tables;
}

Result<DatabaseReport> build_database(const Bao& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      std::uint64_t memory, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  if (top >= g.tiers())
    return fail("--stones " + std::to_string(top) + " is too high: the game has " + std::to_string(g.tiers() - 1) + " stones");
  const std::string owner = database_owner(game, top);
  FileLock lock;
  auto made = Container::made(path, owner);
  if (made && !*made) {
    auto taken = FileLock::take(path);
    if (!taken) return fail(taken.error());
    lock = std::move(*taken);
    made = Container::made(path, owner);  // the previous holder of the lock may have finished it
  }
  if (!made) return fail(made.error());
  if (*made)
    return open_database(g, game, path, control.threads).map([&](const Endgame& tables) {
      return description(game, **made, tables);
    });
  auto writer = ContainerWriter::open(path, owner, top + 1);
  if (!writer) return fail(writer.error());
  Endgame tables(g);
  std::uint32_t resumed = 0;
  if (const Container* earlier = writer->earlier())
    for (; resumed < writer->written(); ++resumed)
      if (auto loaded = tables.load(*earlier, control.threads); !loaded) return fail(loaded.error());
  const auto built = tables.build(top, memory, control, [&](std::uint32_t tier) -> Result<void> {
    const auto packed = tables.pack(tier);
    return writer->write(tier, packed.value_bytes, packed.values, packed.dictionary, control.threads);
  });
  if (!built) return fail(built.error());
  DatabaseReport report;
  if (*built) {
    if (auto finished = writer->finish(); !finished) return fail(finished.error());
    const auto file = Container::open(path);
    if (!file) return fail(file.error());
    report = description(game, *file, tables);
  } else {
    report.game = game;
    report.positions = tables.positions();
    report.unfinished = "stopped; the same command resumes after tier " + std::to_string(writer->written());
  }
  report.resumed = resumed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

OwnDatabases<Bao> databases() {
  Parameter top = Parameter::integer("stones", 8, 0, 255, "Maximum number of stones on the board; each number is a tier");
  top.also = "tiers";
  return {.parameters = {top},
          .build = build,
          .describe = describe,
          .probe = probe,
          .verify = verify,
          .check = [](const std::string& game, const std::string& path) -> Result<void> {
            return database_of(game, path).map([](const Container&) {});
          },
          .oracle = oracle,
          .prover = prover};
}

}  // namespace banmen::bao
