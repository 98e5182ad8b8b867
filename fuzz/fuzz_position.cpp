// Positions of every game: refused with a message, or valid: they round-trip as text, and listed moves can be played.
#include "fuzz.hpp"

using namespace banmen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const OpenGame& game = fuzz::pick_table(input.byte());
  const auto session = fuzz::begin_session(game, input.byte());
  const std::string text = input.text_near(session->position());
  const auto read = session->restart(text);
  if (!read) {
    fuzz::check(!read.error().message().empty(), "a refusal has a message");
    return 0;
  }
  const std::string written = session->position();
  const auto again = session->restart(written);
  fuzz::check(again.has_value(), game.name() + " refuses its own text '" + written + "'");
  fuzz::check(session->position() == written, game.name() + " reads '" + written + "' as '" + session->position() + "'");
  const auto moves = session->moves();
  for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 16) {
    fuzz::check(session->play(moves[i]).has_value(), game.name() + " lists '" + moves[i] + "' at '" + written + "' and refuses it");
    fuzz::check(session->restart(session->position()).has_value(),
                game.name() + " refuses '" + session->position() + "' after '" + moves[i] + "'");
    fuzz::check(session->restart(written).has_value(), "the text was accepted before");
  }
  (void)session->picture();
  (void)session->score();
  return 0;
}
