#include "catalog/text_games.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "catalog/any_game.hpp"
#include "catalog/plugin.hpp"
#include "catalog/scene_json.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "rules/check.hpp"
#include "rules/meaning.hpp"
#include "rules/reader.hpp"
#include "rules/scene.hpp"
#include "rules/text_game.hpp"

namespace banmen {
namespace {

using rules::TextGame;

/// The rules object is the VM itself, so that what is asked every ply is asked of it at once; it knows who holds the game.
struct Held {
  std::shared_ptr<const TextGame> game;
  std::string name;  // with its parameters
};
const Held& held(const void* interpreter) {
  return *static_cast<Held*>(static_cast<const rules::Interpreter*>(interpreter)->holder);
}
const TextGame& of(const void* interpreter) { return *held(interpreter).game; }
const std::uint8_t* bytes(const void* position) { return static_cast<const std::uint8_t*>(position); }

std::size_t written(const std::string& from, char* text, std::size_t room) {
  if (room > 0) {
    const std::size_t n = std::min(from.size(), room - 1);
    std::memcpy(text, from.data(), n);
    text[n] = '\0';
  }
  return from.size();
}

int refused(const Error& error, char* text, std::size_t room) {
  written(error.what + (error.hint.empty() ? "" : " (" + error.hint + ")"), text, room);
  return 1;
}

/// Inks and names of sites as plugin.h has them.
std::string inked(const Picture& picture) {
  std::string out;
  for (const auto& line : picture.lines()) {
    if (!out.empty()) out += '\n';
    for (const Span& span : line) {
      out += static_cast<char>(1 + static_cast<int>(span.ink));
      if (!span.site.empty()) out += '\16' + span.site + '\17';
      out += span.text;
    }
  }
  return out;
}

// Texts of a table have a longest length, which a game of very many moves or stones may pass.

std::string steps_text(const TextGame& game, const std::uint8_t* before, std::uint64_t move, const std::int32_t* gained) {
  const auto steps = rules::scene_steps(game, before, move, gained);
  std::string text = scene::to_json(steps).dump();
  if (text.size() <= BANMEN_MAX_TEXT) return text;
  // A sowing of very many stones: only where it leads.
  std::array<std::int32_t, BANMEN_MAX_PLAYERS> sum{};
  std::copy_n(gained, game.rules().seats.size(), sum.begin());
  std::vector<std::uint8_t> after(before, before + game.interpreter().layout().size);
  game.interpreter().play(after.data(), move, sum.data());
  return scene::to_json(std::vector<scene::Step>{scene::step::Set{rules::scene_of(game, after.data(), sum.data(), before, move)}})
      .dump();
}

std::string choices_text(const scene::Choices& choices) {
  std::string text = scene::to_json(choices).dump();
  if (text.size() <= BANMEN_MAX_TEXT) return text;
  text = scene::to_json(scene::Choices(scene::Listed{scene::leaves(choices)})).dump();
  if (text.size() <= BANMEN_MAX_TEXT) return text;
  return scene::to_json(scene::Choices(scene::Listed{})).dump();  // only notation is left
}

/// The table of one game: only what this game has.
BanmenGame function_table(const TextGame& game) {
  BanmenGame t{};
  t.magic = BANMEN_PLUGIN_MAGIC;
  t.version = BANMEN_PLUGIN_VERSION;
  t.size = sizeof t;
  t.id = "described";
  t.title = "";
  t.destroy = [](void* g) { delete static_cast<Held*>(static_cast<rules::Interpreter*>(g)->holder); };
  t.position_size = [](const void* g) { return static_cast<std::uint32_t>(of(g).interpreter().layout().size); };
  t.players = [](const void* g) { return of(g).rules().seat_count(); };
  t.move_capacity = [](const void* g) { return of(g).move_capacity(); };
  t.initial = [](const void* g, void* p) { of(g).initial(static_cast<std::uint8_t*>(p)); };
  const rules::Interpreter::Functions functions = game.interpreter().functions();
  t.turn = functions.turn;
  t.moves = functions.moves;
  t.play = functions.play;
  t.count = functions.count;
  t.draw = functions.draw;
  t.payoff = [](const void* g, const void* p, std::int32_t* out) { of(g).interpreter().payoff(bytes(p), out); };
  t.position_text = [](const void* g, const void* p, char* text, std::size_t room) {
    return written(of(g).text(bytes(p)), text, room);
  };
  t.read_position = [](const void* g, const char* text, void* p, char* error, std::size_t room) {
    const auto read = of(g).read(text, static_cast<std::uint8_t*>(p));
    return read ? 0 : refused(read.error(), error, room);
  };
  t.move_text = [](const void* g, const void* p, std::uint64_t m, char* text, std::size_t room) {
    return written(of(g).interpreter().move_text(bytes(p), m), text, room);
  };
  t.read_move = [](const void* g, const void* p, const char* text, std::uint64_t* m, char* error, std::size_t room) {
    const auto read = of(g).read_move(bytes(p), text);
    if (!read) return refused(read.error(), error, room);
    *m = *read;
    return 0;
  };
  t.seat_name = [](const void* g, int seat, char* text, std::size_t room) {
    return written(of(g).rules().seats[static_cast<std::size_t>(seat)], text, room);
  };
  t.picture = [](const void* g, const void* p, char* text, std::size_t room) {
    return written(inked(rules::picture(of(g).rules(), of(g).interpreter().layout().read(of(g).rules(), bytes(p)))), text, room);
  };
  t.layout = [](const void* g, char* text, std::size_t room) {
    return written(scene::to_json(rules::scene_layout(of(g), held(g).name)).dump(), text, room);
  };
  t.scene = [](const void* g, const void* p, const std::int32_t* gained, const void* before, std::uint64_t m, char* text,
               std::size_t room) {
    return written(scene::to_json(rules::scene_of(of(g), bytes(p), gained, bytes(before), m)).dump(), text, room);
  };
  t.steps = [](const void* g, const void* before, std::uint64_t m, const std::int32_t* gained, char* text, std::size_t room) {
    return written(steps_text(of(g), bytes(before), m, gained), text, room);
  };
  t.choices = [](const void* g, const void* p, char* text, std::size_t room) {
    return written(choices_text(rules::scene_choices(of(g), bytes(p))), text, room);
  };
  const rules::Rules& r = game.rules();
  if (game.has_chance()) t.weight = [](const void*, const void*, std::uint64_t) { return std::uint32_t{1}; };
  if (game.has_pass()) t.is_pass = [](const void*, std::uint64_t m) -> int { return m == rules::Interpreter::pass_move; };
  // Those who share what they get: under `rank` and `each gains`, and where something is taken on the way, each has its own.
  bool shared = !r.teams.empty() && !game.takes();
  for (const rules::End& end : r.ends)
    shared = shared && end.result.kind != rules::Outcome::Kind::gains && end.result.kind != rules::Outcome::Kind::rank;
  if (shared) t.team = [](const void* g, int seat) { return of(g).rules().side[static_cast<std::size_t>(seat)]; };
  if (!r.score.empty()) t.score = [](const void* g, const void* p, std::int32_t* out) { of(g).interpreter().score(bytes(p), out); };
  if (!r.value.empty())
    t.evaluate = [](const void* g, const void* p, int seat) { return of(g).interpreter().value(bytes(p), seat); };
  // Won, lost or drawn: one side gets 1 and the other loses it. Play that goes round for ever gives nobody anything.
  if (r.sides == 2 && rules::ends_in_decisions(r)) t.stake = [](const void*, const void*) -> std::int32_t { return 2; };
  if (!r.sure.empty())
    t.sure = [](const void* g, const void* p, std::int32_t* out) -> int {
      const int rule = of(g).interpreter().sure(bytes(p));
      if (rule >= 0) rules::pay_what_is_sure(of(g).rules(), rule, bytes(p)[of(g).interpreter().layout().seat], out);
      return rule >= 0;
    };
  if (game.may_be_endless()) {
    t.endless = [](const void* g, const void* p, std::uint64_t m) -> int {
      alignas(8) std::uint8_t after[BANMEN_MAX_POSITION];
      std::memcpy(after, p, of(g).interpreter().layout().size);
      std::int32_t gains[BANMEN_MAX_PLAYERS] = {};
      return of(g).interpreter().turn(after) >= 0 && of(g).interpreter().play(after, m, gains);
    };
    t.forever = [](const void*, std::int32_t*) {};
  }
  if (game.has_horizon()) t.horizon = [](const void* g, const void* p) { return of(g).horizon(bytes(p)); };
  if (game.images().count() > 1) {
    t.symmetries = [](const void* g) { return static_cast<std::uint32_t>(of(g).images().count()); };
    t.image = [](const void* g, std::uint32_t symmetry, const void* p, void* out) {
      of(g).images().position(static_cast<int>(symmetry), bytes(p), static_cast<std::uint8_t*>(out));
    };
    t.image_seat = [](const void* g, std::uint32_t symmetry, int seat) {
      return of(g).images().seat(static_cast<int>(symmetry), seat);
    };
    t.image_move_at = [](const void* g, std::uint32_t symmetry, const void* p, std::uint64_t m) {
      return of(g).image_of_move(static_cast<int>(symmetry), bytes(p), m);
    };
  }
  if (game.has_facts())
    t.facts = [](const void* g, const void* p, std::uint64_t m, char* text, std::size_t room) {
      return written(of(g).facts(bytes(p), m), text, room);
    };
  // What one of two gets the other loses wherever results are such; what is taken on the way is not.
  bool zero = r.seat_count() == 2 && r.sides == 2 && !game.takes();
  for (const rules::End& end : r.ends)
    zero = zero && end.result.kind != rules::Outcome::Kind::gains && end.result.kind != rules::Outcome::Kind::rank;
  if (zero) t.zero_sum = [](const void*) { return 1; };
  return t;
}

std::string stamp_of(const rules::Reading& reading) { return fmt::format("{:016x}", rules::meaning_hash(reading)); }

Result<std::shared_ptr<const PluginRules>> made(const rules::Reading& reading, const Values& values, bool by_reference,
                                                const std::string& stamp, const std::string& name) {
  auto game = TextGame::make(reading, values, by_reference);
  if (!game) return fail(game.error());
  auto table = std::make_shared<const BanmenGame>(function_table(**game));
  rules::Interpreter& interpreter = (*game)->interpreter();
  interpreter.holder = new Held{*game, name};
  return std::make_shared<const PluginRules>(std::move(table), &interpreter, stamp);
}

}  // namespace

Result<std::shared_ptr<const PluginRules>> text_game_rules(const rules::Reading& reading, const Values& values, bool by_reference) {
  return made(reading, values, by_reference, stamp_of(reading), reading.file.title);
}

Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading& reading, bool by_reference) {
  GameEntry entry;
  entry.id = name;
  entry.title = reading.file.title;
  entry.parameters = rules::schema_of(reading.file);
  const auto text = std::make_shared<const rules::Reading>(reading);
  entry.open = [text, name, by_reference, stamp = stamp_of(reading),
                schema = entry.parameters](const Values& values) -> Result<std::unique_ptr<OpenGame>> {
    const std::string whole_name = canonical_name(name, schema, values);
    const auto game = made(*text, values, by_reference, stamp, whole_name);
    if (!game) return fail(game.error());
    return open_any_game(*game, whole_name);
  };
  return entry;
}

Result<rules::Reading> read_text_game(const std::string& name) {
  const bool file = name.find('/') != std::string::npos;
  std::optional<rules::Text> text = file ? std::nullopt : rules::library_text(name);
  if (file) {
    auto content = read_file(name, rules::longest_text);
    if (!content) return fail(content.error());
    text = rules::Text{name, std::move(*content)};
  }
  if (!text) return fail(ErrorKind::unknown_name, "there is no game '" + name + "' in the library");
  const auto find = rules::find_beside([](const std::string& path) -> std::optional<std::string> {
    auto content = read_file(path, rules::longest_text);
    if (!content) return std::nullopt;
    return std::move(*content);
  });
  if (!file) {  // the library's are checked by the tests
    rules::Messages messages;
    auto reading = rules::read_file(std::move(*text), find, messages);
    if (messages.any_error()) return fail(rules::first_error(reading, messages.sorted()));
    return reading;
  }
  auto checked = rules::check_file(std::move(*text), find);
  if (!checked.valid()) return fail(rules::first_error(checked.reading, checked.messages));
  return std::move(checked.reading);
}

}  // namespace banmen
