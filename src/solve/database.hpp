// Endgame databases on disk: Endgame tables in a Container.
#pragma once

#include <chrono>

#include "core/text.hpp"
#include "solve/endgame.hpp"
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
Result<DatabaseReport> build_database(const G& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      const EndgameOptions& options, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  if (top >= g.tiers())
    return fail("there are no " + std::to_string(top) + " stones: the highest tier is " + std::to_string(g.tiers() - 1));
  auto writer = ContainerWriter::open(path, database_owner(game, top), top + 1);
  if (!writer) return fail(writer.error());
  Endgame<G> tables(g);
  DatabaseReport report;
  report.game = game;
  report.top = top;
  if (const Container* earlier = writer->earlier())
    for (; report.resumed < writer->written(); ++report.resumed)
      if (auto loaded = tables.load(*earlier, control.threads); !loaded) return fail(loaded.error());
  const auto built = tables.build(top, options, control, [&](std::uint32_t tier) -> Result<void> {
    const auto packed = tables.pack(tier);
    return writer->write(tier, packed.value_bytes, packed.values, packed.dictionary, control.threads);
  });
  if (!built) return fail(built.error());
  report.positions = tables.positions();
  if (!*built) {
    report.unfinished = "stopped; the same command goes on after tier " + std::to_string(writer->written());
  } else {
    if (auto finished = writer->finish(); !finished) return fail(finished.error());
    const auto file = Container::open(path);
    if (!file) return fail(file.error());
    report.bytes = file->bytes();
    for (const ContainerTier& tier : file->tiers()) report.tiers.emplace_back(tier.values, tier.stored_bytes);
    report.unsettled = tables.unsettled();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

/// Opens a database of this game and reads all its tiers.
template <IndexedGame G>
Result<Endgame<G>> open_database(const G& g, const std::string& game, const std::string& path, int threads) {
  const auto file = Container::open(path);
  if (!file) return fail(file.error());
  const std::string owner = owner_line(file->owner(), "game");
  if (owner.empty() || file->owner().substr(0, 15) != "banmen endgame\n") return fail("'" + path + "' holds no endgame values");
  if (owner != game) return fail("database '" + path + "' belongs to " + owner + ", not to " + game);
  Endgame<G> tables(g);
  for (std::size_t tier = 0; tier < file->tiers().size(); ++tier)
    if (auto loaded = tables.load(*file, threads); !loaded) return fail(loaded.error());
  return tables;
}

template <IndexedGame G>
Result<ProbeReport> probe_database(const G& g, const Endgame<G>& tables, const typename G::Position& p) {
  if (!tables.covers(p))
    return fail("the position lies in tier " + std::to_string(g.tier(p)) + ", the database ends with " +
                std::to_string(tables.tiers() - 1));
  ProbeReport report;
  const std::int32_t forever = forever_of(g);
  const Bounds b = tables.bounds(p);
  report.position = g.text(p);
  report.low = b.low();
  report.high = b.high();
  report.value = value_between(report.low, report.high, forever);
  Moves<G> moves(g);
  for (const auto m : moves(p)) {
    const Step<G> s = step(g, p, m);
    const std::int32_t gain = difference(s.gains);
    OpeningValue out{g.text(p, m), gain, gain};
    if (s.endless) {
      out.low = out.high = gain + difference(g.payoff(s.next));
    } else {
      const Bounds then = tables.bounds(s.next);
      out.low = out.high = gain + value_between(then.low(), then.high(), forever);
    }
    report.moves.push_back(out);
  }
  return report;
}

}  // namespace banmen
