// Rule files: mutated games of the library, or arbitrary bytes. An accepted file is played for a few plies by the reference
// interpreter and the VM in lock step, and formatting preserves its meaning.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "rules/check.hpp"
#include "rules/lines.hpp"
#include "rules/lock_step.hpp"
#include "rules/move_bound.hpp"
#include "rules/reader.hpp"

using namespace banmen::rules;

namespace {

const FindText& nothing_beside() {
  static const FindText find = find_in_library();
  return find;
}

/// The first byte chooses a game of the library or none; each group after it is a place, a length to erase and a text to insert.
std::string text_of(const std::uint8_t* data, std::size_t size) {
  const auto games = library();
  if (size == 0 || data[0] >= games.size()) return {reinterpret_cast<const char*>(data), size};
  std::string text(games[data[0]].content);
  const std::string words =
      "mine theirs empty all 0 1 9 choose turn end repeat sow ( ) , : ; & | - \" \n  where if near slide line stones of next";
  for (std::size_t i = 1; i + 3 < size; i += 4) {
    const std::size_t at = (data[i] * 256u + data[i + 1]) % (text.size() + 1);
    text.erase(at, data[i + 2] % 16);
    if (data[i + 3] % 2 == 0) text.insert(at, words.substr(data[i + 3] % words.size(), 1 + data[i + 2] % 9));
  }
  return text;
}

void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  const Checked checked = check_file({"fuzz.game", text}, nothing_beside());
  for (const Message& m : checked.messages) (void)shown(m, checked.reading);
  if (!checked.valid()) return 0;
  const std::string laid_out = formatted(text);
  Messages messages;
  const Reading again = read_file({"fuzz.game", laid_out}, nothing_beside(), messages);
  must(!messages.any_error() && meaning_hash(again) == meaning_hash(checked.reading));
  must(formatted(laid_out) == laid_out);
  const auto interpreter = make_vm(*checked.rules);
  const MoveBound bound = move_bound(*checked.rules);
  must(interpreter != nullptr);
  const StepLimit limit(20'000);
  const Reference reference(*checked.rules);
  LockStep step(*checked.rules, reference, *interpreter, static_cast<std::uint32_t>(bound.capacity()));
  for (std::uint64_t game = 0; game < 10; ++game)
    if (!step.random_game(1, game, 3)) break;
  // Not errors: runtime faults of the rules, different moves with equal texts, and an exhausted step limit.
  const bool excused = StepLimit::reached() || !reference.faults().empty() || bound.wide_pass.line > 0 ||
                       step.difference.find("both written") != std::string::npos;
  must(step.difference.empty() || excused);
  return 0;
}
