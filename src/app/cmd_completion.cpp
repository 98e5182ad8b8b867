// Shell completion and the man page, both made from the definitions that the parser itself uses.
#include <CLI/CLI.hpp>

#include "app/command.hpp"
#include "core/text.hpp"

namespace banmen::app {
namespace {

std::vector<const CLI::App*> children(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); });
}

std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// One branch of the script's case statement per command: what may follow "perft", "bao loops", …
void completion_cases(const CLI::App& app, const std::string& path, const std::vector<std::string>& common,
                      const std::string& games, std::string& out) {
  std::vector<std::string> words_after = common;
  for (const std::string& name : long_options(app)) words_after.push_back(name);
  bool takes_game = false;
  for (const CLI::Option* option : app.get_options())
    takes_game = takes_game || option->get_name() == "game" || option->get_name() == "id";
  for (const CLI::App* sub : children(app)) words_after.push_back(sub->get_name());
  out += "    \"" + path + "\") words=\"" + join(words_after, " ") + (takes_game ? " " + games : "") + "\" ;;\n";
  for (const CLI::App* sub : children(app))
    completion_cases(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), common, games, out);
}

std::string bash_completion(const CLI::App& program, const Catalog& catalog) {
  std::vector<std::string> games, paths;  // of commands: "perft", "bao loops"
  for (const GameEntry& entry : catalog.entries()) games.push_back(entry.id);
  std::function<void(const CLI::App&, const std::string&)> collect = [&](const CLI::App& app, const std::string& path) {
    for (const CLI::App* sub : children(app)) {
      paths.push_back(path + sub->get_name());
      collect(*sub, paths.back() + " ");
    }
  };
  collect(program, "");
  std::string cases;
  completion_cases(program, "", long_options(program), join(games, " "), cases);
  return "# bash completion for banmen; use it with: source <(banmen completion bash)\n"
         "_banmen() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" path=\"\" words=\"\" word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \":" +
         join(paths, ":") +
         ":\" in *\":${path:+$path }$word:\"*) path=\"${path:+$path }$word\" ;; esac\n"
         "  done\n"
         "  case \"$path\" in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "}\n"
         "complete -F _banmen banmen\n";
}

/// Text for roff: backslashes and hyphens as themselves, no line that looks like a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out += std::string("\\&") + c;
    else
      out += c;
  }
  return out;
}

void man_options(const CLI::App& app, std::string& out) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_name(false, true).empty() || option->get_description().empty()) continue;
    out += ".TP\n.B " + roff(option->get_name(true, true)) + '\n' + roff(option->get_description()) + '\n';
  }
}

void man_commands(const CLI::App& app, const std::string& path, std::string& out) {
  for (const CLI::App* sub : children(app)) {
    const std::string name = path + " " + sub->get_name();
    out += ".SS " + roff(name) + '\n' + roff(sub->get_description()) + ".\n";
    man_options(*sub, out);
    if (!sub->get_footer().empty()) out += ".PP\n.nf\n" + roff(sub->get_footer()) + "\n.fi\n";
    man_commands(*sub, name, out);
  }
}

std::string man_page(const CLI::App& program, const Catalog& catalog) {
  std::string out =
      ".TH BANMEN 1 \"\" \"banmen " BANMEN_VERSION "\" \"User commands\"\n.SH NAME\nbanmen \\- a laboratory for board games\n";
  out += ".SH SYNOPSIS\n.B banmen\n[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]\n.SH DESCRIPTION\n" +
         roff(program.get_description());
  out += "\nA game is named id[:key=value,…]; banmen games lists them.\n.SH OPTIONS\n";
  man_options(program, out);
  out += ".SH COMMANDS\n";
  man_commands(program, "banmen", out);
  out += ".SH GAMES\n";
  for (const GameEntry& entry : catalog.entries()) {
    out += ".SS " + roff(entry.id) + '\n' + roff(entry.title) + ".\n";
    for (const Parameter& p : entry.parameters)
      out += ".TP\n.B " + roff(p.name) + '=' + roff(p.range()) + '\n' + roff(p.help) + " (default " +
             roff(p.fallback.empty() ? "none" : p.fallback) + ")\n";
  }
  out += ".SH EXIT STATUS\n0 done; 1 the job failed or the property does not hold; 2 bad input; 130 interrupted.\n";
  return out;
}

}  // namespace

void add_completion(Command& app, Context& context) {
  auto shell = std::make_shared<std::string>("bash");
  Command command = add_command(app, context, "completion", "Print the completion script of a shell",
                                "source <(banmen completion bash)", [&program = app.app(), shell](Context& c) -> Result<int> {
                                  c.print_page(bash_completion(program, c.catalog));
                                  return done;
                                });
  command->add_option("shell", *shell, "The shell: bash")->one_of({"bash"});
  add_command(app, context, "man", "Print the man page", "banmen man > banmen.1",
              [&program = app.app()](Context& c) -> Result<int> {
                c.print_page(man_page(program, c.catalog));
                return done;
              });
}

}  // namespace banmen::app
