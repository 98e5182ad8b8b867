// Properties of play, as text, and their check over a graph: for all play, or for play that one seat can force.
//
//   eventually P · always P · never P · P until Q · always eventually P · eventually always P
//
// P and Q are named predicates of positions joined by not, and, or and parentheses. Finished play stays where it is; an endless
// move leads to a node of its own, where "endless" holds for ever and all other predicates are those of the position that
// represents the loop (or, if the game does not distinguish loops, of the position before the move). Short names: `ends` is
// "eventually over" (the paper's specification 1), `passes-turn` is "never endless" (specification 2).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/seat.hpp"
#include "solve/components.hpp"

namespace banmen {

using Truth = std::vector<std::uint8_t>;  // per node

struct Property {
  enum class Kind { eventually, always, until, again, settles };  // again: always eventually; settles: eventually always

  Kind kind = Kind::eventually;
  Truth p, q;  // q: of until
  std::string text;
};

/// `predicate` returns the truth of a name at every node, or an error that lists the names.
Result<Property> read_property(std::string_view text, const std::function<Result<Truth>(std::string_view)>& predicate);

/// Every node has at least one edge: finished play loops in place.
struct PlayGraph {
  Rows rows;
  std::vector<Seat> turn;  // `over` where nobody chooses
  std::stop_token stop;    // after a stop, results on the graph are invalid
};

/// A path from node 0, followed by a cycle.
struct Run {
  std::vector<std::uint32_t> nodes;  // from node 0
  std::vector<std::uint32_t> cycle;  // nodes after the last of `nodes`, ending with it; just itself where play stays there
};

/// A shortest run on which the property fails; nullopt if it holds for all play.
std::optional<Run> counterexample(const PlayGraph& graph, const Property& property);
/// One shortest run for every cycle or resting place that breaks the property.
std::vector<Run> counterexamples(const PlayGraph& graph, const Property& property, std::size_t most);

/// The nodes where a seat can force the property against all others, and the successor to choose there.
struct Strategy {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  bool wins = false;                  // at node 0
  std::uint64_t positions = 0;        // where it wins
  std::vector<std::uint32_t> choice;  // target node, none where it has nothing to choose or does not win
};
Strategy synthesise(const PlayGraph& graph, const Property& property, Seat seat);

/// The graph restricted to a seat's strategy, reachable from node 0. `number` maps its nodes to those of `graph`.
PlayGraph follow(const PlayGraph& graph, const Strategy& strategy, Seat seat, std::vector<std::uint32_t>& number);

// ---------------------------------------------------------------------------------------------- reports

struct VerifyOptions {
  std::string property;
  std::string seat;  // empty: for all play
  bool all = false;
  std::uint64_t memory = std::uint64_t{4} << 30;
};

struct VerifyRun {
  std::vector<std::string> moves, cycle;
  bool endless = false;  // the last of `moves` never ends
  std::string loop;      // the position that represents its loop, if the game distinguishes loops
};

struct VerifyReport {
  std::string property;
  bool holds = false;
  std::vector<VerifyRun> counterexamples;                     // the shortest first
  std::uint64_t positions = 0;                                // of the graph
  std::uint64_t winning = 0;                                  // of --can: positions where the seat can force it
  std::vector<std::pair<std::string, std::string>> strategy;  // position, move: for all positions that its play can reach
  bool checked = false;                                       // the strategy was followed and every play fulfils the property
  double seconds = 0;
};

struct CertificateCheck {
  bool valid = false;
  std::string game, claim, why;  // why it is not valid
  std::uint64_t positions = 0;
  std::uint64_t stray = 0;  // the first claim that the proof can't rest on, from 1; 0: none
  double seconds = 0;
};

}  // namespace banmen
