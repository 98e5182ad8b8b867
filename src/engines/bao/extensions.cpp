// Bao as a Promela model for SPIN.
//
// compact  the holes and the mover as global bytes, a whole move in one atomic step: SPIN stores one state before play begins, one
//          per position, one more per ended position and one per endless move
// paper    the paper's own model (§3.2): a board process that sows once per message, and a manager that chooses holes, sends the
//          hole to sow from and passes the turn
#include "engines/bao/extensions.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/scene.hpp"
#include "engines/bao/census/census.hpp"
#include "engines/bao/census/logs.hpp"
#include "engines/bao/database.hpp"

namespace banmen {
namespace {

std::string start_of(const Bao& g) {
  std::string out;
  const auto p = g.initial();
  for (std::uint32_t i = 0; i < g.holes(); ++i)
    if (p.holes[i] != 0) out += "    hole[" + std::to_string(i) + "] = " + std::to_string(p.holes[i]) + ";\n";
  out += "    mover = " + std::to_string(p.mover) + ";\n";
  return out;
}

std::string head(const Bao& g, std::string_view style) {
  const auto side = std::to_string(g.holes_a_side()), holes = std::to_string(g.holes());
  return "/* Bao " + side + "x2, " + std::string(style) + " model. Written by banmen export.\n" + "   Ring of " + holes +
         " holes, 0.." + std::to_string(g.holes_a_side() - 1) + " of the first player; opposite of i is " +
         std::to_string(g.holes() - 1) + "-i. */\n#define SIDE " + side + "\n#define HOLES " + holes + "\n\n";
}

/// Promela expression for the stones on the side of `owner`.
std::string sum_of(const Bao& g, std::uint32_t owner) {
  std::string out;
  for (std::uint32_t i = 0; i < g.holes_a_side(); ++i)
    out += (i ? " + " : "") + ("hole[" + std::to_string(owner * g.holes_a_side() + i) + "]");
  return out;
}

/// Options of the mover: one per hole.
std::string choices(const Bao& g, const std::string& indent) {
  std::string out;
  for (std::uint32_t i = 0; i < g.holes(); ++i)
    out += indent + ":: mover == " + std::to_string(i / g.holes_a_side()) + " && hole[" + std::to_string(i) +
           "] > 0 -> at = " + std::to_string(i) + "\n";
  return out;
}

const char* const endless_rule[] = {"void: play stops", "illegal: not to be chosen, a dead end", "forfeit: play stops"};

std::string compact(const Bao& g) {
  // An endless move returns to its first board with the same hole to sow from: the one-sowing map is injective.
  std::string out = head(g, "compact");
  out +=
      "byte hole[HOLES];\nbit mover;\nbool over = false;\nbyte endless = 0; /* 1 + the hole of a move that never ends */\n\n"
      "/* Work space of one move, empty between moves and no part of the state. */\n"
      "hidden byte was[HOLES];\nhidden byte at, from, hand, i;\nhidden byte back;\n\n";
  out +=
      "inline whole_move() {\n  d_step {\n    from = at;\n    i = 0;\n"
      "    do :: i < HOLES -> was[i] = hole[i]; i++ :: else -> break od;\n    back = false;\n"
      "    do\n    :: true ->\n      hand = hole[at]; hole[at] = 0;\n"
      "      do :: hand > 0 -> at = (at + 1) % HOLES; hole[at]++; hand-- :: else -> break od;\n"
      "      if :: hole[at] == 1 -> break :: else -> skip fi;\n"
      "      if\n      :: at == from ->\n        back = true; i = 0;\n"
      "        do :: i < HOLES -> back = back && (was[i] == hole[i]); i++ :: else -> break od;\n"
      "        if :: back -> break :: else -> skip fi\n      :: else -> skip\n      fi\n    od;\n"
      "    if\n    :: back -> endless = 1 + from /* " +
      std::string(endless_rule[static_cast<int>(g.endless_rule())]) +
      " */\n"
      "    :: else -> hole[HOLES - 1 - at] = 0; mover = 1 - mover\n    fi;\n    at = 0; from = 0; hand = 0; i = 0; back = false\n  "
      "}\n}\n\n";
  const std::string first = fmt::format("({})", sum_of(g, 0)), second = fmt::format("({})", sum_of(g, 1));
  out += "active proctype play() {\n  d_step {\n" + start_of(g) + "    skip\n  };\nend_play:\n  do\n";
  out += "  :: atomic { !over && endless == 0 && (" + first + " == 0 || " + second + " == 0) -> over = true }\n";
  out += "  :: atomic {\n      !over && endless == 0 && " + first + " > 0 && " + second + " > 0 ->\n      if\n" +
         choices(g, "      ") + "      fi;\n      whole_move()\n    }\n  od\n}\n\n";
  out += "ltl ends { <> over }\nltl passes { [] (endless == 0) }\n";
  return out;
}

std::string paper(const Bao& g) {
  std::string out = head(g, "paper");
  out +=
      "mtype = { sow, again, stopped, finished };\n"
      "chan to_board = [0] of { mtype, byte };\nchan to_manager = [0] of { mtype, byte };\n\n"
      "byte hole[HOLES];\nbit mover;\nbool over = false;\nbool passed = false; /* set when the turn has just been passed */\n\n";
  out +=
      "/* The board: one sowing for every message. */\nproctype board() {\n  byte at, hand;\nend_wait:\n  do\n  :: to_board ? "
      "sow(at) ->\n"
      "    d_step {\n      hand = hole[at]; hole[at] = 0;\n"
      "      do :: hand > 0 -> at = (at + 1) % HOLES; hole[at]++; hand-- :: else -> break od\n    }\n"
      "    if\n    :: hole[at] > 1 -> to_manager ! again(at)\n    :: else ->\n      hole[HOLES - 1 - at] = 0;\n      if\n"
      "      :: " +
      sum_of(g, 0) + " == 0 || " + sum_of(g, 1) +
      " == 0 -> to_manager ! finished(at)\n"
      "      :: else -> to_manager ! stopped(at)\n      fi\n    fi\n  od\n}\n\n";
  out +=
      "/* The manager: chooses a hole, lets the board go on until the move stops, then passes the turn. */\n"
      "proctype manager() {\n  byte at;\n  do\n  :: passed = false;\n    if\n" +
      choices(g, "    ") +
      "    fi;\n    do\n    :: to_board ! sow(at);\n      if\n      :: to_manager ? again(at)\n      :: to_manager ? stopped(at) "
      "-> mover = 1 - mover; "
      "passed = true; break\n      :: to_manager ? finished(at) -> over = true; goto end_over\n      fi\n    od\n  "
      "od;\nend_over:\n  skip\n}\n\n";
  out += "init {\n  atomic {\n" + start_of(g) + "    run board();\n    run manager()\n  }\n}\n\n";
  out +=
      "ltl ends { <> over }                      /* specification 1 */\n"
      "ltl passes { [] (over || <> (passed || over)) } /* specification 2 */\n";
  return out;
}

std::string promela_model(const Bao& g, std::string_view style) { return style == "paper" ? paper(g) : compact(g); }

Result<CensusReport> census(const Bao& g, const std::string& name, const Bao::Position& p, const CensusOptions& options,
                            const Control& control) {
  // Fail now, not after exploring all levels.
  if (!options.checkpoint.empty())
    if (const auto log = bao::CycleLog::open(bao::CycleLog::name_beside(options.checkpoint), ""); !log) return fail(log.error());
  if (options.say_memory) options.say_memory(bao::census_memory(g, p));
  return bao::census(g, p, options, control, "census of " + name + " from " + g.text(p));
}

}  // namespace

template <>
const Extensions<Bao>& extensions_of<Bao>() {
  static const Extensions<Bao> extensions{.census = {bao::index_fits, census},
                                          .databases = bao::databases(),
                                          .model = {{"compact", "paper"}, promela_model},
                                          .scenery = bao::scenery()};
  return extensions;
}

}  // namespace banmen
