// `banmen tables`: lists, exports and deletes the games that a server has stored.
#include <filesystem>
#include <map>

#include "app/command.hpp"
#include "host/files.hpp"
#include "host/terminal.hpp"
#include "play/record.hpp"
#include "serve/table_store.hpp"

namespace banmen::app {
namespace {

struct TablesArguments {
  std::string data = data_folder();
  std::map<std::string, std::string> filters;  // by the names of finished_query; empty if not given
  std::vector<std::string> ids;
  std::string out = "-";
  std::uint64_t most = 50;
  bool all = false;
};

Result<serve::TableStore> look_into(const TablesArguments& arguments) {
  if (arguments.data.empty()) return fail("there is no home folder, so the server's folder is unknown", "name it with --data DIR");
  return serve::TableStore::look_into(arguments.data);
}

std::map<std::string, std::string> filters_of(const TablesArguments& arguments) {
  auto given = arguments.filters;
  std::erase_if(given, [](const auto& filter) { return filter.second.empty(); });
  return given;
}

Result<serve::FinishedQuery> query_of(const TablesArguments& arguments) {
  auto query = serve::finished_query(filters_of(arguments));
  if (!query && !query.error().where.empty()) query.error().where = "--" + query.error().where;
  return query;
}

/// "first Ada, second uct:playouts=500".
std::string players_of(const Json& game) {
  std::string out;
  for (const Json& seat : game["seats"]) {
    std::string who = seat["who"];
    if (const auto name = person_name(who)) who = name->empty() ? "somebody" : std::string(*name);
    out += (out.empty() ? "" : ", ") + seat["seat"].get<std::string>() + ' ' + who;
  }
  return out;
}

std::string end_of(const Json& game) {
  if (game["result"].is_array()) return fmt::format("result {}", fmt::join(game["result"].get<std::vector<long>>(), " "));
  if (!game["ended"].is_object()) return "unfinished";
  const std::string seat = game["ended"]["seat"];
  return game["ended"]["how"].get<std::string>() + (seat.empty() ? "" : " " + seat);
}

void say_damage(const Error& damage) { complain("left out: " + damage.message()); }

Result<int> list(Context& context, const TablesArguments& arguments) {
  auto query = TRY(query_of(arguments));
  query.most = arguments.most;
  const auto store = TRY(look_into(arguments));
  auto found = TRY(serve::finished_list(store, query, say_damage));
  const auto unfinished = TRY(store.unfinished());
  if (context.json) {
    found["data"] = arguments.data;
    found["unfinished"] = unfinished;
    context.print(found);
    return done;
  }
  for (const Json& game : found["games"])  // of a store that may come from elsewhere
    context.say("{}",
                harmless(fmt::format("{}  {}  {}, {} {}, {}: {}", game["id"].get<std::string>(), game["date"].get<std::string>(),
                                     game["game"].get<std::string>(), game["plies"].get<std::size_t>(),
                                     game["plies"] == 1 ? "ply" : "plies", end_of(game), players_of(game))));
  if (found["more"].get<bool>()) context.say("… and more (--most N lists more)");
  if (found["games"].empty()) context.say("no finished games");
  if (unfinished > 0) context.say("{} game{} still unfinished", unfinished, unfinished == 1 ? " is" : "s are");
  return done;
}

/// Writes each selected game to its own file.
Result<int> export_all(Context& context, const serve::TableStore& store, const TablesArguments& arguments) {
  auto query = TRY(query_of(arguments));
  query.most = ~std::size_t{0} >> 1;
  if (arguments.out == "-" && !context.json)
    return fail("--all writes one record for each game, so it needs a folder", "add --out FOLDER, or --json");
  bool whole = true;
  const auto games = TRY(store.finished(query, [&](const Error& damage) {
    whole = false;
    say_damage(damage);
  }));
  if (arguments.out != "-") {
    std::error_code error;
    std::filesystem::create_directories(arguments.out, error);
    if (error) return fail(kind_of_errno(error.value()), "can't make the folder '" + arguments.out + "': " + error.message());
    for (const serve::FinishedGame& game : games) TRY(write_file(arguments.out + "/" + game.id + ".record", game.record));
  }
  if (context.json) {
    Json list = Json::array();
    for (const serve::FinishedGame& game : games) {
      Json one = serve::finished_summary(game);
      if (arguments.out == "-") one["record"] = game.record;
      list.push_back(std::move(one));
    }
    context.print({{"games", list}, {"out", arguments.out == "-" ? Json(nullptr) : Json(arguments.out)}});
  } else {
    context.say("{} record{} in {}", games.size(), games.size() == 1 ? "" : "s", arguments.out);
  }
  return static_cast<int>(whole ? done : failed);
}

Result<int> export_records(Context& context, const TablesArguments& arguments) {
  if (arguments.all == !arguments.ids.empty())
    return fail(arguments.all ? "--all and an id exclude each other" : "export needs the id of a game or --all",
                arguments.all ? "omit one" : "'banmen tables list' names them");
  if (const auto filters = filters_of(arguments); !arguments.all && !filters.empty())
    return fail("--" + filters.begin()->first + " works only with --all", "add --all");
  const auto store = TRY(look_into(arguments));
  if (arguments.all) return export_all(context, store, arguments);
  if (arguments.ids.size() > 1) return fail("only one id can be exported at a time", "use --all --out FOLDER for several games");
  auto game = store.find(arguments.ids.front());
  if (!game && game.error().hint.empty()) game.error().hint = "'banmen tables list' names them";
  if (!game) return fail(game.error());
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(arguments.out, ignored);
  const std::string path = folder ? arguments.out + "/" + game->id + ".record" : arguments.out;
  if (path != "-") TRY(write_file(path, game->record));
  if (context.json) {
    Json one = serve::finished_summary(*game);
    one["record"] = game->record;
    context.print(one);
  } else if (path == "-") {
    context.print_text(game->record);
  }
  return done;
}

Result<int> remove(Context& context, const TablesArguments& arguments) {
  // Fail if there is no store: open() would create one.
  TRY(look_into(arguments));
  auto store = TRY(serve::TableStore::open(arguments.data));
  for (const std::string& id : arguments.ids) TRY(store.knows(id));
  for (const std::string& id : arguments.ids) TRY(store.remove(id));
  if (context.json)
    context.print({{"deleted", arguments.ids}});
  else
    context.say("{} deleted", fmt::join(arguments.ids, ", "));
  return done;
}

}  // namespace

void add_tables(Command& app, Context& context) {
  Command tables = app.add_group("tables", "Games played at a server: list, export, delete");
  const auto add = [&](const char* name, const char* what, const char* examples,
                       Result<int> (*body)(Context&, const TablesArguments&)) {
    auto added = add_command<TablesArguments>(tables, context, name, what, examples, body);
    added.first->add_option("--data", added.second.data, "The server's folder; default: 'banmen' in the user's data folder");
    return added;
  };
  const auto add_filters = [](Command command, TablesArguments& arguments) {
    auto& to = arguments.filters;
    command->add_option("--game", to["game"], "Only this game, with any parameters");
    command->add_option("--name", to["name"], "Only games of a player whose name contains this");
    command->add_option("--from", to["from"], "Only games that ended on this day or later, such as 2026-11-16")->type("DATE");
    command->add_option("--to", to["to"], "Only games that ended on this day or earlier")->type("DATE");
  };
  auto [listing, l] = add("list", "List finished games, the latest first",
                          "banmen tables list\nbanmen tables list --game reversi --name Ada --from 2026-11-01\n"
                          "banmen tables list --data /srv/banmen --json",
                          list);
  add_filters(listing, l);
  listing->add_option("--most", l.most, "Maximum number of games")->range(1, 1e9)->show_default();
  auto [exporting, e] = add("export", "Export finished games as records",
                            "banmen tables export q4ztk2m7ab > game.txt\n"
                            "banmen tables export --all --out records\n"
                            "banmen tables export --all --game bao --to 2026-12-31 --json",
                            export_records);
  exporting->add_option("id", e.ids, "Game ids from 'banmen tables list'");
  exporting->add_flag("--all", e.all, "Export all games, or those that the filters select");
  exporting->add_option("--out", e.out, "Output file or folder; '-' is standard output")->show_default();
  add_filters(exporting, e);
  auto [deleting, d] = add("delete", "Delete games or tables permanently; not while a server uses the folder",
                           "banmen tables delete q4ztk2m7ab", remove);
  deleting->add_option("id", d.ids, "Ids from 'banmen tables list'")->required();
}

}  // namespace banmen::app
