// The agents by name, with their parameters as data, the same for every game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameter.hpp"

namespace banmen {

struct AgentKind {
  std::string id;
  std::string help;
  std::vector<Parameter> parameters;
};

/// All agents of the library, in the order of listings. `random` comes first.
const std::vector<AgentKind>& agent_kinds();
Result<const AgentKind*> find_agent_kind(std::string_view id);

/// An agent's own parameters and, after them, the limits that all searches share: time, nodes, seed.
std::vector<Parameter> with_limits(std::vector<Parameter> own);

/// The limits that all searches share, read from checked values.
struct CommonOptions {
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t seed = 0;  // 0: the game's

  static CommonOptions from(const Values& values);
  [[nodiscard]] bool limited() const { return seconds > 0 || nodes > 0; }
};

/// depth=0 means: as deep as time or nodes allow, or `usual` where neither is limited.
int chosen_depth(const Values& values, const CommonOptions& common, int usual);

inline constexpr int deepest = 200;

/// The largest transposition table, in MiB: 64 GiB, or a gibibyte where addresses have 32 bits.
inline constexpr std::int64_t most_mebibytes = sizeof(std::size_t) > 4 ? 65536 : 1024;

constexpr std::size_t bytes_of(std::uint64_t mebibytes) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(mebibytes, std::numeric_limits<std::size_t>::max() >> 22) << 20);
}

}  // namespace banmen
