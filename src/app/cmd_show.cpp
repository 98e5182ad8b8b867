#include "app/command.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

struct ShowArguments {
  std::string game;
  std::string position;
  std::string moves;
  std::string record;
  bool large = false;
};

/// The whole text as one move first, for games that write a move in several words; then word by word.
Result<void> play_moves(Session& session, const std::string& text) {
  if (words(text).size() > 1 && session.play(text)) return {};
  for (const std::string_view word : words(text)) {
    const auto played = session.play(word);
    if (!played) {
      Error error = played.error();
      error.column = static_cast<int>(word.data() - text.data()) + 1;
      error.where = "--moves";
      return fail(error);
    }
  }
  return {};
}

Result<Replay> open(Context& context, const ShowArguments& arguments) {
  Replay shown;
  if (!arguments.record.empty()) {
    if (!arguments.position.empty()) return fail("--position and --record exclude each other");
    const auto text = read_file(arguments.record);
    if (!text) return fail(text.error());
    const auto record = read_record(*text);
    auto replayed = record ? replay(context.catalog, *record) : Result<Replay>(fail(record.error()));
    if (!replayed) {
      Error error = replayed.error();
      error.where = arguments.record;
      return fail(error);
    }
    if (!arguments.game.empty()) {
      const auto table = context.catalog.open(arguments.game);
      if (!table) return fail(table.error());
      if ((*table)->name() != replayed->table->name())
        return fail("the record is of '" + replayed->table->name() + "', not of '" + (*table)->name() + "'");
    }
    shown = std::move(*replayed);
  } else {
    if (arguments.game.empty()) return fail("a game or --record FILE is wanted", "see banmen show --help");
    auto table = context.catalog.open(arguments.game);
    if (!table) return fail(table.error());
    shown = {std::move(*table), nullptr};
    shown.session = shown.table->session();
    if (!arguments.position.empty())
      if (const auto set = shown.session->restart(arguments.position); !set) {
        Error error = set.error();
        error.where = "--position";
        return fail(error);
      }
  }
  if (const auto played = play_moves(*shown.session, arguments.moves); !played) return fail(played.error());
  return shown;
}

Result<int> run(Context& context, const ShowArguments& arguments) {
  const auto shown = open(context, arguments);
  if (!shown) return fail(shown.error());
  const Session& session = *shown->session;
  const auto result = session.result();
  const auto drawn = arguments.large ? session.large_picture() : session.picture();
  if (!drawn) return fail(shown->table->name() + " has no larger picture", "leave out --large");
  if (context.json) {
    Json picture = Json::array();
    const std::string plain = drawn->plain();
    for (const std::string_view line : split(plain, '\n'))
      if (!line.empty()) picture.push_back(std::string(line));
    context.print({{"game", shown->table->name()},
                   {"position", session.position()},
                   {"turn", session.turn_name()},
                   {"moves", session.moves()},
                   {"score", session.score()},
                   {"result", result ? Json(*result) : Json(nullptr)},
                   {"last", to_json(session.last())},
                   {"history", session.history()},
                   {"picture", picture}});
    return done;
  }
  context.draw(*drawn);
  context.say("position  {}", session.position());
  if (!session.history().empty()) context.say("played    {}", fmt::join(session.history(), " "));
  for (const Figure& fact : session.last()) {
    const Json value = to_json(fact.value);
    context.say("  {:<12} {}", fact.name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  context.say("score     {}", fmt::join(session.score(), " "));
  if (result) {
    context.say("over, result {}", fmt::join(*result, " "));
  } else {
    constexpr std::size_t most_shown = 40;
    auto moves = session.moves();
    const std::size_t count = moves.size();
    if (count > most_shown) moves.resize(most_shown);
    context.say("{} to move, {} move{}: {}{}", session.turn_name(), count, count == 1 ? "" : "s", fmt::join(moves, " "),
                count > most_shown ? " …" : "");
  }
  return done;
}

}  // namespace

void add_show(Command& app, Context& context) {
  auto arguments = std::make_shared<ShowArguments>();
  Command command =
      add_command(app, context, "show", "Draw a position, after some moves or from a record",
                  "banmen show reversi --moves \"d3 c3\"\nbanmen show bao:holes=4 --moves d --json\nbanmen show --record game.txt\n"
                  "banmen show hichain --large",
                  [arguments](Context& c) { return run(c, *arguments); });
  command->add_option("game", arguments->game, "The game, as id[:key=value,…]");
  command->add_option("--position", arguments->position, "The position, as one line of the game's text");
  command->add_option("--moves", arguments->moves, "Play these moves, parted by spaces");
  command->add_flag("--large", arguments->large, "The game's larger picture, with more to see, where it has one");
  command->add_option("--record", arguments->record, "Replay a record first ('-' reads standard input)");
}

}  // namespace banmen::app
