#include "search/maxn.hpp"

namespace banmen {

Ties read_ties(const std::string& text) {
  return text == "random" ? Ties::random : text == "cautious" ? Ties::cautious : text == "all" ? Ties::all : Ties::first;
}

Result<MaxNOptions> MaxNOptions::from(const Values& values) {
  auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  auto model = read_aim(values.text("model"));
  if (!model) return fail(model.error());
  MaxNOptions options;
  options.common = CommonOptions::from(values);
  options.depth = chosen_depth(values, options.common, 4);
  options.exact = static_cast<int>(values.integer("exact"));
  options.ties = read_ties(values.text("ties"));
  options.aim = *aim;
  options.model = *model;
  options.table = static_cast<int>(values.integer("table"));
  options.noise = static_cast<Value>(values.integer("noise"));
  return options;
}

Result<MaxNOptions> MaxNOptions::of_exact(const Values& values) {
  auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  MaxNOptions options;
  options.common = CommonOptions::from(values);
  options.depth = 1;
  options.exact = static_cast<int>(values.integer("empties"));
  options.ties = read_ties(values.text("ties"));
  options.aim = options.model = *aim;
  options.table = static_cast<int>(values.integer("table"));
  return options;
}

}  // namespace banmen
