#include "play/default_agent.hpp"

#include <algorithm>

namespace banmen {

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
