#include "catalog/scene_json.hpp"

#include <type_traits>

namespace banmen::scene {
namespace {

template <std::size_t N, class Kind>
const char* name(const char* const (&names)[N], Kind kind) {
  return names[static_cast<std::size_t>(kind)];
}

Json json(const Place& place) { return place.site.empty() ? Json{place.x, place.y} : Json(place.site); }

Json json(const std::vector<Place>& places) {
  Json list = Json::array();
  for (const Place& place : places) list.push_back(json(place));
  return list;
}

Json json(Seat turn) { return turn == over ? Json("over") : turn == chance ? Json("chance") : Json(static_cast<int>(turn)); }

template <class T>
void put(Json& object, const char* field, const std::optional<T>& value) {
  if (value) object[field] = *value;
}

Json json(const Site& site) {
  Json out{{"id", site.id}, {"at", site.at}, {"size", site.size}, {"shape", name(shapes, site.shape)}};
  put(out, "dir", site.dir);
  put(out, "owner", site.owner);
  out["say"] = to_json(site.say);
  return out;
}

Json json(const Piece& piece) {
  Json out{{"kind", name(piece_kinds, piece.kind)}, {"at", json(piece.at)}};
  put(out, "seat", piece.seat);
  put(out, "count", piece.count);
  put(out, "turn", piece.turn);
  if (!piece.face.empty()) out["face"] = piece.face;
  put(out, "value", piece.value);
  if (!piece.strokes.empty()) out["strokes"] = piece.strokes;
  if (piece.used) out["used"] = true;
  return out;
}

Json json(const std::vector<Mark>& marks) {
  Json list = Json::array();
  for (const Mark& mark : marks) {
    Json out{{"kind", name(mark_kinds, mark.kind)}};
    if (!mark.sites.empty()) out["sites"] = json(mark.sites);
    if (!mark.path.empty()) out["path"] = json(mark.path);
    put(out, "seat", mark.seat);
    if (mark.label) out["label"] = to_json(*mark.label);
    list.push_back(std::move(out));
  }
  return list;
}

Json json(const Pick& pick) {
  Json out = Json::object();
  switch (pick.kind) {
    case Pick::Kind::site: out["site"] = json(pick.at); break;
    case Pick::Kind::piece: out["piece"] = pick.name; break;
    case Pick::Kind::drag: out["drag"] = {json(pick.at), json(pick.to)}; break;
    case Pick::Kind::key: out["key"] = pick.name; break;
  }
  put(out, "value", pick.value);
  return out;
}

struct Writer {
  Json operator()(const step::Move& s) const { return {{"do", "move"}, {"from", json(s.from)}, {"to", json(s.to)}}; }
  Json operator()(const step::Put& s) const { return {{"do", "put"}, {"piece", json(s.piece)}}; }
  Json operator()(const step::Take& s) const {
    Json out{{"do", "take"}, {"at", json(s.at)}};
    put(out, "count", s.count);
    if (s.to) out["to"] = json(*s.to);
    return out;
  }
  Json operator()(const step::Drop& s) const { return {{"do", "drop"}, {"at", json(s.at)}, {"count", s.count}}; }
  Json operator()(const step::Sow& s) const { return {{"do", "sow"}, {"from", json(s.from)}, {"over", json(s.over)}}; }
  Json operator()(const step::Carry& s) const { return {{"do", "carry"}, {"from", json(s.from)}, {"to", json(s.to)}}; }
  Json operator()(const step::Flip& s) const { return {{"do", "flip"}, {"at", json(s.at)}, {"seat", s.seat}}; }
  Json operator()(const step::Turn& s) const { return {{"do", "turn"}, {"at", json(s.at)}, {"turn", s.turn}}; }
  Json operator()(const step::Roll& s) const { return {{"do", "roll"}, {"values", s.values}}; }
  Json operator()(const step::Say& s) const { return {{"do", "say"}, {"text", to_json(s.text)}}; }
  Json operator()(const step::Again& s) const {
    return {{"do", "again"}, {"from", s.from}, {"period", s.period}, {"shift", s.shift}};
  }
  Json operator()(const step::MarkUp& s) const {
    Json out{{"do", "mark"}, {"marks", json(s.marks)}, {"turn", json(s.turn)}};
    if (s.banner) out["banner"] = to_json(*s.banner);
    return out;
  }
  Json operator()(const step::Set& s) const { return {{"do", "set"}, {"scene", to_json(s.scene)}}; }
};

}  // namespace

Json to_json(const Text& text) {
  if (text.key.empty()) return {{"plain", text.plain}};
  Json out{{"key", text.key}};
  for (const auto& [name, value] : text.args) std::visit([&](const auto& one) { out["args"][name] = one; }, value);
  return out;
}

Json to_json(const Layout& layout) {
  Json view{{"bounds", layout.view.bounds}, {"turns", layout.view.turns}, {"portrait", layout.view.rotate ? "rotate" : "keep"}};
  if (layout.view.unbounded) view["unbounded"] = true;
  Json out{{"v", 1}, {"game", layout.game}, {"tone", layout.tone}, {"view", std::move(view)}};
  if (layout.grid) {
    out["grid"] = {
        {"cols", layout.grid->columns}, {"rows", layout.grid->rows}, {"names", layout.grid->a1_bottom ? "a1-bottom" : "a1-top"}};
    if (layout.grid->checker) out["grid"]["checker"] = true;
  }
  for (const Site& site : layout.sites) out["sites"].push_back(json(site));
  if (!layout.track.empty()) out["track"] = layout.track;
  for (const auto& [from, to] : layout.lines) out["lines"].push_back(Json{from, to});
  for (const Zone& zone : layout.zones) {
    Json one{{"id", zone.id}, {"box", zone.box}};
    put(one, "seat", zone.seat);
    one["say"] = to_json(zone.say);
    out["zones"].push_back(std::move(one));
  }
  for (const Tray& tray : layout.trays) {
    Json one{{"id", tray.id}, {"kind", name(tray_kinds, tray.kind)}, {"at", tray.at}, {"size", tray.size}};
    put(one, "seat", tray.seat);
    one["say"] = to_json(tray.say);
    out["trays"].push_back(std::move(one));
  }
  for (const Decor& decor : layout.decor)
    out["decor"].push_back({{"kind", name(decor_kinds, decor.kind)}, {"from", decor.from}, {"to", decor.to}});
  for (const Text& seat : layout.seats) out["seats"].push_back(to_json(seat));
  return out;
}

Json to_json(const Scene& scene) {
  Json out{{"turn", json(scene.turn)}, {"pieces", Json::array()}, {"marks", json(scene.marks)}};
  for (const Piece& piece : scene.pieces) out["pieces"].push_back(json(piece));
  if (scene.banner) out["banner"] = to_json(*scene.banner);
  return out;
}

Json to_json(const std::vector<Step>& steps) {
  Json list = Json::array();
  for (const Step& step : steps) list.push_back(std::visit(Writer{}, step));
  return list;
}

Json to_json(const Choices& choices) {
  if (const auto* listed = std::get_if<Listed>(&choices)) return {{"form", "list"}, {"moves", listed->moves}};
  if (const auto* tree = std::get_if<Tree>(&choices)) {
    Json out{{"form", "tree"}, {"asks", Json::array()}, {"nodes", Json::array()}};
    for (const Text& ask : tree->asks) out["asks"].push_back(to_json(ask));
    for (const Tree::Node& node : tree->nodes) {
      Json picks = Json::array();
      for (const Tree::Branch& branch : node.picks) {
        Json pick = json(branch.pick);
        std::visit([&](const auto& next) { pick["next"] = next; }, branch.next);
        picks.push_back(std::move(pick));
      }
      out["nodes"].push_back({{"ask", node.ask}, {"picks", std::move(picks)}});
    }
    return out;
  }
  const auto& facets = std::get<Facets>(choices);
  Json out{{"form", "facets"}, {"facets", Json::array()}, {"moves", facets.moves}};
  for (const Facets::Facet& facet : facets.facets) {
    Json options = Json::array();
    for (const Facets::Option& option : facet.options) {
      Json one = json(option.pick);
      one["text"] = option.text;
      options.push_back(std::move(one));
    }
    out["facets"].push_back({{"ask", to_json(facet.ask)}, {"options", std::move(options)}});
  }
  return out;
}

}  // namespace banmen::scene
