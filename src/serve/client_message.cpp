#include "serve/client_message.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/characters.hpp"
#include "core/text.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {
namespace {

constexpr std::uint64_t most_plies = 1'000'000'000;

std::optional<std::size_t> ply_field(Fields& fields) { return fields.number("ply", 0, most_plies); }

std::optional<Seat> seat_field(Fields& fields, int players) {
  const auto seat = fields.number("seat", 0, static_cast<std::uint64_t>(std::max(players, 1) - 1));
  return seat ? std::optional(static_cast<Seat>(*seat)) : std::nullopt;
}

std::string name_field(Fields& fields, bool mend = false) {
  auto name = checked_name(fields.text("name"), mend);
  if (name) return *name;
  fields.refuse(name.error());
  return {};
}

template <class Enum>
Enum one_of(Fields& fields, const char* field) {
  const std::string text = fields.needed_text(field);
  if (const auto found = of_word<Enum>(text)) return *found;
  const auto words = words_of(Enum{});
  fields.refuse({fmt::format("'{}' is not a valid '{}'", text.substr(0, 40), field),
                 suggest(text.substr(0, 40), {words.begin(), words.end()})});
  return {};
}

ClientMessage join(Fields& fields, int) {
  if (fields.has("table")) {
    JoinTable out;
    out.table = fields.needed_text("table");
    out.token = fields.text("token");
    out.host = fields.text("host");
    out.join = fields.text("join");
    out.name = name_field(fields);
    out.ply = ply_field(fields);
    return out;
  }
  JoinGame out;
  out.game = fields.needed_text("game");
  out.position = fields.text("position");
  out.moves = fields.texts("moves");
  out.seats = read_seats(fields, false);
  out.seed = fields.number("seed", 0, ~std::uint64_t{0});
  out.paused = fields.flag("paused");
  return out;
}

ClientMessage move(Fields& fields, int) {
  MakeMove out{ply_field(fields), fields.needed_text("move")};
  if (!out.ply) fields.refuse({"'ply' is required: the number of moves before this one", {}});
  return out;
}

ClientMessage choices(Fields& fields, int) {
  AskChoices out;
  out.begins = fields.text("begins");
  out.node = fields.number("node", 0, most_plies);
  out.ply = ply_field(fields);
  return out;
}

ClientMessage seats(Fields& fields, int) { return TakeSeats{read_seats(fields, false)}; }

ClientMessage end(Fields& fields, int players) {
  EndGame out{fields.needed_text("how"), seat_field(fields, players)};
  if (out.how != "resigned" && out.how != "draw" && out.how != "time")
    fields.refuse({"unknown ending '" + out.how.substr(0, 40) + "'", "expected resigned, draw or time"});
  return out;
}

ClientMessage sit(Fields& fields, int players) {
  Sit out;
  out.seat = seat_field(fields, players);
  out.name = name_field(fields);
  out.join = fields.text("join");
  return out;
}

ClientMessage offer(Fields& fields, int) { return MakeOffer{one_of<OfferWhat>(fields, "what")}; }

ClientMessage answer(Fields& fields, int) {
  const auto what = one_of<OfferWhat>(fields, "what");
  return AnswerOffer{what, fields.flag("yes")};
}

ClientMessage claim(Fields& fields, int players) {
  const auto seat = seat_field(fields, players);
  const auto how = one_of<ClaimHow>(fields, "how");
  if (!seat) fields.refuse({"'seat' is required: the seat that has left", {}});
  return Claim{seat.value_or(0), how};
}

ClientMessage free_seat(Fields& fields, int players) {
  const auto seat = seat_field(fields, players);
  if (!seat) fields.refuse({"'seat' is required", {}});
  return FreeSeat{seat.value_or(0)};
}

ClientMessage analyse(Fields& fields, int) {
  Analyse out;
  out.id = fields.label("id");
  out.game = fields.needed_text("game");
  out.position = fields.text("position");
  out.moves = fields.texts("moves");
  out.agent = fields.text("agent");
  out.lines = static_cast<int>(fields.number("lines", 1, 100).value_or(3));
  return out;
}

template <class Message>
ClientMessage plain(Fields&, int) {
  return Message{};
}

struct Reader {
  std::string_view type;
  ClientMessage (*read)(Fields& fields, int players);
};
constexpr Reader readers[] = {
    {"join", join},
    {"move", move},
    {"undo", plain<Undo>},
    {"seats", seats},
    {"end", end},
    {"pause", plain<Pause>},
    {"go", plain<Go>},
    {"step", plain<Step>},
    {"choices", choices},
    {"analyse", analyse},
    {"stop", plain<StopAnalysis>},
    {"sit", sit},
    {"stand", plain<Stand>},
    {"offer", offer},
    {"answer", answer},
    {"resign", plain<Resign>},
    {"claim", claim},
    {"free", free_seat},
    {"close", plain<CloseTable>},
};

}  // namespace

std::vector<SeatRequest> read_seats(Fields& fields, bool shared) {
  std::vector<SeatRequest> seats;
  const std::string person = shared ? "open" : "human";
  const Json* all = fields.list("seats");
  if (all == nullptr)
    fields.refuse({"'seats' is required, as a list", "[{\"who\":\"" + person + "\"},{\"who\":\"agent\",\"agent\":\"random\"}]"});
  for (const Json& one : all == nullptr ? Json::array() : *all) {
    if (!one.is_object()) {
      fields.refuse({"a seat must be an object", "{\"who\":\"" + person + "\"}"});
      return seats;
    }
    Fields seat(one);
    const std::string word = seat.needed_text("who");
    const SeatWho who = of_word<SeatWho>(word).value_or(SeatWho::open);
    seats.push_back({who, name_field(seat, !shared), seat.text("agent")});
    const bool known = word == person || word == "agent" || (shared && word == "bot");
    if (!known)
      seat.refuse(
          {"unknown player '" + word.substr(0, 40) + "'", shared ? "expected open, agent or bot" : "expected human or agent"});
    if (who == SeatWho::agent && seats.back().agent.empty())
      seat.refuse({"'agent' is required, as a text", "such as uct:playouts=500"});
    if (const auto read = seat.finish(); !read) fields.refuse(read.error());
  }
  return seats;
}

Result<ClientMessage> read_client_message(const Json& message, int players) {
  const auto type = message.find("type");
  if (type == message.end() || !type->is_string())
    return fail("'type' is required, as a text", "such as join, move, undo, seats, end, pause, go, step, analyse or stop");
  const auto& what = type->get_ref<const std::string&>();
  const auto* reader = std::find_if(std::begin(readers), std::end(readers), [&](const Reader& one) { return one.type == what; });
  if (reader == std::end(readers)) {
    std::vector<std::string> known;
    for (const Reader& one : readers) known.emplace_back(one.type);
    return fail("unknown message '" + what.substr(0, 40) + "'", suggest(what.substr(0, 40), known));
  }
  Fields fields(message);
  ClientMessage out = reader->read(fields, players);
  const auto read = fields.finish();
  if (read) return out;
  if (auto* made = std::get_if<MakeMove>(&out)) {
    made->wrong = read.error();
    return out;
  }
  const auto* asked = std::get_if<Analyse>(&out);
  return Malformed{read.error(), asked != nullptr ? std::optional(asked->id) : std::nullopt};
}

Result<std::string> checked_name(std::string_view text, bool mend) {
  const auto wrong = [](std::string what) {
    return fail_in("name", {std::move(what), "a name has 1 to 32 letters and fits on one line"});
  };
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  constexpr std::size_t longest = 32;
  std::size_t count = 0;
  bool blank = true;
  std::string name;
  while (!text.empty()) {
    const Character c = first_character(text);
    const std::string_view letter = text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
    const auto between = [&](char32_t least, char32_t most) { return c.valid && c.code >= least && c.code <= most; };
    if (between(0, 0x1f) || between(0x7f, 0x9f) || between(0x2028, 0x2029)) return wrong("the name has a control character");
    if (!c.valid || is_unprintable(c.code)) {
      if (mend) continue;
      return wrong("the name has a character that is invisible or changes the direction of text");
    }
    const bool space = c.code == ' ' || c.code == 0xa0 || c.code == 0x1680 || between(0x2000, 0x200a) || c.code == 0x202f ||
                       c.code == 0x205f || c.code == 0x3000;
    blank = blank && (space || columns(letter) == 0);
    if (++count <= longest) name += letter;
  }
  if (blank && mend) return std::string();
  if (blank && count > 0) return wrong("the name has no visible letter");
  if (count > longest && !mend) return wrong(fmt::format("the name has {} letters", count));
  // In a record's line " ;" begins a comment.
  if ((" " + name).find(" ;") != std::string::npos) return wrong("the name contains ' ;'");
  return name;
}

}  // namespace banmen::serve
