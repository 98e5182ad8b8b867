#include "app/command.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"
#include "play/documents.hpp"

namespace banmen::app {
namespace {

/// A word and what is to be said of it, in a column of its own.
void say_beside(const Context& context, const std::string& word, const std::string& text) {
  constexpr std::size_t indent = 14;
  std::string beside = word;
  for (const std::string& line : wrapped(text, 80 - indent)) {
    context.say("{:<{}}{}", beside, indent, line);
    beside.clear();
  }
}

void say(const Context& context, const ListedAgent& agent) {
  say_beside(context, agent.kind.id, agent.kind.help);
  say_beside(context, "  plays", agent.games.empty() ? "none of the games here" : join(agent.games, ", "));
  for (const Parameter& p : agent.kind.parameters)
    say_beside(context, "  " + p.name,
               fmt::format("{} ({}; {})", p.help, p.file ? "FILE" : p.range(),
                           p.required           ? "required"
                           : p.fallback.empty() ? "default none"
                                                : "default " + p.fallback));
}

Result<int> list_agents(Context& context, const std::string& text) {
  auto agents = list_agents(context.catalog);
  if (!agents) return fail(agents.error());
  if (!text.empty()) {
    const std::string id = text.substr(0, text.find(':'));  // "uct:c=2" names the agent uct as well as "uct" does
    std::vector<std::string> ids;
    for (const ListedAgent& agent : *agents) ids.push_back(agent.kind.id);
    std::erase_if(*agents, [&](const ListedAgent& agent) { return agent.kind.id != id; });
    if (agents->empty()) return fail(ErrorKind::unknown_name, "there is no agent '" + id + "'", suggest(id, ids));
  }
  if (context.json)
    context.print(agents_document(*agents));
  else
    for (const ListedAgent& agent : *agents) say(context, agent);
  return done;
}

}  // namespace

void add_agents(Command& app, Context& context) {
  auto id = std::make_shared<std::string>();
  Command command =
      add_command(app, context, "agents", "List the agents with their parameters and the games they play",
                  "banmen agents\nbanmen agents uct\nbanmen agents --json", [id](Context& c) { return list_agents(c, *id); });
  command->add_option("agent", *id, "Only this agent");
}

}  // namespace banmen::app
