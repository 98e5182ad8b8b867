// Endgame databases on disk: Endgame tables in a Container.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "core/text.hpp"
#include "host/files.hpp"
#include "solve/indexed/endgame.hpp"
#include "solve/reports.hpp"

namespace banmen {

/// What the header says. Two games with the same name have the same positions in the same places.
inline std::string database_owner(const std::string& game, std::uint32_t top) {
  return "banmen endgame\ngame " + game + "\ntiers 0.." + std::to_string(top) +
         "\nvalues lower and upper bound, first minus second\n";
}

/// The line of an owner's text that begins with `key`.
inline std::string owner_line(const std::string& owner, std::string_view key) {
  for (const std::string_view line : split(owner, '\n'))
    if (line.substr(0, key.size()) == key && line.size() > key.size()) return std::string(line.substr(key.size() + 1));
  return {};
}

template <IndexedGame G>
DatabaseReport describe_database(const std::string& game, const Container& file, const Endgame<G>& tables) {
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

/// The file, if it is a database of the game of this name.
inline Result<Container> database_of(const std::string& game, const std::string& path) {
  auto file = Container::open(path);
  if (!file) return file;
  const std::string owner = owner_line(file->owner(), "game");
  if (owner.empty() || file->owner().substr(0, 15) != "banmen endgame\n") return fail("'" + path + "' holds no endgame values");
  if (owner != game) return fail("database '" + path + "' belongs to " + owner + ", not to " + game);
  return file;
}

/// Opens a database of this game and reads all its tiers.
template <IndexedGame G>
Result<Endgame<G>> open_database(const G& g, const std::string& game, const std::string& path, int threads) {
  const auto file = database_of(game, path);
  if (!file) return fail(file.error());
  Endgame<G> tables(g);
  for (std::size_t tier = 0; tier < file->tiers().size(); ++tier)
    if (auto loaded = tables.load(*file, threads); !loaded) return fail(loaded.error());
  return tables;
}

/// The same for who only looks things up: all who hold it at a time share one.
template <IndexedGame G>
Result<std::shared_ptr<const Endgame<G>>> shared_database(const G& g, const std::string& game, const std::string& path,
                                                          int threads) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::weak_ptr<const Endgame<G>>> held;
  const std::lock_guard lock(mutex);  // who comes while it is read waits for it
  std::erase_if(held, [](const auto& one) { return one.second.expired(); });
  auto& known = held[{game, path}];
  if (auto tables = known.lock()) return tables;
  auto opened = open_database(g, game, path, threads);
  if (!opened) return fail(opened.error());
  auto tables = std::make_shared<const Endgame<G>>(std::move(*opened));
  known = tables;
  return tables;
}

/// A database that is there already, whole, is described at once.
template <IndexedGame G>
Result<DatabaseReport> build_database(const G& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      const EndgameOptions& options, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  if (top >= g.tiers())
    return fail("there are no " + std::to_string(top) + " stones: the highest tier is " + std::to_string(g.tiers() - 1));
  const std::string owner = database_owner(game, top);
  FileLock lock;
  auto made = Container::made(path, owner);
  if (made && !*made) {
    auto taken = FileLock::take(path);
    if (!taken) return fail(taken.error());
    lock = std::move(*taken);
    made = Container::made(path, owner);  // who had the lock before may have finished it
  }
  if (!made) return fail(made.error());
  if (*made)
    return open_database(g, game, path, control.threads).map([&](const Endgame<G>& tables) {
      return describe_database(game, **made, tables);
    });
  auto writer = ContainerWriter::open(path, owner, top + 1);
  if (!writer) return fail(writer.error());
  Endgame<G> tables(g);
  std::uint32_t resumed = 0;
  if (const Container* earlier = writer->earlier())
    for (; resumed < writer->written(); ++resumed)
      if (auto loaded = tables.load(*earlier, control.threads); !loaded) return fail(loaded.error());
  const auto built = tables.build(top, options, control, [&](std::uint32_t tier) -> Result<void> {
    const auto packed = tables.pack(tier);
    return writer->write(tier, packed.value_bytes, packed.values, packed.dictionary, control.threads);
  });
  if (!built) return fail(built.error());
  DatabaseReport report;
  if (*built) {
    if (auto finished = writer->finish(); !finished) return fail(finished.error());
    const auto file = Container::open(path);
    if (!file) return fail(file.error());
    report = describe_database(game, *file, tables);
  } else {
    report.game = game;
    report.positions = tables.positions();
    report.unfinished = "stopped; the same command goes on after tier " + std::to_string(writer->written());
  }
  report.resumed = resumed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

template <IndexedGame G>
Result<ProbeReport> probe_database(const G& g, const Endgame<G>& tables, const typename G::Position& p) {
  if (!tables.covers(p))
    return fail("the position lies in tier " + std::to_string(g.tier(p)) + ", the database ends with " +
                std::to_string(tables.tiers() - 1));
  ProbeReport report;
  const std::int32_t forever = forever_of(g);
  const Bounds b = tables.bounds(p);
  const std::int32_t value = value_between(b.low(), b.high(), forever);
  report.position = g.text(p);
  report.value = std::int64_t{value};
  const std::string win = value == 0 ? "draw" : g.seat_name(value > 0 ? 0 : 1);
  report.win = win;
  report.view = "what " + g.seat_name(0) + " gets minus what " + g.seat_name(1) + " gets";
  report.words = "value " + std::to_string(value) + " (" + win + ")";
  auto bound = [](std::int32_t v) -> Datum {
    if (v <= never_low || v >= never_high) return {};
    return std::int64_t{v};
  };
  report.bounds = {bound(b.low()), bound(b.high())};
  MoveStack<G> moves(g);
  for (const auto m : moves.legal(g, p)) {
    const Step<G> s = step(g, p, m);
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

}  // namespace banmen
