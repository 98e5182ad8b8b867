// Records: refused at a line, or replayed; what can be replayed is written and read back to the same game.
#include "fuzz.hpp"
#include "play/record.hpp"

using namespace banmen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog;
  fuzz::Input input(data, size);
  const OpenGame& table = fuzz::pick_table(input.byte());
  const auto session = fuzz::begin_session(table, input.byte());
  const std::string text = input.text_near(write_record(record_of(table, *session, {}, 1)));
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
  const auto again = read_record(write_record(record_of(*replayed->table, *replayed->session, {}, record->seed)));
  fuzz::check(again.has_value(), "a written record is read");
  const auto twice = replay(catalog, *again);
  fuzz::check(twice.has_value(), "a written record is replayed");
  fuzz::check(twice->session->position() == replayed->session->position(), "a written record leads to the same position");
  return 0;
}
