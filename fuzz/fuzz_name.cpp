// Names of games: an accepted name has a canonical name, which is accepted and a fixed point.
#include "fuzz.hpp"

using namespace banmen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog;
  fuzz::Input input(data, size);
  const auto& sets = tests::parameter_sets();
  const std::string name = input.text_near(sets[input.byte() % sets.size()].name);
  const auto game = catalog.open(name);
  if (!game) {
    fuzz::check(!game.error().message().empty(), "a refusal has a message");
    return 0;
  }
  const auto again = catalog.open((*game)->name());
  fuzz::check(again.has_value() && (*again)->name() == (*game)->name(), "the canonical name of '" + name + "' is one");
  fuzz::check(!(*game)->session()->position().empty(), "a game that opens has a start");
  return 0;
}
