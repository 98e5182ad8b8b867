// Records: refused with a message, or replayed; a replayed record round-trips with its variations.
#include "fuzz.hpp"
#include "play/record_json.hpp"

using namespace banmen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog;
  const OpenByName by_name = [](std::string_view name) { return catalog.open(name); };
  fuzz::Input input(data, size);
  const OpenGame& game = fuzz::pick_table(input.byte());
  const auto session = fuzz::begin_session(game, input.byte());
  Record near = record_of(game, *session, {}, 1);
  // Half of them with a variation that repeats the second half of the game.
  if (input.byte() % 2 == 1 && !near.moves.empty()) {
    const std::size_t middle = near.moves.size() / 2;
    near.moves[middle].variations.emplace_back(near.moves.begin() + static_cast<std::ptrdiff_t>(middle), near.moves.end());
  }
  // A quarter of them with date, clock and players.
  if (input.byte() % 4 == 0 && !near.moves.empty()) {
    near.date = "2026-11-16T09:30:00Z";
    near.clock = Record::Clock{"fischer", 300, 5};
    near.moves.front().at = 1.5;
    near.moves.front().left = 298.25;
    near.moves.back().seated = {{game.seat_name(0), "random"}};
    near.seated = {{game.seat_name(0), "human Ada"}};
    if (!near.result) near.ending = Record::Ending{"forfeit", game.seat_name(0), 0, "no answer"};
  }
  const std::string text = input.text_near(write_record(near));
  const auto record = read_record(text);
  if (!record) {
    fuzz::check(!record.error().message().empty(), "a refusal has a message");
    return 0;
  }
  const auto replayed = replay(catalog, *record);
  if (!replayed) {
    fuzz::check(!replayed.error().message().empty(), "a refusal has a message");
    return 0;
  }
  const auto again = read_record(write_record(record_of(*replayed->game, *replayed->session, {}, record->seed)));
  fuzz::check(again.has_value(), "a written record is read");
  const auto twice = replay(catalog, *again);
  fuzz::check(twice.has_value(), "a written record is replayed");
  fuzz::check(twice->session->position() == replayed->session->position(), "a written record leads to the same position");
  if (const auto document = read_record_document(by_name, text)) {
    // Names that don't fit on a line are refused; everything else round-trips.
    const auto written = write_record_document(by_name, *document);
    if (!written) return 0;
    const auto back = read_record_document(by_name, *written);
    fuzz::check(back.has_value(), "a written document is read");
    fuzz::check(back->value("date", "") == document->value("date", ""), "a written document has the same date");
    fuzz::check((*back)["tree"].size() == (*document)["tree"].size(), "a written document has the same moves");
  }
  return 0;
}
