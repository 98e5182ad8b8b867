#include "play/agents.hpp"

#include "core/name.hpp"
#include "core/text.hpp"
#include "play/engine_agent.hpp"

namespace banmen {

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
    const auto values = check_values(
        "engine", {Parameter::real("timeout", "30", 0.01, 86400, "seconds that an answer may take beyond the time for the move")},
        options->given);
    if (!values) return fail(values.error());
    timeout = values->real("timeout");
  }
  return std::make_unique<EngineAgent>(std::string(name), table.name(), command, timeout);
}

}  // namespace banmen
