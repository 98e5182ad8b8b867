#include "serve/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "catalog/scene_json.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"
#include "play/documents.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {

namespace {

/// Who sits there, as records say it: "human Ada", or the agent with its parameters.
std::string seat_line(const SeatWish& wish, const Engaged& agent) {
  if (!wish.person) return agent.name;
  return wish.name.empty() ? person : std::string(person) + " " + wish.name;
}

}  // namespace

std::vector<SeatWish> seat_wishes(Fields& fields) {
  std::vector<SeatWish> wishes;
  const Json* all = fields.list("seats");
  if (all == nullptr) {
    fields.refuse({"'seats' must be given, as a list", "[{\"who\":\"human\"},{\"who\":\"agent\",\"agent\":\"random\"}]"});
    return wishes;
  }
  for (const Json& one : *all) {
    if (!one.is_object()) {
      fields.refuse({"a seat must be an object", "{\"who\":\"human\"}"});
      return wishes;
    }
    Fields seat(one);
    SeatWish wish;
    const std::string who = seat.needed_text("who");
    wish.person = who == "human";
    wish.name = seat.text("name");
    // It stands on one line of a record, where " ;" begins a comment.
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (std::any_of(wish.name.begin(), wish.name.end(), is_control) || (" " + wish.name).find(" ;") != std::string::npos)
      seat.refuse(
          {"a person's name has a line break, another control character or ' ;' in it", "it must fit on one line of a record"});
    constexpr std::size_t longest_name = 80;
    wish.name = cut(wish.name, longest_name);
    wish.agent = seat.text("agent");
    if (!who.empty() && who != "human" && who != "agent")
      seat.refuse({"nobody is '" + who.substr(0, 40) + "'", "'who' is human or agent"});
    if (who == "agent" && wish.agent.empty()) seat.refuse({"'agent' must be given, as a text", "such as uct:playouts=500"});
    if (const auto read = seat.finish(); !read) {
      fields.refuse(read.error());
      return wishes;
    }
    wishes.push_back(std::move(wish));
  }
  return wishes;
}

Result<Opened> open_at(const Whitelist& offer, const std::string& game, const std::string& position,
                       const std::vector<std::string>& moves) {
  auto shared = offer.share(game);
  if (!shared) return fail(shared.error());
  Opened opened{std::move(*shared), nullptr};
  opened.session = opened.game->session();
  if (!position.empty())
    if (const auto set = opened.session->restart(position); !set) {
      Error error = set.error();
      error.where = "position";
      return fail(std::move(error));
    }
  for (std::size_t k = 0; k < moves.size(); ++k)
    if (const auto played = opened.session->play(moves[k]); !played) {
      Error error = played.error();
      error.where = fmt::format("moves[{}]", k);
      return fail(std::move(error));
    }
  return opened;
}

Json turn_json(Seat turn) { return turn == chance ? Json("chance") : turn == over ? Json("over") : Json(static_cast<int>(turn)); }

std::vector<std::string> picture_lines(const Session& session) {
  std::vector<std::string> lines;
  const std::string plain = session.picture().plain();
  for (const std::string_view line : split(plain, '\n'))
    if (!line.empty()) lines.emplace_back(line);
  return lines;
}

Result<std::vector<Table::Sitting>> Table::sit_down(const Whitelist& offer, const OpenGame& game,
                                                    const std::vector<SeatWish>& wishes) {
  if (wishes.size() != static_cast<std::size_t>(game.players()))
    return fail(fmt::format("{} has {} seats, but {} players are named", game.name(), game.players(), wishes.size()),
                "name one for each: human or an agent");
  std::vector<Sitting> seats;
  for (const SeatWish& wish : wishes) {
    Sitting sitting{wish, {}};
    if (!wish.person) {
      auto agent = offer.engage(game, wish.agent);
      if (!agent) return fail(agent.error());
      sitting.agent = std::move(*agent);
    }
    seats.push_back(std::move(sitting));
  }
  return seats;
}

Result<Table> Table::open(const Whitelist& offer, Opened opened, const std::vector<SeatWish>& wishes, std::uint64_t seed,
                          bool paused) {
  auto seats = sit_down(offer, *opened.game, wishes);
  if (!seats) return fail(seats.error());
  std::vector<std::string> names;
  for (const Sitting& seat : *seats) names.push_back(seat_line(seat.wish, seat.agent));
  Table table(LiveGame(std::move(opened.game), std::move(opened.session), std::move(names), seed), std::move(*seats));
  table.paused = paused;
  return table;
}

void Table::let_go() {
  for (Sitting& seat : seats_) seat.agent.memory.reset();
}

void Table::take_back(const Whitelist& offer) {
  for (Sitting& seat : seats_)
    if (auto memory = offer.reserve(seat.agent.mib)) seat.agent.memory = std::move(*memory);
}

Result<void> Table::sit(const Whitelist& offer, const std::vector<SeatWish>& wishes) {
  let_go();  // what those have who stand up is there for those who sit down
  auto seats = sit_down(offer, game_.open_game(), wishes);
  if (!seats) {
    take_back(offer);
    return fail(seats.error());
  }
  std::vector<std::string> names;
  for (const Sitting& seat : *seats) names.push_back(seat_line(seat.wish, seat.agent));
  if (const auto seated = game_.seat(std::move(names)); !seated) return seated;
  seats_ = std::move(*seats);
  return {};
}

const std::string& Table::agent_on_turn() const { return seats_[static_cast<std::size_t>(game_.session().turn())].agent.shown; }

void add_board(Json& message, const LiveGame& game) {
  const Session& session = game.session();
  message["game"] = game.open_game().name();
  message["ply"] = session.history().size();
  message["start"] = session.start();
  message["history"] = session.history();
  message["layout"] = layout_document(game.open_game(), session);
  message["scene"] = scene::to_json(session.scene());
  message["picture"] = picture_lines(session);
}

void add_standing(Json& message, const LiveGame& game, const Json& choices, const std::string& verdict) {
  const Session& session = game.session();
  const auto result = session.result();
  message["choices"] = choices;
  message["position"] = session.position();
  message["turn"] = game.is_over() ? Json("over") : turn_json(session.turn());
  message["score"] = session.score();
  message["result"] = result ? Json(*result) : Json(nullptr);
  message["ended"] = ended_document(game, verdict);
}

Json last_move(const LiveGame& game, Seat mover) {
  const Session& session = game.session();
  Json message = {{"type", "moved"},
                  {"ply", session.history().size() - 1},
                  {"seat", turn_json(mover)},
                  {"move", session.history().back()},
                  {"steps", scene::to_json(session.steps())}};
  if (!session.has_layout()) message["picture"] = picture_lines(session);
  return message;
}

Json ended_document(const LiveGame& game, const std::string& verdict) {
  const auto& ending = game.ending();
  if (!ending) return nullptr;
  Json out = {{"how", ending->how}, {"seat", nullptr}};
  for (Seat seat = 0; seat < game.open_game().players(); ++seat)
    if (game.open_game().seat_name(seat) == ending->seat) out["seat"] = static_cast<int>(seat);
  if (!verdict.empty()) out["verdict"] = verdict;
  return out;
}

Json seed_document(std::uint64_t seed) {
  constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;  // of numbers in a browser
  return seed <= most_exact ? Json(seed) : Json(std::to_string(seed));
}

namespace {

Result<Json> nodes_message(const Session& session, std::size_t node, bool chooses) {
  const scene::Choices ways = chooses ? session.ways_to_move() : scene::Choices(scene::Tree{});
  const auto* tree = std::get_if<scene::Tree>(&ways);
  std::optional<Json> nodes;
  if (tree != nullptr && write(scene::to_json(ways)).size() > longest_choices)
    if (const auto parts = ChoiceParts::of(*tree, longest_choices)) nodes = parts->from(node);
  if (!nodes) return fail(fmt::format("the choices have no node {} that is still to be sent", node));
  return Json{{"type", "choices"}, {"ply", session.history().size()}, {"node", node}, {"nodes", std::move(*nodes)}};
}

Json choices_message(const Session& session, std::string_view begins, bool chooses) {
  Json listed = Json::array();
  std::size_t bytes = 0, count = 0;
  if (chooses)
    for (const std::string& move : session.moves()) {
      if (!move.starts_with(begins)) continue;
      ++count;
      bytes += move.size() + 3;
      if (bytes <= longest_choices) listed.push_back(move);
    }
  Json choices = {{"form", "list"}, {"moves", listed}};
  if (listed.size() < count) {
    choices["cut"] = true;
    choices["count"] = count;
  }
  return {{"type", "choices"}, {"ply", session.history().size()}, {"begins", begins}, {"choices", choices}};
}

/// At least as many bytes as the document takes once it is written.
std::size_t most_bytes(const Json& document) {
  const auto of_text = [](const std::string& text) {
    std::size_t bytes = 2;
    for (const unsigned char c : text) bytes += c < ' ' ? 6 : c >= 0x80 ? 3 : c == '"' || c == '\\' ? 2 : 1;
    return bytes;
  };
  if (document.is_string()) return of_text(document.get_ref<const std::string&>());
  if (!document.is_structured()) return 24;
  std::size_t bytes = 2;
  for (auto it = document.begin(); it != document.end(); ++it)
    bytes += most_bytes(*it) + 1 + (document.is_object() ? of_text(it.key()) + 1 : 0);
  return bytes;
}

}  // namespace

Json choices_of(const Session& session) {
  const scene::Choices ways = session.ways_to_move();
  Json all = scene::to_json(ways);
  // Mostly a bound shows that they fit, and only the message is written.
  if (most_bytes(all) <= longest_choices || write(all).size() <= longest_choices) return all;
  if (const auto* tree = std::get_if<scene::Tree>(&ways))
    if (const auto parts = ChoiceParts::of(*tree, longest_choices)) return parts->first();
  // A game from outside may have a million moves in no order: of these the page takes notation, and asks by how moves begin.
  return choices_message(session, {}, true)["choices"];
}

Json Table::choices() const { return game_.persons_turn() ? choices_of(game_.session()) : Json(nullptr); }

Result<Json> answer_choices(const Json& request, const Session& session, bool chooses) {
  Fields fields(request);
  const std::string begins = fields.text("begins");
  const auto node = fields.number("node", 0, 1'000'000'000);
  const auto ply = fields.number("ply", 0, 1'000'000'000);
  if (const std::size_t now = session.history().size(); ply && *ply != now)
    fields.refuse({fmt::format("these choices were of ply {}, and the game is at ply {}", *ply, now), {}});
  if (const auto read = fields.finish(); !read) return fail(read.error());
  if (node) return nodes_message(session, *node, chooses);
  return choices_message(session, begins, chooses);
}

Result<Json> Table::answer_choices(const Json& request) const {
  return serve::answer_choices(request, game_.session(), game_.persons_turn());
}

Json Table::table_message() const {
  Json seats = Json::array();
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const Sitting& seat = seats_[k];
    Json one = {
        {"seat", k}, {"name", game_.session().seat_name(static_cast<Seat>(k))}, {"who", seat.wish.person ? "human" : "agent"}};
    if (!seat.wish.name.empty()) one["person"] = seat.wish.name;
    if (!seat.wish.person) one["agent"] = seat.agent.shown;
    seats.push_back(std::move(one));
  }
  Json message = {{"type", "table"}, {"seats", seats}, {"paused", paused}, {"seed", seed_document(game_.seed())}};
  add_board(message, game_);
  add_standing(message, game_, choices(), verdict_);
  return message;
}

Json Table::moved_message(Seat mover) const {
  Json message = last_move(game_, mover);
  add_standing(message, game_, choices(), verdict_);
  return message;
}

Json Table::ended_message() const {
  Json message = ended_document(game_, verdict_);
  const auto result = game_.session().result();
  message["type"] = "ended";
  message["result"] = result ? Json(*result) : Json(nullptr);
  return message;
}

namespace {

using scene::Tree;

/// Nodes that can be come to from one, in that order, as long as `wanted` says so of each.
template <class Wanted>
void walk(const Tree& tree, std::size_t from, Wanted&& wanted) {
  std::vector<bool> seen(tree.nodes.size());
  std::vector<std::size_t> order{from};
  seen[from] = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!wanted(order[k])) return;
    for (const Tree::Branch& branch : tree.nodes[order[k]].picks)
      if (const auto* next = std::get_if<std::size_t>(&branch.next); next != nullptr && !seen[*next]) {
        seen[*next] = true;
        order.push_back(*next);
      }
  }
}

Json node_json(const Tree::Node& node) { return scene::to_json(scene::Choices(Tree{{}, {node}}))["nodes"][0]; }

}  // namespace

std::optional<ChoiceParts> ChoiceParts::of(const Tree& tree, std::size_t most) {
  std::vector<std::size_t> number(tree.nodes.size());
  Tree ordered{tree.asks, {}};
  bool fits = true;
  walk(tree, 0, [&](std::size_t node) {
    number[node] = ordered.nodes.size();
    ordered.nodes.push_back(tree.nodes[node]);
    return fits = write(node_json(tree.nodes[node])).size() <= most;
  });
  if (!fits) return std::nullopt;
  for (Tree::Node& node : ordered.nodes)
    for (Tree::Branch& branch : node.picks)
      if (auto* next = std::get_if<std::size_t>(&branch.next)) *next = number[*next];
  return ChoiceParts(std::move(ordered));
}

std::vector<std::pair<std::size_t, Json>> ChoiceParts::beginning_at(std::size_t node) const {
  std::vector<std::pair<std::size_t, Json>> nodes;
  std::size_t bytes = 0;
  walk(tree_, node, [&](std::size_t next) {
    Json one = node_json(tree_.nodes[next]);
    bytes += write(one).size();
    if (!nodes.empty() && bytes > part) return false;
    nodes.emplace_back(next, std::move(one));
    return true;
  });
  return nodes;
}

Json ChoiceParts::first() const {
  Json out = scene::to_json(scene::Choices(Tree{tree_.asks, {}}));
  for (auto& [number, node] : beginning_at(0)) out["nodes"].push_back(std::move(node));
  out["cut"] = true;
  return out;
}

std::optional<Json> ChoiceParts::from(std::size_t node) const {
  if (node >= tree_.nodes.size()) return std::nullopt;
  Json nodes = Json::object();
  for (auto& [number, one] : beginning_at(node)) nodes[std::to_string(number)] = std::move(one);
  return nodes;
}

}  // namespace banmen::serve
