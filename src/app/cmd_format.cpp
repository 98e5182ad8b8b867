#include "app/command.hpp"
#include "app/rule_file.hpp"
#include "host/files.hpp"
#include "rules/format.hpp"

namespace banmen::app {
namespace {

struct FormatArguments {
  std::string file;
  bool check = false;
};

Result<int> run(Context& context, const FormatArguments& arguments) {
  const auto text = rule_text(arguments.file);
  if (!text) return fail(text.error());
  const std::string laid_out = rules::formatted(text->content);
  const bool changed = laid_out != text->content;
  if (changed && !arguments.check) {
    if (!is_own_file(arguments.file))
      return fail("'" + arguments.file + "' is the library's, which can't be written", "format a file of your own");
    if (const auto written = write_file(arguments.file, laid_out); !written) return fail(written.error());
  }
  if (context.json)
    context.print({{"file", arguments.file}, {"changed", changed}});
  else if (arguments.check)
    context.say("{}", changed ? arguments.file + " is laid out otherwise" : arguments.file + " is laid out as all are");
  else
    context.say("{}: {}", arguments.file, changed ? "laid out anew" : "nothing to do");
  return arguments.check && changed ? failed : done;
}

}  // namespace

void add_format(Command& app, Context& context) {
  auto arguments = std::make_shared<FormatArguments>();
  Command command =
      add_command(app, context, "format", "Lay a rule file out as all are, comments kept",
                  "banmen format my.game\nbanmen format my.game --check", [arguments](Context& c) { return run(c, *arguments); });
  command->add_option("file", arguments->file, "The file")->required();
  command->add_flag("--check", arguments->check, "Change nothing; status 1 where something would change");
}

}  // namespace banmen::app
