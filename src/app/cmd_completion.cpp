// Completion for shells: short scripts that hand the line so far to the program, which knows what may follow (completion.hpp).
#include "app/completion.hpp"

namespace banmen::app {
namespace {

constexpr std::string_view bash_script = R"(# bash completion for banmen; use it with: source <(banmen completion bash)
_banmen() {
  local line="${COMP_LINE:0:COMP_POINT}" IFS=$'\n' found head part
  found=($("${1/#\~/$HOME}" completion --line="$line" 2>/dev/null))
  COMPREPLY=()
  if [[ ${found[0]} == :files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
    return
  fi
  # bash parts words at : and = as well, and puts in only what stands after the last of them.
  line="${line##* }"
  for part in : =; do
    if [[ $COMP_WORDBREAKS == *"$part"* && $line == *"$part"* ]]; then
      part="${line%"${line##*"$part"}"}"
      (( ${#part} > ${#head} )) && head="$part"
    fi
  done
  for part in "${found[@]}"; do
    part="${part%%$'\t'*}"
    COMPREPLY+=("${part#"$head"}")
  done
  [[ ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null
}
complete -F _banmen banmen
)";

constexpr std::string_view zsh_script = R"(#compdef banmen
# zsh completion for banmen; use it after compinit with: source <(banmen completion zsh), or as _banmen in a folder of fpath
_banmen() {
  local line word
  local -a whole whole_shown open open_shown
  for line in "${(@f)$(${~words[1]} completion --line="${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)}"; do
    word="${line%%$'\t'*}" line="${line/$'\t'/  }"
    if [[ $word == :files ]]; then
      _files
      return
    elif [[ $word == *[:=] ]]; then
      open+=("$word") open_shown+=("${line[1,COLUMNS-1]}")
    elif [[ -n $word ]]; then
      whole+=("$word") whole_shown+=("${line[1,COLUMNS-1]}")
    fi
  done
  compadd -l -d whole_shown -a whole
  compadd -l -S '' -d open_shown -a open
}
if [[ ${funcstack[1]} == _banmen ]]; then _banmen; else compdef _banmen banmen; fi
)";

constexpr std::string_view fish_script = R"(# fish completion for banmen; use it with: banmen completion fish | source
function __banmen_complete
    set -l program (commandline -opc)[1]
    set -l found ($program completion --line=(commandline -cp | string collect) 2>/dev/null)
    if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c banmen -f -a '(__banmen_complete)'
)";

struct CompletionArguments {
  std::string shell = "bash", line;
};

Result<int> suggest_next(Context& context, const CLI::App& program, const std::string& line) {
  const auto found = complete(program, context.catalog, line);
  if (!found) return fail(found.error());
  if (context.json) {
    Json words = Json::array();
    for (const auto& word : found->words) words.push_back({{"word", word.text}, {"help", word.help}});
    context.print({{"words", words}, {"files", found->files}});
    return done;
  }
  if (found->files) context.say(":files");
  for (const auto& [text, help] : found->words)
    context.say("{}{}", text, help.empty() ? "" : "\t" + help.substr(0, help.find('\n')));
  return done;
}

Result<int> run(Context& context, const CLI::App& program, const CompletionArguments& arguments) {
  if (!arguments.line.empty()) return suggest_next(context, program, arguments.line);
  const std::string_view script = arguments.shell == "zsh" ? zsh_script : arguments.shell == "fish" ? fish_script : bash_script;
  if (context.json)
    context.print({{"shell", arguments.shell}, {"text", script}});
  else
    context.print_text(script);
  return done;
}

}  // namespace

void add_completion(Command& app, Context& context) {
  auto arguments = std::make_shared<CompletionArguments>();
  Command command =
      add_command(app, context, "completion", "Print the completion script of a shell",
                  "source <(banmen completion bash)\nsource <(banmen completion zsh)\nbanmen completion fish | source",
                  [&program = app.app(), arguments](Context& c) { return run(c, program, *arguments); });
  command->add_option("shell", arguments->shell, "The shell")->one_of({"bash", "zsh", "fish"})->show_default();
  command->add_option("--line", arguments->line, "Print what may follow this beginning of a line, as the scripts ask")
      ->type("TEXT");
}

}  // namespace banmen::app
