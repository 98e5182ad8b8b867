#include "research/backgammon/stakes_parameters.hpp"

namespace banmen::backgammon {

std::vector<Parameter> with_stakes(std::vector<Parameter> own) {
  own.push_back(Parameter::choice("payoff", {"single", "money", "cube"}, "Every win counts one, gammons count, or the cube too"));
  own.push_back(
      Parameter::integer("checkers", 15, 1, 15, "Checkers of each side in the game; who has them all left can lose a gammon"));
  own.push_back(Parameter::flag("jacoby", false, "Gammons count only after the cube was turned"));
  own.push_back(
      Parameter::flag("prove", false, "Prove the error: by the length of games, or under the cube by bounds from both ends"));
  return own;
}

Result<Stakes> stakes_of(const Values& values) {
  Stakes stakes;
  const std::string& payoff = values.text("payoff");
  stakes.kind = payoff == "single" ? Stakes::Kind::single : payoff == "money" ? Stakes::Kind::money : Stakes::Kind::cube;
  stakes.checkers = static_cast<int>(values.integer("checkers"));
  stakes.jacoby = values.flag("jacoby");
  if (stakes.jacoby && stakes.kind != Stakes::Kind::cube) return fail("--jacoby belongs to --payoff cube");
  return stakes;
}

}  // namespace banmen::backgammon
