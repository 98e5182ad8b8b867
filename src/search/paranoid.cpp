#include "search/paranoid.hpp"

namespace banmen {

Result<ParanoidOptions> ParanoidOptions::from(const Values& values, bool best_reply) {
  auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  ParanoidOptions options;
  options.common = CommonOptions::from(values);
  options.depth = chosen_depth(values, options.common, 4);
  options.exact = best_reply ? 0 : static_cast<int>(values.integer("exact"));
  options.any = values.text("ties") == "random";
  options.aim = *aim;
  options.table = static_cast<int>(values.integer("table"));
  options.best_reply = best_reply;
  return options;
}

}  // namespace banmen
