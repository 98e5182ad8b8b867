// Engines of other protocols as players: the referee's side of UCI and of GTP, over a game's bridge.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "play/agents.hpp"
#include "play/bridge.hpp"

namespace banmen {

struct PeerOptions {
  std::string name = {};     // of the agent, for messages
  std::string variant = {};  // empty: no name is sent
  double seconds = 0;        // for a move, unless the question says otherwise
  std::uint64_t nodes = 0;
  std::vector<std::pair<std::string, std::string>> options = {};  // of the engine
};

/// `check`: compares the engine's rules with ours before its first game, as far as the engine offers it.
std::unique_ptr<Referee> peer_referee(const Bridge& bridge, std::unique_ptr<Session> start, PeerOptions options, bool check);

}  // namespace banmen
