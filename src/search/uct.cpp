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

}  // namespace banmen
