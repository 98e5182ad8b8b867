// `banmen games-of`: lists the games of an experiment's store, or exports one as a record.
#include <algorithm>
#include <charconv>

#include "app/command.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "lab/store.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

using namespace lab;

struct GamesOfArguments {
  std::string store, cell, game, agent, record;
  int number = -1;  // any
  int most = 20;
};

struct StoredGame {
  const StoredCell* cell;
  Observation seen;

  /// The agent of each seat; empty for random games.
  [[nodiscard]] std::vector<std::string> players() const {
    const std::vector<std::string> agents = cell->values("agent");
    std::vector<std::string> out;
    for (const long agent : seen.seats)
      if (agent >= 0 && static_cast<std::size_t>(agent) < agents.size()) out.push_back(agents[static_cast<std::size_t>(agent)]);
    return out;
  }
  [[nodiscard]] bool played_out() const { return seen.forfeit < 0 && !seen.unfinished; }
};

std::string first_of(const std::vector<std::string>& values) { return values.empty() ? "" : values.front(); }

/// Cells with games that match the arguments.
Result<std::vector<StoredCell>> matching_cells(const Store& store, const GamesOfArguments& arguments) {
  auto all = TRY(store.cells());
  std::vector<StoredCell> out;
  std::vector<std::string> ids, games, agents;
  for (StoredCell& cell : all) {
    if (cell.values("game").empty() || (cell.kind() != "match" && cell.kind() != "playout" && cell.kind() != "exact_play"))
      continue;
    ids.push_back(cell.id);
    games.push_back(first_of(cell.values("game")));
    const auto here = cell.values("agent");
    agents.insert(agents.end(), here.begin(), here.end());
    if (cell.id.starts_with(arguments.cell) && (arguments.game.empty() || arguments.game == games.back()) &&
        (arguments.agent.empty() || std::find(here.begin(), here.end(), arguments.agent) != here.end()))
      out.push_back(std::move(cell));
  }
  if (!out.empty() || ids.empty()) return out;
  const auto missing = [](const char* what, const std::string& name, std::vector<std::string> known) {
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return fail(fmt::format("the store has no games for {} '{}'", what, name), suggest(name, known));
  };
  if (!arguments.game.empty() && std::find(games.begin(), games.end(), arguments.game) == games.end())
    return missing("game", arguments.game, games);
  if (!arguments.agent.empty() && std::find(agents.begin(), agents.end(), arguments.agent) == agents.end())
    return missing("agent", arguments.agent, agents);
  return missing("cell", arguments.cell, ids);
}

/// The first `most` games, and the number of all.
Result<std::pair<std::vector<StoredGame>, std::uint64_t>> matching_games(const Store& store, const std::vector<StoredCell>& cells,
                                                                         const GamesOfArguments& arguments, std::size_t most) {
  std::vector<StoredGame> out;
  std::uint64_t count = 0;
  constexpr auto all = static_cast<std::uint64_t>(INT64_MAX);
  for (const StoredCell& cell : cells) {
    TRY(store.games(cell.key, all, [&](std::uint64_t number, std::string_view outcome) -> Result<bool> {
      if (arguments.number >= 0 && number != static_cast<std::uint64_t>(arguments.number)) return true;
      ++count;
      if (out.size() >= most) return true;
      auto seen = TRY(Observation::read(outcome));
      seen.number = number;
      out.push_back({&cell, std::move(seen)});
      return true;
    }));
  }
  return std::pair(std::move(out), count);
}

Result<int> write_one(Context& context, const Store& store, const StoredGame& one, const std::string& path) {
  const auto moves = TRY(store.record(one.cell->key, one.seen.number));
  if (moves.empty())
    return fail(fmt::format("games of kind '{}' are stored without moves", one.cell->kind()), "choose a game of a match");
  const auto game = TRY(context.catalog.open(first_of(one.cell->values("game"))));
  Record record;
  record.game = game->name();
  // The stamp of the rules at play time, so that a changed rule file is named as the cause of a mismatch.
  const std::string rules = first_of(one.cell->values("rules"));
  record.rules = rules.empty() ? game->rules_stamp() : rules;
  record.comments = {fmt::format("game {} of cell {}, made by banmen {} of code {}", one.seen.number, one.cell->id,
                                 one.cell->version, one.cell->code)};
  const std::vector<std::string> players = one.players();
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    record.seats.emplace_back(game->seat_name(static_cast<Seat>(seat)), players[seat]);
  const std::string seed = first_of(one.cell->values("seed"));
  if (std::uint64_t number = 0; std::from_chars(seed.data(), seed.data() + seed.size(), number).ec == std::errc{})
    record.seed = number;
  for (const std::string_view move : words(moves)) record.moves.push_back({std::string(move), {}});
  if (one.played_out()) record.result = one.seen.result;
  // Never export a record that `show` would refuse: the code may have changed since.
  TRY(replay(context.catalog, record));
  const std::string text = write_record(record);
  if (path != "-") TRY(write_file(path, text));
  if (context.json)
    context.print({{"cell", one.cell->id}, {"number", one.seen.number}, {"game", record.game}, {"record", text}});
  else if (path == "-")
    context.print_text(text);
  return done;
}

Result<int> run(Context& context, const GamesOfArguments& arguments) {
  const auto store = TRY(Store::look_into(arguments.store));
  const auto cells = TRY(matching_cells(store, arguments));
  const bool one = !arguments.record.empty();
  const auto games = TRY(matching_games(store, cells, arguments, one ? 2 : static_cast<std::size_t>(arguments.most)));
  const auto& [listed, count] = games;
  if (one) {
    if (count == 0) return fail("no game in the store matches", "'banmen games-of STORE' lists them");
    if (count > 1)
      return fail(fmt::format("{} games match, but a record holds one", grouped(count)),
                  "select one with --cell ID and --number N");
    TRY(can_write(arguments.record == "-" ? "" : arguments.record));
    return write_one(context, store, listed.front(), arguments.record);
  }
  if (context.json) {
    Json json_cells = Json::array(), json_games = Json::array();
    for (const StoredCell& cell : cells)
      json_cells.push_back({{"id", cell.id},
                            {"kind", cell.kind()},
                            {"game", first_of(cell.values("game"))},
                            {"agents", cell.values("agent")},
                            {"seed", first_of(cell.values("seed"))},
                            {"settings", cell.settings},
                            {"version", cell.version},
                            {"code", cell.code},
                            {"games", cell.games}});
    for (const StoredGame& game : listed)
      json_games.push_back({{"cell", game.cell->id},
                            {"number", game.seen.number},
                            {"game", first_of(game.cell->values("game"))},
                            {"players", game.players()},
                            {"plies", game.seen.length},
                            {"result", game.seen.result},
                            {"played_out", game.played_out()}});
    context.print({{"store", arguments.store}, {"cells", json_cells}, {"games", json_games}, {"count", count}});
    return done;
  }
  const StoredCell* last = nullptr;
  for (const StoredGame& game : listed) {
    if (game.cell != last) {
      const auto agents = game.cell->values("agent");
      context.say("cell {}: {} of {}, seed {}, {} games", game.cell->id, game.cell->kind(), first_of(game.cell->values("game")),
                  first_of(game.cell->values("seed")), grouped(game.cell->games));
      for (std::size_t k = 0; k < agents.size(); ++k) context.say("  {} {}", static_cast<char>('A' + k % 26), agents[k]);
      last = game.cell;
    }
    std::string who;
    for (const long agent : game.seen.seats) who += static_cast<char>('A' + agent % 26);
    context.say("{:>8}  {:<6} {:>4} plies  result {}{}", game.seen.number, who, game.seen.length, fmt::join(game.seen.result, " "),
                game.played_out()        ? ""
                : game.seen.forfeit >= 0 ? ", forfeited"
                                         : ", cut off");
  }
  if (count > listed.size()) context.say("… and {} more (--most N lists more)", grouped(count - listed.size()));
  if (count == 0) context.say("no games");
  return done;
}

}  // namespace

void add_games_of(Command& app, Context& context) {
  auto [command, arguments] =
      add_command<GamesOfArguments>(app, context, "games-of", "List an experiment's games, or write one as a record",
                                    "banmen games-of results/mine.sqlite\n"
                                    "banmen games-of results/mine.sqlite --game reversi:size=6 --agent random --most 100\n"
                                    "banmen games-of results/mine.sqlite --cell 3f2a --number 17 --record game.txt",
                                    run);
  command->add_option("store", arguments.store, "Store file of 'banmen run'")->required();
  command->add_option("--cell", arguments.cell, "Only the cell whose id has this prefix");
  command->add_option("--game", arguments.game, "Only this game, as id[:key=value,…]");
  command->add_option("--agent", arguments.agent, "Only cells with this agent");
  command->add_option("--number", arguments.number, "Only games with this number")->range(0, 2147483647);
  command->add_option("--most", arguments.most, "List at most this many games")->range(0, 100'000'000);
  command->add_option("--record", arguments.record, "Write the selected game as a record to this file; '-' prints it");
}

}  // namespace banmen::app
