// Shell completion: short scripts pass the line to the program, which reads the candidates from the definitions of its parser.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/command.hpp"
#include "core/text.hpp"
#include "play/agents.hpp"

namespace banmen::app {
namespace {

struct Completions {
  struct Word {
    std::string text;  // the whole word, including the part already typed
    std::string help;
  };
  std::vector<Word> words;
  bool files = false;  // any file is valid
};

/// Splits as a shell does: at blanks outside quotes; quotes are removed. The last word is the one being typed.
std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> found(1);
  char quote = '\0';
  for (const char c : line) {
    if (quote != '\0' ? c == quote : c == '\'' || c == '"')
      quote = quote == '\0' ? c : '\0';
    else if (quote == '\0' && (c == ' ' || c == '\t')) {
      if (!found.back().empty()) found.emplace_back();
    } else
      found.back() += c;
  }
  return found;
}

using Named = AgentKind;  // or a game: id[:key=value,…]

/// "al" → alphabeta; "alphabeta:de" → alphabeta:depth=; "bao:endless=" → bao:endless=void, …
void add_names(const std::vector<Named>& all, const std::string& typed, Completions& out) {
  const std::size_t colon = typed.find(':');
  if (colon == std::string::npos) {
    for (const Named& one : all) out.words.push_back({one.id, one.help});
    return;
  }
  const auto named = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.id == typed.substr(0, colon); });
  if (named == all.end()) return;
  const std::size_t begin = typed.find_last_of(":,") + 1;
  const std::string before = typed.substr(0, begin), last = typed.substr(begin);
  const std::size_t equals = last.find('=');
  for (const Parameter& p : named->parameters) {
    if (equals == std::string::npos) {
      const bool given =
          before.find(':' + p.name + '=') != std::string::npos || before.find(',' + p.name + '=') != std::string::npos;
      if (!given) out.words.push_back({before + p.name + '=', p.help + " (" + (p.file ? "FILE" : p.range()) + ")"});
    } else if (p.name == last.substr(0, equals)) {
      const auto choices = p.kind == Parameter::Kind::flag ? std::vector<std::string>{"true", "false"} : p.choices;
      for (const std::string& choice : choices) out.words.push_back({before + p.name + '=' + choice, {}});
    }
  }
}

std::vector<Named> games_of(const Catalog& catalog) {
  std::vector<Named> games;
  for (const GameEntry& entry : catalog.entries()) games.push_back({entry.id, entry.title, entry.parameters});
  for (const std::string& id : Catalog::library_ids()) {
    const bool native = std::any_of(games.begin(), games.end(), [&](const Named& game) { return game.id == id; });
    const auto entry = catalog.find(native ? id + ".game" : id);
    if (entry) games.push_back({native ? id + ".game" : id, (*entry)->title, (*entry)->parameters});
  }
  return games;
}

/// Agents of the game; all of them while the game is unknown.
Result<std::vector<Named>> agents_of(const Catalog& catalog, const std::string& game) {
  const auto listed = TRY(list_agents(catalog));
  std::vector<Named> agents;
  if (const auto opened = catalog.open(game)) {
    agents = (*opened)->search().agents();
    const auto known = (*opened)->correspondences();
    for (const ListedAgent& agent : listed) {
      const auto speaks = [&](const Correspondence& one) { return one.protocol == agent.kind.id; };
      const bool any = agent.kind.id == "engine" || std::any_of(known.begin(), known.end(), speaks);
      if (is_program(agent.kind.id) && any) agents.push_back(agent.kind);
    }
  } else {
    for (const ListedAgent& agent : listed) agents.push_back(agent.kind);
  }
  return agents;
}

/// The choices that --help shows for an option, as {a,b} or a|b; empty if it shows none.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.rfind('}');
  const bool braced = open != std::string::npos && close != std::string::npos;
  std::vector<std::string> choices;
  if (!braced && type.find('|') == std::string::npos) return choices;
  for (const std::string_view choice :
       braced ? split(std::string_view(type).substr(open + 1, close - open - 1), ',') : split(type, '|'))
    choices.emplace_back(choice);
  return choices;
}

bool is_number(const CLI::Option& option) {
  const auto names = {"INT", "UINT", "FLOAT", "integer", "real"};
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return option.get_type_name().starts_with(name); });
}

/// The words before the one being typed.
class Line {
 public:
  Line(const CLI::App& program, const Catalog& catalog) : command_(&program), catalog_(catalog) {}

  void take(const std::string& word) {
    if (value_of_ != nullptr) {
      if (--values_left_ == 0) value_of_ = nullptr;
    } else if (word.starts_with('-')) {
      const CLI::Option* option = option_named(word);
      if (option == nullptr || option->get_items_expected_max() == 0 || word.find('=') != std::string::npos) return;
      value_of_ = option;
      values_left_ = std::max(1, option->get_items_expected_min());
    } else if (const CLI::App* sub = places_.empty() ? command_named(word) : nullptr) {
      command_ = sub;
    } else {
      if (const CLI::Option* place = next_place(); place != nullptr && place->get_name() == "game") game_ = word;
      places_.push_back(word);
    }
  }

  Result<Completions> complete(const std::string& typed) const {
    if (value_of_ != nullptr) return values(*value_of_, typed, "");
    const std::size_t equals = typed.find('=');
    if (typed.starts_with('-') && equals != std::string::npos) {
      const CLI::Option* option = option_named(typed);
      return option == nullptr ? Completions{} : values(*option, typed.substr(equals + 1), typed.substr(0, equals + 1));
    }
    Completions out;
    if (typed.starts_with('-')) {
      for (const CLI::App* at = command_; at != nullptr; at = at->get_parent())
        for (const CLI::Option* option : at->get_options())
          for (const std::string& name : option->get_lnames()) out.words.push_back({"--" + name, option->get_description()});
      return out;
    }
    const auto commands = command_->get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* sub : commands) out.words.push_back({sub->get_name(), sub->get_description()});
    const CLI::Option* place = next_place();
    return commands.empty() && place != nullptr ? values(*place, typed, "") : out;
  }

 private:
  const CLI::Option* option_named(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    for (const CLI::App* at = command_; at != nullptr; at = at->get_parent())
      if (const CLI::Option* option = at->get_option_no_throw(name)) return option;
    return nullptr;
  }

  const CLI::App* command_named(const std::string& word) const {
    const auto found = command_->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == word; });
    return found.empty() ? nullptr : found.front();
  }

  /// The positional argument that the next word belongs to.
  const CLI::Option* next_place() const {
    std::size_t before = places_.size();
    for (const CLI::Option* option : command_->get_options()) {
      if (!option->get_positional()) continue;
      const auto room = static_cast<std::size_t>(option->get_items_expected_max());
      if (before < room) return option;
      before -= room;
    }
    return nullptr;
  }

  Result<Completions> values(const CLI::Option& option, const std::string& typed, const std::string& before) const {
    Completions out;
    const std::string name = option.get_name();
    const auto is_one_of = [&](std::initializer_list<const char*> names) {
      return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
    };
    if (is_one_of({"game", "id", "first", "second"})) {
      auto games = games_of(catalog_);
      // A rule file of the user's: first its name, then its parameters.
      const bool file = typed.find('/') != std::string::npos;
      const std::size_t colon = typed.find(':');
      if (const std::string id = typed.substr(0, colon); file && colon != std::string::npos)
        if (const auto entry = catalog_.find(id)) games.push_back({id, (*entry)->title, (*entry)->parameters});
      add_names(games, typed, out);
      out.files = file && colon == std::string::npos;
    } else if (is_one_of({"agent", "agents", "seats", "--agent", "--judge", "--ladder"})) {
      auto agents = TRY(agents_of(catalog_, game_));
      if (name == "seats") agents.insert(agents.begin(), {"human", "you, at the terminal", {}});
      add_names(agents, typed, out);
    } else if (const auto choices = choices_of(option); !choices.empty()) {
      for (const std::string& choice : choices) out.words.push_back({choice, {}});
    } else {
      out.files = !is_number(option);
    }
    for (Completions::Word& word : out.words) word.text.insert(0, before);
    return out;
  }

  const CLI::App* command_;
  const Catalog& catalog_;
  const CLI::Option* value_of_ = nullptr;  // option that expects a value
  int values_left_ = 0;
  std::vector<std::string> places_;  // positional words
  std::string game_;
};

/// Completions of the last word, which is empty after a blank. The line begins with the program's name.
Result<Completions> complete(const CLI::App& program, const Catalog& catalog, std::string_view text) {
  const auto found = shell_words(text);
  Line line(program, catalog);
  for (std::size_t k = 1; k + 1 < found.size(); ++k) line.take(found[k]);
  auto out = found.size() > 1 ? line.complete(found.back()) : Completions{};
  if (out) std::erase_if(out->words, [&](const Completions::Word& word) { return !word.text.starts_with(found.back()); });
  return out;
}

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
  const CLI::App* program = nullptr;
};

Result<int> suggest_next(Context& context, const CLI::App& program, const std::string& line) {
  const auto found = TRY(complete(program, context.catalog, line));
  if (context.json) {
    Json words = Json::array();
    for (const auto& word : found.words) words.push_back({{"word", word.text}, {"help", word.help}});
    context.print({{"words", words}, {"files", found.files}});
    return done;
  }
  if (found.files) context.say(":files");
  for (const auto& [text, help] : found.words)
    context.say("{}{}", text, help.empty() ? "" : "\t" + help.substr(0, help.find('\n')));
  return done;
}

Result<int> run(Context& context, const CompletionArguments& arguments) {
  if (!arguments.line.empty()) return suggest_next(context, *arguments.program, arguments.line);
  const std::string_view script = arguments.shell == "zsh" ? zsh_script : arguments.shell == "fish" ? fish_script : bash_script;
  if (context.json)
    context.print({{"shell", arguments.shell}, {"text", script}});
  else
    context.print_text(script);
  return done;
}

}  // namespace

void add_completion(Command& app, Context& context) {
  auto [command, arguments] = add_command<CompletionArguments>(
      app, context, "completion", "Print the completion script of a shell",
      "source <(banmen completion bash)\nsource <(banmen completion zsh)\nbanmen completion fish | source", run);
  arguments.program = &app.app();
  command->add_option("shell", arguments.shell, "The shell")->one_of({"bash", "zsh", "fish"})->show_default();
  command
      ->add_option("--line", arguments.line, "Print the completions of this partial command line (used by the completion scripts)")
      ->type("TEXT");
}

}  // namespace banmen::app
