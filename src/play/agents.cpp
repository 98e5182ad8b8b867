#include "play/agents.hpp"

#include <algorithm>

#include "core/parameter.hpp"
#include "core/text.hpp"
#include "play/engine_agent.hpp"

namespace banmen {
namespace {

const AgentKind& engine_kind() {
  static const AgentKind kind{
      "engine",
      "a program from outside, by the protocol of docs/engine.md",
      {Parameter::real("timeout", "30", 0.01, 86400, "seconds that an answer may take beyond the time for the move"),
       Parameter::text("cmd", "", "COMMAND", "how to start it; everything after cmd= is the command").needed()}};
  return kind;
}

bool same_form(const AgentKind& a, const AgentKind& b) {
  return a.id == b.id && a.help == b.help &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const Parameter& p, const Parameter& q) { return p.name == q.name && p.help == q.help; });
}

}  // namespace

bool is_program(std::string_view name) { return name.substr(0, name.find(':')) == "engine"; }

Result<std::unique_ptr<Agent>> make_agent(const OpenGame& table, std::string_view name) {
  constexpr std::string_view prefix = "engine:";
  if (name == "engine") return fail("engine wants a command", "write engine:cmd=COMMAND");
  if (!name.starts_with(prefix)) {
    auto agent = table.search().agent(name);
    if (!agent && agent.error().kind == ErrorKind::unknown_name) {
      std::vector<std::string> ids = table.agents();
      ids.emplace_back("engine");
      const std::string_view id = name.substr(0, name.find(':'));
      return fail(ErrorKind::unknown_name, "there is no agent '" + std::string(id) + "'", suggest(id, ids));
    }
    return agent;
  }
  std::string_view rest = name.substr(prefix.size());
  const std::size_t at = rest.find("cmd=");
  if (at == std::string_view::npos || (at > 0 && rest[at - 1] != ','))
    return fail("engine wants a command", "write engine:cmd=COMMAND");
  const std::string command(rest.substr(at + 4));
  if (command.empty()) return fail("the command of engine is empty", "write engine:cmd=COMMAND");
  double timeout = 30;
  if (at > 0) {
    const auto options = read_name("engine:" + std::string(rest.substr(0, at - 1)));
    if (!options) return fail(options.error());
    const auto values = check_values("engine", {engine_kind().parameters.front()}, options->given);
    if (!values) return fail(values.error());
    timeout = values->real("timeout");
  }
  return std::make_unique<EngineAgent>(std::string(name), table.name(), command, timeout);
}

Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog) {
  std::vector<ListedAgent> listed;
  for (const AgentKind& kind : agent_kinds()) listed.push_back({kind, {}});
  ListedAgent engine{engine_kind(), {}};
  for (const GameEntry& entry : catalog.entries()) {
    const auto table = catalog.open(entry.id);
    if (!table) return fail(table.error());
    engine.games.push_back(entry.id);
    for (const AgentKind& kind : (*table)->search().agents()) {
      auto found = std::find_if(listed.begin(), listed.end(), [&](const ListedAgent& a) { return same_form(a.kind, kind); });
      if (found == listed.end()) found = listed.insert(listed.end(), {kind, {}});
      found->games.push_back(entry.id);
    }
  }
  // Of one that all who play it have in a form of their own, the general form is left out.
  std::erase_if(listed, [all = listed](const ListedAgent& general) {
    return general.games.empty() &&
           std::count_if(all.begin(), all.end(), [&](const ListedAgent& a) { return a.kind.id == general.kind.id; }) > 1;
  });
  listed.push_back(std::move(engine));
  return listed;
}

std::string default_agent(const OpenGame& table) {
  const std::vector<AgentKind> kinds = table.search().agents();
  const auto plays = [&](std::string_view id) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const AgentKind& kind) { return kind.id == id; });
  };
  for (const AgentKind& kind : kinds)
    if (!find_agent_kind(kind.id)) return kind.id;
  if (plays("expectimax")) return "expectimax";
  // Looking ahead is blind where positions can't be judged, unless the game is small enough to be numbered. With more than two
  // sides sampling has won against every search here (docs/playing.md).
  const std::vector<std::string> able = table.capabilities();
  const auto can = [&](std::string_view what) { return std::find(able.begin(), able.end(), what) != able.end(); };
  if (plays("alphabeta") && (can("evaluated") || can("indexed"))) return "alphabeta:nodes=300000";
  return plays("uct") ? "uct:playouts=8000,solve=true" : "random";
}

}  // namespace banmen
