#include "app/command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "catalog/plugin.hpp"
#include "core/characters.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "host/interrupt.hpp"
#include "host/terminal.hpp"
#include "host/threads.hpp"

namespace banmen::app {
namespace {

bool colours() {
  static const char* const terminal = std::getenv("TERM");
  static const bool possible = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr &&
                               (terminal == nullptr || std::string_view(terminal) != "dumb");
  return possible;
}

/// In the order of Ink.
constexpr const char* escapes[] = {"", "\033[2m", "\033[2m", "\033[1;36m", "\033[1;31m", "\033[1;32m", "\033[1;33m", "\033[7m"};

/// Empty sites of legal moves are green, occupied ones underlined, the last move reversed.
std::string coloured(Span span) {
  std::string ink = escapes[static_cast<std::size_t>(span.ink)];
  if (span.legal) ink += span.ink == Ink::faint ? "\033[0;1;32m" : "\033[4m";
  if (span.last) ink += "\033[7m";
  span.legal = span.legal && span.ink == Ink::faint;
  span.last = false;
  return ink.empty() ? span.text : ink + span.plain() + "\033[0m";
}

}  // namespace

Status status_of(const Error& error) {
  if (error.kind == ErrorKind::bad_input || error.kind == ErrorKind::unknown_name) return bad_input;
  return error.kind == ErrorKind::stopped ? interrupted : failed;
}

Context::Context() : threads(machine_threads()) {}

Control Context::control() {
  Control control;
  control.threads = threads;
  control.seed = seed;
  control.stop = interruption();
  live.begin(!quiet);
  if (live.shown())
    control.progress = [this](std::uint64_t done, std::uint64_t total, std::string_view what) { show_progress(done, total, what); };
  return control;
}

bool Context::stopped() const { return interrupt_seen(); }

int Context::finish(int status) {
  live.clear();
  return stopped() ? static_cast<int>(interrupted) : status;
}

std::string Context::program() const {
  std::string out = "banmen";
  for (const std::string& path : plugins) out += " --plugin " + for_shell(path);
  return out + (slow_rules ? " --slow-rules" : "");
}

Result<void> Context::load_plugins() {
  if (slow_rules) catalog.use_reference_interpreter();
  for (const std::string& path : plugins) {
    auto entry = TRY(load_plugin(path));
    TRY(catalog.add(std::move(entry)).map_error(about(path)));
  }
  return {};
}

void Context::show_progress(std::uint64_t done, std::uint64_t total, std::string_view what) {
  const double seconds = live.seconds();
  if (total == 0) return live.draw({fmt::format("{} {}, {}", grouped(done), what, duration(seconds))});
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const std::string figures = fmt::format("{:3.0f}%  {} of {} {}, {} left", share * 100, grouped(done), grouped(total), what,
                                          duration(done == 0 ? -1 : seconds / share - seconds));
  // The bar takes the rest of a narrow terminal.
  const std::size_t taken = columns(figures) + 4, width = terminal_size(STDERR_FILENO).columns;
  live.draw({width < taken + 5 ? figures : bar(done, total, std::min<std::size_t>(30, width - taken)) + " " + figures});
}

void Context::print(const Json& document) const {
  print_text(with_exact_texts(document).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void Context::draw(const Picture& picture) const {
  if (json) return;
  if (!colours()) return print_text(picture.plain());
  std::string out;
  for (const auto& line : picture.lines()) {
    for (const Span& span : line) out += coloured(span);
    out += '\n';
  }
  print_text(out);
}

void Context::print_text(std::string_view text) const { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view message) {
  // A message may quote a whole file.
  constexpr std::size_t longest = 2000;
  const bool cut_off = message.size() > longest;
  if (cut_off) {
    message = message.substr(0, longest);
    while (!message.empty() && (message.back() & 0xC0) == 0x80) message.remove_suffix(1);  // not inside a character
    if (!message.empty() && (message.back() & 0x80) != 0) message.remove_suffix(1);
  }
  std::string line = "banmen: ";
  while (!message.empty()) {
    const Character c = first_character(message);
    if (c.code == '\n')
      line += "\\n";
    else if (!c.valid || (c.code < 0xA0 && is_unprintable(c.code)))
      line += fmt::format("\\x{:02x}", static_cast<unsigned>(c.valid ? c.code : message[0] & 0xFF));
    else if (is_unprintable(c.code))
      line += fmt::format("\\u{:04x}", static_cast<unsigned>(c.code));
    else
      line += message.substr(0, c.bytes);
    message.remove_prefix(c.bytes);
  }
  std::fputs((line + (cut_off ? "…\n" : "\n")).c_str(), stderr);
}

void Context::print_page(const std::string& text) const { json ? print(Json{{"text", text}}) : print_text(text); }

void add_common_options(Command& program, Context& context) {
  program.add_flag("--json", context.json, "Print one JSON document on stdout and nothing else");
  program.add_flag("--quiet", context.quiet, "Print no progress on stderr");
  program.add_option("--plugin", context.plugins, "Load a game from a shared object")->type("FILE")->repeated();
  program.add_flag("--slow-rules", context.slow_rules, "Play rule files with the slow reference interpreter");
  program.add_option("--seed", context.seed, "Seed of all random numbers")->show_default();
}

Command add_command(Command& parent, Context& context, std::string name, std::string description, const std::string& examples,
                    std::function<Result<int>(Context&)> body) {
  return add_checked_command(parent, context, std::move(name), std::move(description), examples, {}, std::move(body));
}

Command add_checked_command(Command& parent, Context& context, std::string name, std::string description,
                            const std::string& examples, std::function<Result<void>(Context&)> check,
                            std::function<Result<int>(Context&)> body) {
  CLI::App* command = parent.app().add_subcommand(std::move(name), std::move(description));
  command->fallthrough();
  std::string footer = "Examples:\n";
  std::size_t start = 0;
  while (start < examples.size()) {
    const std::size_t end = std::min(examples.find('\n', start), examples.size());
    footer += "  " + examples.substr(start, end - start) + '\n';
    start = end + 1;
  }
  footer.pop_back();
  if (!examples.empty()) command->footer(footer);
  if (body)
    command->callback([&context, command, check = std::move(check), body = std::move(body)] {
      if (!command->get_subcommands().empty()) return;  // one of its own commands ran instead
      const auto run = [&]() -> Result<int> {
        if (check) TRY(check(context));
        if (context.dry) return static_cast<int>(done);
        TRY(context.load_plugins());
        return body(context);
      };
      context.outcome = run();
      // An error after Ctrl-C (for example of an engine that got it too) counts as an interruption.
      if (!context.outcome && context.stopped()) context.outcome.error().kind = ErrorKind::stopped;
    });
  return Command(command);
}

std::string for_shell(const std::string& argument) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("-_./:=,+@%", c) != nullptr || c >= 128; };
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain)) return argument;
  std::string out = "'";
  for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string data_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr && value[0] == '/' ? value : "");  // absolute paths only
  };
  if (const std::string data = set("XDG_DATA_HOME"); !data.empty()) return data + "/banmen";
  const std::string home = set("HOME");
  return home.empty() ? "" : home + "/.local/share/banmen";
}

std::string grouped(std::uint64_t number) { return fmt::format("{}", fmt::group_digits(number)); }

namespace {

using Table = Findings::DataTable;
using Column = Findings::Column;

/// Tables wider than this are shown row by row.
constexpr std::size_t widest_table = 160;
/// Lists and groups wrap beyond this column.
constexpr std::size_t widest_line = 118;

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string blanks(width - std::min(width, columns(text)), ' ');
  return to_the_right ? blanks + text : text + blanks;
}
const std::string& heading(const Column& column) { return column.title.empty() ? column.name : column.title; }
bool shown(const Figure& figure) { return !figure.hidden && !figure.tabled; }
bool is_number(const Column& column) { return column.kind == Column::Kind::integer || column.kind == Column::Kind::real; }

void show_indented(const Context& context, const Findings& findings, const std::string& indent);

/// Prints parts on one line, or wrapped to several.
void show_parts(const Context& context, const std::string& head, const std::vector<std::string>& parts) {
  std::string line = head;
  for (const std::string& part : parts) {
    if (line.size() > head.size() && columns(line) + columns(part) > widest_line) {
      context.say("{}", line);
      line = std::string(columns(head), ' ');
    }
    line += "  " + part;
  }
  context.say("{}", line);
}

/// "games 481", "draws 19", … of a group of single values; empty for any other group.
std::vector<std::string> single_values(const Findings& group) {
  std::vector<std::string> parts;
  for (const auto& entry : group.entries) {
    const auto* figure = std::get_if<Figure>(&entry);
    if (figure == nullptr || figure->error || !figure->words.empty() || !figure->unit.empty()) return {};
    const auto& value = figure->value.value;
    if (std::holds_alternative<Datum::List>(value) || std::holds_alternative<Datum::Group>(value)) return {};
    if (!figure->hidden && !figure->tabled) parts.push_back(figure->name + " " + text_of(figure->value, figure->digits));
  }
  return parts;
}

void show_figure(const Context& context, const Figure& figure, std::size_t width, const std::string& indent) {
  const std::string head = indent + padded(figure.name, width, false);
  if (const auto* group = std::get_if<Datum::Group>(&figure.value.value)) {
    if (const auto parts = single_values(**group); !parts.empty()) return show_parts(context, head, parts);
    context.say("{}{}", indent, figure.name);
    return show_indented(context, **group, indent + "  ");
  }
  std::string beside;
  if (figure.error) beside += (figure.exact ? ", error at most " : " ± ") + text_of(*figure.error);
  if (!figure.unit.empty()) beside += " " + figure.unit;
  if (!figure.words.empty()) beside += "  (" + figure.words + ")";
  const std::string line = head + "  " + text_of(figure.value, figure.digits) + beside;
  const auto* list = std::get_if<Datum::List>(&figure.value.value);
  if (list == nullptr || list->empty() || columns(line) <= widest_line) return context.say("{}", line);
  std::vector<std::string> parts;
  for (const Datum& one : *list) parts.push_back(text_of(one, figure.digits));
  parts.back() += beside;
  show_parts(context, head, parts);
}

void show_rows(const Context& context, const Table& table, const std::vector<std::size_t>& shown) {
  std::size_t width = 0;
  for (const std::size_t c : shown) width = std::max(width, columns(heading(table.columns[c])) + (c == shown.front() ? 0 : 2));
  for (const auto& row : table.rows) {
    bool first = true;
    for (const std::size_t c : shown) {
      const auto* list = std::get_if<Datum::List>(&row[c].value);
      if (!row[c].known() || (list != nullptr && list->empty())) continue;
      context.say("{}{}  {}", first ? "" : "  ", padded(heading(table.columns[c]), width - (first ? 0 : 2), false),
                  text_of(row[c], table.columns[c].digits));
      first = false;
    }
  }
}

void show_table(const Context& context, const Table& table) {
  std::vector<std::size_t> shown, width;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (!table.columns[c].hidden) shown.push_back(c);
  std::size_t sum = 0;
  std::vector<std::vector<std::string>> cells(table.rows.size());
  for (const std::size_t c : shown) {
    std::size_t most = columns(heading(table.columns[c]));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      cells[r].push_back(table.rows[r][c].known() ? text_of(table.rows[r][c], table.columns[c].digits) : "-");
      most = std::max(most, columns(cells[r].back()));
    }
    width.push_back(most);
    sum += most + 2;
  }
  if (!table.help.empty()) context.say("{}", table.help);
  // The last column does not count.
  if (!width.empty() && sum - width.back() > widest_table) return show_rows(context, table, shown);
  const auto say_line = [&](const auto& cell) {
    std::string line;
    for (std::size_t k = 0; k < shown.size(); ++k)
      line += (k == 0 ? "" : "  ") + padded(cell(k), width[k], is_number(table.columns[shown[k]]));
    line.erase(line.find_last_not_of(' ') + 1);
    context.say("{}", line);
  };
  say_line([&](std::size_t k) { return heading(table.columns[shown[k]]); });
  for (const auto& row : cells) say_line([&](std::size_t k) { return row[k]; });
}

void show_indented(const Context& context, const Findings& findings, const std::string& indent) {
  std::size_t width = 0;
  for (const auto& entry : findings.entries)
    if (const auto* figure = std::get_if<Figure>(&entry); figure != nullptr && shown(*figure))
      width = std::max(width, columns(figure->name));
  for (const auto& entry : findings.entries) {
    if (const auto* figure = std::get_if<Figure>(&entry)) {
      if (shown(*figure)) show_figure(context, *figure, width, indent);
    } else if (const auto* table = std::get_if<Table>(&entry)) {
      if (!table->rows.empty()) show_table(context, *table);
    } else {
      context.draw(std::get<Findings::Drawing>(entry).picture);
    }
  }
}

}  // namespace

std::string text_of(const Datum& datum, int digits) {
  return std::visit(
      [&](const auto& value) -> std::string {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, std::monostate>) return "not known";
        if constexpr (std::is_same_v<V, bool>) return value ? "yes" : "no";
        if constexpr (std::is_same_v<V, std::int64_t>)
          return (value < 0 ? "-" : "") +
                 grouped(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
        if constexpr (std::is_same_v<V, double>)
          return digits >= 0 ? fmt::format("{:.{}f}", value, digits) : fmt::format("{:.6g}", value);
        if constexpr (std::is_same_v<V, std::string>) return value;
        if constexpr (std::is_same_v<V, Datum::List>) {
          std::vector<std::string> parts;
          bool numbers = true, phrases = false;
          for (const Datum& one : value) {
            const auto* whole = std::get_if<std::int64_t>(&one.value);
            parts.push_back(whole != nullptr ? std::to_string(*whole) : text_of(one, digits));
            numbers &= whole != nullptr;
            phrases |= parts.back().find(' ') != std::string::npos;
          }
          return parts.empty() ? "-" : join(parts, numbers ? "," : phrases ? "; " : " ");
        }
        if constexpr (std::is_same_v<V, Datum::Group>) {
          std::vector<std::string> parts;
          for (const Figure& figure : value->figures()) parts.push_back(figure.name + " " + text_of(figure.value, figure.digits));
          return join(parts, ", ");
        }
      },
      datum.value);
}

void show(const Context& context, const Findings& findings) { show_indented(context, findings, ""); }

bool is_own_file(const std::string& name) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || std::filesystem::exists(name, ignored);
}

Result<rules::Text> rule_text(const std::string& name) {
  if (!is_own_file(name)) {
    if (auto text = rules::library_text(name)) return std::move(*text);
    return fail("there is no file '" + name + "', nor a game of that name in the library");
  }
  auto content = TRY(read_file(name, rules::longest_text));
  // With a folder, so that files that it extends are found next to it.
  return rules::Text{name.find('/') == std::string::npos ? "./" + name : name, std::move(content)};
}

}  // namespace banmen::app
