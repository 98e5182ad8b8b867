#include "search/uct.hpp"

namespace banmen {

Result<UctOptions> UctOptions::from(const Values& values) {
  auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  UctOptions options;
  options.common = CommonOptions::from(values);
  options.playouts = static_cast<std::uint64_t>(values.integer("playouts"));
  options.c = values.real("c");
  options.expand = static_cast<std::uint32_t>(values.integer("expand"));
  options.paper = values.text("backup") == "paper";
  options.solve = values.flag("solve");
  options.reward = values.text("reward") == "rank"     ? RewardKind::rank
                   : values.text("reward") == "margin" ? RewardKind::margin
                                                       : RewardKind::win;
  options.evaluate = values.flag("evaluate");
  options.cut = static_cast<std::uint32_t>(values.integer("cut"));
  options.scale = values.real("scale");
  options.staged = values.text("playout") == "staged";
  options.widen = values.real("widen");
  options.reuse = values.flag("reuse");
  options.workers = static_cast<int>(values.integer("workers"));
  options.aim = *aim;
  options.memory = static_cast<int>(values.integer("memory"));
  return options;
}

const char* unit_of(RewardKind reward, const Aim& aim) {
  if (!aim.plain()) return "expected fulfilment of its aim, 0 to 1";
  switch (reward) {
    case RewardKind::win: break;
    case RewardKind::rank: return "expected share of the others beaten, 0 to 1";
    case RewardKind::margin: return "expected reward by margin, 0 to 1";
  }
  return "expected share of the win, 0 to 1";
}

}  // namespace banmen
