#include "app/command.hpp"
#include "core/text.hpp"
#include "play/documents.hpp"

namespace banmen::app {
namespace {

Result<int> list_games(Context& context, const std::string& id) {
  const auto document = games_document(context.catalog, id);
  if (!document) return fail(document.error());
  if (context.json) {
    context.print(*document);
    return done;
  }
  const Json& library = (*document)["library"];
  for (const Json& game : (*document)["games"]) {
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
  Command command =
      add_command(app, context, "games", "List the games with their parameters",
                  "banmen games\nbanmen games bao\nbanmen games --json", [id](Context& c) { return list_games(c, *id); });
  command->add_option("id", *id, "Only this game");
}

}  // namespace banmen::app
