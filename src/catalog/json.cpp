#include "catalog/json.hpp"

#include <algorithm>
#include <cmath>

namespace banmen {
namespace {

/// Unit, error, count and remark of a figure.
Json remarks_of(const Figure& figure) {
  Json out = Json::object();
  if (!figure.unit.empty()) out["unit"] = figure.unit;
  if (figure.error) out[figure.exact ? "error_bound" : "standard_error"] = *figure.error;
  if (figure.n != 1) out["n"] = figure.n;
  if (!figure.exact) out["exact"] = false;
  if (!figure.words.empty()) out["words"] = figure.words;
  return out;
}

bool too_large(const Json& value) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  return value.is_number_integer() && (value.get<std::int64_t>() > most || value.get<std::int64_t>() < -most);
}

}  // namespace

Json with_exact_texts(const Json& document) {
  if (document.is_array()) {
    Json list = Json::array();
    for (const Json& one : document) list.push_back(with_exact_texts(one));
    return list;
  }
  if (!document.is_object()) return document;
  Json out = Json::object();
  for (const auto& [name, value] : document.items()) {
    out[name] = with_exact_texts(value);
    if (too_large(value)) out[name + "_text"] = value.dump();
    if (!value.is_array() || std::none_of(value.begin(), value.end(), too_large)) continue;
    Json& texts = out[name + "_text"] = Json::array();
    for (const Json& one : value) texts.push_back(one.is_number_integer() ? Json(one.dump()) : one);
  }
  return out;
}

Json to_json(const Datum& datum) {
  return std::visit(
      [](const auto& value) -> Json {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<V, Datum::List>) {
          Json list = Json::array();
          for (const Datum& one : value) list.push_back(to_json(one));
          return list;
        } else if constexpr (std::is_same_v<V, Datum::Group>) {
          return to_json(*value);
        } else if constexpr (std::is_same_v<V, double>) {
          return std::isfinite(value) ? Json(value) : Json(nullptr);
        } else {
          return value;
        }
      },
      datum.value);
}

void add_to(Json& object, const Figures& figures) {
  for (const Figure& figure : figures) object[figure.name] = to_json(figure.value);
}

Json to_json(const Figures& figures) {
  Json object = Json::object();
  add_to(object, figures);
  return object;
}

Json to_json(const Findings& findings) {
  Json out = Json::object(), remarks = Json::object();
  for (const Findings::Entry& entry : findings.entries) {
    if (const auto* figure = std::get_if<Figure>(&entry)) {
      if (figure->tabled) continue;
      out[figure->name] = to_json(figure->value);
      if (Json more = remarks_of(*figure); !more.empty()) remarks[figure->name] = std::move(more);
    } else if (const auto* table = std::get_if<Findings::DataTable>(&entry)) {
      Json& rows = out[table->name] = Json::array();
      for (const auto& row : table->rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i) object[table->columns[i].name] = to_json(row[i]);
        rows.push_back(std::move(object));
      }
    }
  }
  if (!remarks.empty()) out["figures"] = std::move(remarks);
  return out;
}

Json to_json(const std::vector<Parameter>& parameters) {
  Json out = Json::array();
  for (const Parameter& p : parameters)
    out.push_back({{"name", p.name}, {"type", p.type()}, {"default", p.fallback}, {"range", p.range()}, {"help", p.help}});
  return out;
}

}  // namespace banmen
