// `banmen games` and `banmen agents`.
#include "app/command.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"
#include "play/documents.hpp"

namespace banmen::app {
namespace {

Result<int> list_games(Context& context, const std::string& id) {
  const auto document = TRY(games_document(context.catalog, id));
  if (context.json) {
    context.print(document);
    return done;
  }
  const Json& library = document["library"];
  for (const Json& game : document["games"]) {
    context.say("{:<12} {}", game["id"].get<std::string>(), game["title"].get<std::string>());
    for (const Json& p : game["parameters"])
      context.say("  {:<10} {}  ({}; default {})", p["name"].get<std::string>(), p["help"].get<std::string>(),
                  p["range"].get<std::string>(),
                  p["default"].get<std::string>().empty() ? "none" : p["default"].get<std::string>());
    if (!id.empty()) {
      context.say("  can do: {}", fmt::join(game["capabilities"].get<std::vector<std::string>>(), ", "));
      context.say("  agents: {}", fmt::join(game["agents"].get<std::vector<std::string>>(), ", "));
      for (const Json& study : game["studies"])
        context.say("  banmen study {} {:<10} {}", game["id"].get<std::string>(), study["id"].get<std::string>(),
                    study["help"].get<std::string>());
    }
  }
  if (!library.empty())
    context.say(
        "\nRule files of the library ('banmen show hex --rules' prints one; name a file of your own with its folder: ./my.game):");
  for (const Json& game : library) {
    std::vector<std::string> parameters;
    for (const Json& p : game["parameters"])
      parameters.push_back(p["name"].get<std::string>() + " " + p["range"].get<std::string>());
    context.say("  {:<12} {}{}", game["id"].get<std::string>(), game["title"].get<std::string>(),
                parameters.empty() ? "" : "  (" + join(parameters, ", ") + ")");
  }
  return done;
}

/// A word, and its text wrapped in a second column.
void say_in_columns(const Context& context, const std::string& word, const std::string& text) {
  constexpr std::size_t indent = 14;
  std::string first = word;
  for (const std::string& line : wrapped(text, 80 - indent)) {
    context.say("{:<{}}{}", first, indent, line);
    first.clear();
  }
}

void say(const Context& context, const ListedAgent& agent) {
  say_in_columns(context, agent.kind.id, agent.kind.help);
  say_in_columns(context, "  plays", agent.games.empty() ? "none of the games here" : join(agent.games, ", "));
  for (const Parameter& p : agent.kind.parameters)
    say_in_columns(context, "  " + p.name,
                   fmt::format("{} ({}; {})", p.help, p.file ? "FILE" : p.range(),
                               p.required           ? "required"
                               : p.fallback.empty() ? "default none"
                                                    : "default " + p.fallback));
}

Result<int> list_agents(Context& context, const std::string& text) {
  auto agents = TRY(list_agents(context.catalog));
  if (!text.empty()) {
    const std::string id = text.substr(0, text.find(':'));  // "uct:c=2" names the agent uct too
    std::vector<std::string> ids;
    for (const ListedAgent& agent : agents) ids.push_back(agent.kind.id);
    std::erase_if(agents, [&](const ListedAgent& agent) { return agent.kind.id != id; });
    if (agents.empty()) return fail(ErrorKind::unknown_name, "there is no agent '" + id + "'", suggest(id, ids));
  }
  if (context.json)
    context.print(agents_document(agents));
  else
    for (const ListedAgent& agent : agents) say(context, agent);
  return done;
}

}  // namespace

void add_games(Command& app, Context& context) {
  auto [command, id] = add_command<std::string>(app, context, "games", "List the games with their parameters",
                                                "banmen games\nbanmen games bao\nbanmen games --json", list_games);
  command->add_option("id", id, "Only this game");
}

void add_agents(Command& app, Context& context) {
  auto [command, id] = add_command<std::string>(app, context, "agents", "List the agents, their parameters and their games",
                                                "banmen agents\nbanmen agents uct\nbanmen agents --json", list_agents);
  command->add_option("agent", id, "Only this agent");
}

}  // namespace banmen::app
