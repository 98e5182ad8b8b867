// Symmetries on the bytes of positions, and the conditions under which they are left out. The conformance suite tests that images
// play the same game (tests/conformance/door_test.cpp).
#include <gtest/gtest.h>

#include <set>

#include "rules/symmetries.hpp"
#include "rules/test_rules.hpp"

namespace banmen::rules {
namespace {

const std::string holding = R"(game "Holding"
board grid 3 x 3
seats a b
piece man "x" "o"
hand man 3
counter tried in 0..5 each
marks seen
turn
  place man on s in empty
  mark s as seen
  add 1 to tried
else pass
end
  when everyone stuck: draw
)";

TEST(Images, MapHandsCountersMarksAndSeats) {
  const Rules rules = rules_of(holding);
  const auto interpreter = make_vm(rules);
  const Reference reference(rules);
  const Images images(rules, *interpreter, Interpreter::any_number, symmetries_of(rules));
  ASSERT_EQ(images.count(), 16) << "eight of the square, with and without the seats exchanged";
  std::vector<std::uint8_t> position(interpreter->layout().size), image(position.size());
  interpreter->layout().write(rules, *reference.read("x../.../... b man=2,3 tried=1,0 seen=a3"), position.data());
  std::set<std::string> texts;
  for (int s = 0; s < images.count(); ++s) {
    images.position(s, position.data(), image.data());
    texts.insert(reference.text(interpreter->layout().read(rules, image.data())));
  }
  EXPECT_EQ(texts, (std::set<std::string>{"x../.../... b man=2,3 tried=1,0 seen=a3", "..x/.../... b man=2,3 tried=1,0 seen=c3",
                                          ".../.../x.. b man=2,3 tried=1,0 seen=a1", ".../.../..x b man=2,3 tried=1,0 seen=c1",
                                          "o../.../... a man=3,2 tried=0,1 seen=a3", "..o/.../... a man=3,2 tried=0,1 seen=c3",
                                          ".../.../o.. a man=3,2 tried=0,1 seen=a1", ".../.../..o a man=3,2 tried=0,1 seen=c1"}));
}

TEST(Images, KeepOnlyTheIdentityOfAnIncompleteGroup) {
  const Rules rules = rules_of(holding);
  const auto interpreter = make_vm(rules);
  auto proved = symmetries_of(rules);
  ASSERT_EQ(Images(rules, *interpreter, Interpreter::any_number, proved).count(), 16);
  proved.pop_back();
  EXPECT_EQ(Images(rules, *interpreter, Interpreter::any_number, proved).count(), 1);
}

}  // namespace
}  // namespace banmen::rules
