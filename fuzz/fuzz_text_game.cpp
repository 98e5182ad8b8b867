// Positions and moves of text games: refused with a message, or valid and played by reference interpreter and VM in lock step.
#include "fuzz.hpp"
#include "rules/lock_step.hpp"
#include "rules/reader.hpp"
#include "rules/text_game.hpp"

using namespace banmen;
using namespace banmen::rules;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const TextGame> opened(std::string_view id, const Given& given) {
  Messages messages;
  const Reading reading = read_file(*library_text(id), find_in_library(), messages);
  return TextGame::make(reading, check_values(std::string(id), schema_of(reading.file), given).value(), std::string(id), false)
      .value();
}

/// At least one game of every kind of board, holding and turn.
const TextGame& pick_game(std::uint8_t which) {
  static const std::vector<std::shared_ptr<const TextGame>> games = {
      opened("reversi", {{"size", "4"}}),
      opened("yonin", {{"size", "4"}}),
      opened("amazons", {{"size", "4"}}),
      opened("draughts", {}),
      opened("konane", {{"size", "4"}}),
      opened("bao", {{"holes", "3"}, {"endless", "forfeit"}}),
      opened("kalah", {{"pits", "3"}}),
      opened("oware", {{"houses", "3"}}),
      opened("nim", {}),
      opened("morris", {}),
      opened("hare", {}),
      opened("hex", {{"size", "3"}}),
      opened("pente", {{"size", "5"}}),
      opened("gardner", {}),
      opened("brandub", {}),
      opened("chess", {}),
      opened("pig", {{"target", "10"}}),
      opened("loa", {{"size", "5"}}),
  };
  return *games[which % games.size()];
}

std::string name_of(const TextGame& game) { return game.rules().title; }

/// A position after a few random plies.
std::vector<std::uint8_t> begin(const TextGame& game, std::uint8_t plies) {
  std::vector<std::uint8_t> position(game.interpreter().layout().size);
  game.initial(position.data());
  Random random(plies);
  for (std::uint8_t ply = 0; ply < plies % 64; ++ply) {
    std::uint64_t move = 0;
    std::int32_t gains[8] = {};
    const auto word = [](void* source) { return static_cast<Random*>(source)->word(); };
    if (game.interpreter().turn(position.data()) == over || game.interpreter().draw(position.data(), word, &random, &move) == 0)
      break;
    game.interpreter().play(position.data(), move, gains);
  }
  return position;
}

/// Checks that reference interpreter and VM agree, except after a runtime fault of the rules or at the step limit.
void expect_lock_step(const TextGame& game, const State& from) {
  const StepLimit limit(30'000);
  const Reference reference(game.rules());
  LockStep step(game.rules(), reference, game.interpreter(), game.traits().move_capacity);
  State state = from;
  for (int ply = 0; ply < 3; ++ply) {
    auto moves = step.at(state);
    const bool excused =
        StepLimit::reached() || !reference.faults().empty() || step.difference.find("both written") != std::string::npos;
    fuzz::check(step.difference.empty() || excused, name_of(game) + ": reference interpreter and VM differ: " + step.difference);
    if (moves.empty() || excused) return;
    state = std::move(moves[moves.size() / 2].after);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const TextGame& game = pick_game(input.byte());
  auto position = begin(game, input.byte());
  if (input.byte() % 4 == 0) {
    std::vector<std::uint64_t> list(game.traits().move_capacity + 1);
    list.resize(game.interpreter().turn(position.data()) == over ? 0 : game.interpreter().moves(position.data(), list.data()));
    const std::string right = list.empty() ? "a1" : game.interpreter().move_text(position.data(), list[input.byte() % list.size()]);
    const auto read = game.read_move(position.data(), input.text_near(right));
    if (!read) {
      fuzz::check(!read.error().message().empty(), "a refusal has a message");
      return 0;
    }
    fuzz::check(std::find(list.begin(), list.end(), *read) != list.end(), name_of(game) + " reads a move that it does not list");
    (void)game.facts(position.data(), *read);
    return 0;
  }
  const auto read = game.read_position(input.text_near(game.position_text(position.data())), position.data());
  if (!read) {
    fuzz::check(!read.error().message().empty(), "a refusal has a message");
    return 0;
  }
  const std::string written = game.position_text(position.data());
  auto again = position;
  fuzz::check(game.read_position(written, again.data()).has_value(), name_of(game) + " refuses its own text '" + written + "'");
  fuzz::check(again == position, name_of(game) + " reads '" + written + "' as '" + game.position_text(again.data()) + "'");
  expect_lock_step(game, game.interpreter().layout().read(game.rules(), position.data()));
  return 0;
}
