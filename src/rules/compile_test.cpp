// The bytecode of rules, and the example in docs/architecture.md.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rules/bytecode.hpp"
#include "rules/layout.hpp"
#include "rules/test_rules.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;

/// The text of a typed expression, for the operators of Reversi.
std::string written(const Node& node) {
  const auto parts = [&](const std::string& name) {
    std::string out;
    for (const Node& part : node.parts) out += (out.empty() ? "" : ", ") + written(part);
    return name + "(" + out + ")";
  };
  switch (node.op) {
    case Op::empty: return "empty";
    case Op::owned: return node.number != 0 ? "mine" : "theirs";
    case Op::slot: return "slot " + std::to_string(node.index);
    case Op::dirs: return "ways " + std::to_string(node.number);
    case Op::let_in:
      return "(slot " + std::to_string(node.index) + " = " + written(node.parts[0]) + ": " + written(node.parts[1]) + ")";
    case Op::some: return parts("some");
    case Op::bracket: return parts("bracket");
    default: return "op " + std::to_string(static_cast<int>(node.op));
  }
}

std::string written(const Instruction& i) {
  const auto set = [](int r) { return "s" + std::to_string(r); };
  const auto number = [](int r) { return "n" + std::to_string(r); };
  const std::string to = set(i.to) + " = ";
  switch (i.what) {
    case Do::behind_free: return to + "behind_free " + set(i.a) + ", " + set(i.b) + (i.flag ? "" : ", " + set(i.c));
    case Do::runs: return to + "runs " + number(i.a) + ", " + set(i.b) + ", " + set(i.c);
    case Do::named: return number(i.to) + " = named " + std::to_string(i.number);
    default: return "do " + std::to_string(static_cast<int>(i.what));
  }
}

std::string written(const Program& program) {
  std::string out;
  for (const Instruction& i : program.steps) out += (out.empty() ? "" : "; ") + written(i);
  return out;
}

TEST(Compile, ArchitecturePageShowsARuleOfReversi) {
  std::stringstream page;
  page << std::ifstream(std::filesystem::path(BANMEN_SOURCE_DIR) / "docs/architecture.md").rdbuf();
  Messages messages;
  const Reading reading = read_file(*library_text("reversi"), find_in_library(), messages);
  const auto rules = resolve(reading, default_values(reading.file), messages);
  ASSERT_TRUE(rules);
  const Step &place = rules->turns[0].blocks[0][0], &flip = rules->turns[0].blocks[0][1];
  const CompiledTurn turn = compile(*rules, Layout(*rules)).turns[0];
  const CompiledStep &placing = turn.blocks[0][0], &flipping = turn.blocks[0][1];
  ASSERT_TRUE(turn.placing);
  const Placing& p = *turn.placing;
  const auto set = [](int r) { return "s" + std::to_string(r); };
  const std::string shown = "typed rules   place slot " + std::to_string(place.slot) + " in " + written(place.parts[0]) +
                            " where " + written(place.parts[2]) + "\n              flip " + written(flip.parts[0]) + "\n" +  //
                            "options       " + written(placing.options) + "\n" +                                             //
                            "flip          " + written(flipping.parts[0]) + "\n" +                                           //
                            "effects       placing: " + set(p.placed) + " |= site; " + set(p.from) + " -> " + set(p.into) +
                            " by runs over " + set(p.over) + " to " + set(p.to) + "\n" +  //
                            "              " + written(turn.effects) + "\n";
  EXPECT_NE(page.str().find("```\n" + shown + "```\n"), std::string::npos) << shown;
}

TEST(Compile, LeapsEqualDistancesBetweenAllSites) {
  for (const auto& [far, wide] : {std::pair{1, 2}, std::pair{2, 2}, std::pair{0, 3}}) {
    const Rules rules = rules_of(
        "game \"T\"\nboard grid 10 x 10\nseats first second\npiece man \"x\" \"o\"\nturn\n"
        "  choose f in mine\n  choose t in leap(f, " +
        std::to_string(far) + ":" + std::to_string(wide) + ") & empty\n  move f to t\nend\n  when next stuck: me wins\n");
    const Bytecode code = compile(rules, Layout(rules));
    ASSERT_EQ(code.tables.size(), 1u);
    for (int s = 0; s < 100; ++s)
      for (int t = 0; t < 100; ++t) {
        const int across = std::abs(s % 10 - t % 10), along = std::abs(s / 10 - t / 10);
        const bool leads = (across == far && along == wide) || (across == wide && along == far);
        ASSERT_EQ((code.tables[0].of[static_cast<std::size_t>(s)][static_cast<std::size_t>(t)]), leads);
      }
  }
}

}  // namespace
}  // namespace banmen::rules
