#include "app/findings_text.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "host/terminal.hpp"

namespace banmen::app {
namespace {

using Table = Findings::Table;
using Column = Findings::Column;

/// Tables wider than this are shown row by row.
constexpr std::size_t widest_table = 160;
/// Values of a list or a group go on in a new line beyond this.
constexpr std::size_t widest_line = 118;

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string blanks(width - std::min(width, columns(text)), ' ');
  return to_the_right ? blanks + text : text + blanks;
}
const std::string& heading(const Column& column) { return column.title.empty() ? column.name : column.title; }
bool shown(const Figure& figure) { return !figure.hidden && !figure.tabled; }
bool is_number(const Column& column) { return column.kind == Column::Kind::integer || column.kind == Column::Kind::real; }

void show_indented(const Context& context, const Findings& findings, const std::string& indent);

/// Parts of a line, which becomes several where they are too many.
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

/// "games 481", "draws 19", … where a group holds single values and nothing else; otherwise nothing.
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
  // The last column may be as long as it likes: nothing stands behind it.
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

}  // namespace banmen::app
