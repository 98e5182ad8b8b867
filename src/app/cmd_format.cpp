#include "app/command.hpp"
#include "catalog/text_games.hpp"
#include "host/files.hpp"
#include "rules/lines.hpp"
#include "rules/reader.hpp"
#include "rules/text_game.hpp"

namespace banmen::app {
namespace {

struct FormatArguments {
  std::string file;
  bool check = false;
};

Result<int> run(Context& context, const FormatArguments& arguments) {
  const auto text = TRY(rule_text(arguments.file));
  // Only valid rule files are formatted, and formatting must not change the meaning.
  const auto meaning = [&](const std::string& content) -> Result<std::uint64_t> {
    rules::Messages messages;
    const rules::Reading reading = rules::read_file({text.name, content}, find_rule_text(), messages);
    if (messages.any_error()) return fail(rules::first_error(reading, messages.sorted()));
    return rules::meaning_hash(reading);
  };
  const auto before = TRY(meaning(text.content));
  const std::string laid_out = rules::formatted(text.content);
  if (const auto after = meaning(laid_out); !after || *after != before)
    return fail(ErrorKind::failed, "formatting would change the meaning of '" + arguments.file + "': nothing was changed");
  const bool changed = laid_out != text.content;
  if (changed && !arguments.check) {
    if (!is_own_file(arguments.file))
      return fail("'" + arguments.file + "' is in the library, which is read-only",
                  "save a copy with 'banmen show GAME --rules > FILE' and format that");
    TRY(write_file(arguments.file, laid_out));
  }
  if (context.json)
    context.print({{"file", arguments.file}, {"changed", changed}});
  else if (arguments.check)
    context.say("{}", changed ? arguments.file + " is not formatted" : arguments.file + " is formatted");
  else
    context.say("{}: {}", arguments.file, changed ? "formatted" : "unchanged");
  return arguments.check && changed ? failed : done;
}

}  // namespace

void add_format(Command& app, Context& context) {
  auto [command, arguments] = add_command<FormatArguments>(app, context, "format", "Format a rule file, keeping comments",
                                                           "banmen format my.game\nbanmen format my.game --check", run);
  command->add_option("file", arguments.file, "The file")->required();
  command->add_flag("--check", arguments.check, "Change nothing; exit with status 1 if the file is not formatted");
}

}  // namespace banmen::app
