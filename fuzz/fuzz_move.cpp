// Moves of every game: refused with a message and without side effects, or played and undone.
#include <algorithm>

#include "fuzz.hpp"

using namespace banmen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const OpenGame& game = fuzz::pick_table(input.byte());
  const auto session = fuzz::begin_session(game, input.byte());
  const auto moves = session->moves();
  const std::string before = session->position();
  const std::string text = input.text_near(moves.empty() ? "a1" : moves[input.byte() % moves.size()]);
  const auto played = session->play(text);
  if (!played) {
    fuzz::check(!played.error().message().empty(), "a refusal has a message");
    fuzz::check(session->position() == before, "a refused move leaves no trace");
    return 0;
  }
  const std::string written = session->history().back();
  fuzz::check(std::find(moves.begin(), moves.end(), written) != moves.end(),
              game.name() + " plays '" + written + "', which it does not list");
  fuzz::check(session->undo() && session->position() == before, "what was played can be taken back");
  return 0;
}
