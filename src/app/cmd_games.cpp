#include "app/command.hpp"
#include "core/text.hpp"

namespace banmen::app {
namespace {

Result<Json> describe(const GameEntry& entry) {
  Json studies = Json::array();
  for (const Study& study : entry.studies)
    studies.push_back({{"id", study.id},
                       {"help", study.help},
                       {"examples", study.examples},
                       {"parameters", to_json(study.parameters)},
                       {"takes", words_of(study.takes)},
                       {"threads", study.threads},
                       {"resumes", study.resumes}});
  const auto values = check_values(entry.id, entry.parameters, {});
  if (!values) return fail(values.error());
  const auto table = entry.open(*values);
  if (!table) return fail(table.error());
  return Json{{"id", entry.id},
              {"title", entry.title},
              {"parameters", to_json(entry.parameters)},
              {"players", (*table)->players()},
              {"capabilities", (*table)->capabilities()},
              {"agents", (*table)->agents()},
              {"studies", studies},
              {"database_parameters", to_json(entry.database_parameters)}};
}

Result<int> run(Context& context, const std::string& id) {
  std::vector<const GameEntry*> chosen;
  if (id.empty()) {
    for (const GameEntry& entry : context.catalog.entries()) chosen.push_back(&entry);
  } else {
    // "bao:holes=4" names the game bao as well as "bao" does.
    const auto name = read_name(id);
    if (!name) return fail(name.error());
    const auto entry = context.catalog.find(name->id);
    if (!entry) return fail(entry.error());
    chosen.push_back(*entry);
  }
  Json games = Json::array();
  for (const GameEntry* entry : chosen) {
    auto game = describe(*entry);
    if (!game) return fail(game.error());
    games.push_back(std::move(*game));
  }
  Json library = Json::array();
  if (id.empty())
    for (const std::string& name : Catalog::library_ids())
      if (const auto entry = context.catalog.find(name + ".game"))
        library.push_back({{"id", name}, {"title", (*entry)->title}, {"parameters", to_json((*entry)->parameters)}});
  if (context.json) {
    context.print({{"games", games}, {"library", library}});
    return done;
  }
  for (const Json& game : games) {
    context.say("{:<12} {}", game["id"].get<std::string>(), game["title"].get<std::string>());
    for (const Json& p : game["parameters"])
      context.say("  {:<10} {}  ({}; default {})", p["name"].get<std::string>(), p["help"].get<std::string>(),
                  p["range"].get<std::string>(),
                  p["default"].get<std::string>().empty() ? "none" : p["default"].get<std::string>());
    if (!id.empty()) {
      context.say("  can do: {}", fmt::join(game["capabilities"].get<std::vector<std::string>>(), ", "));
      context.say("  agents: {}", fmt::join(game["agents"].get<std::vector<std::string>>(), ", "));
      for (const Json& study : game["studies"])
        context.say("  banmen {} {:<10} {}", game["id"].get<std::string>(), study["id"].get<std::string>(),
                    study["help"].get<std::string>());
    }
  }
  if (!library.empty())
    context.say("\nGames that are texts (banmen show hex --rules prints one; ./my.game is a file of your own):");
  for (const Json& game : library) {
    std::vector<std::string> parameters;
    for (const Json& p : game["parameters"])
      parameters.push_back(p["name"].get<std::string>() + " " + p["range"].get<std::string>());
    context.say("  {:<12} {}{}", game["id"].get<std::string>(), game["title"].get<std::string>(),
                parameters.empty() ? "" : "  (" + join(parameters, ", ") + ")");
  }
  return done;
}

}  // namespace

void add_games(Command& app, Context& context) {
  auto id = std::make_shared<std::string>();
  Command command = add_command(app, context, "games", "List the games with their parameters",
                                "banmen games\nbanmen games bao\nbanmen games --json", [id](Context& c) { return run(c, *id); });
  command->add_option("id", *id, "Only this game");
}

}  // namespace banmen::app
