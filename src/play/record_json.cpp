#include "play/record_json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.hpp"
#include "play/date.hpp"

namespace banmen {
namespace {

constexpr std::uint64_t exact_in_a_page = std::uint64_t{1} << 53;

Json seated_document(const std::vector<Record::Seated>& seated) {
  Json all = Json::array();
  for (const Record::Seated& one : seated) all.push_back({{"seat", one.seat}, {"who", one.who}});
  return all;
}

/// To the millisecond, as the text has it.
double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

Json tree_of(const std::vector<Record::Line>& moves) {
  Json nodes = Json::array();
  for (const Record::Line& move : moves) {
    Json node{{"move", move.text}};
    // The text keeps what stood on lines of its own behind a line break; to a page that is one comment.
    const std::string& comment = move.comment;
    if (!comment.empty()) node["comment"] = comment.front() == '\n' ? comment.substr(1) : comment;
    if (move.at) node["at"] = rounded(*move.at);
    if (move.at && move.left) node["left"] = rounded(*move.left);
    if (!move.seated.empty()) node["seated"] = seated_document(move.seated);
    if (!move.variations.empty()) {
      Json variations = Json::array();
      for (const auto& variation : move.variations) variations.push_back(tree_of(variation));
      node["variations"] = std::move(variations);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

tl::unexpected<Error> fail_in(const std::string& where, std::string what, std::string hint = {}) {
  return fail(Error{std::move(what), std::move(hint), 0, 0, where});
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// One line of the text: no control characters, no white space around it, and no ';' where a comment would begin.
Result<std::string> line_of(const Json& value, const std::string& where, bool in_comment = false) {
  if (!value.is_string()) return fail_in(where, "a text is wanted");
  std::string text = value.get<std::string>();
  if (std::any_of(text.begin(), text.end(), is_control))
    return fail_in(where, "a line break or another control character", "it must fit on one line");
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return std::string();
  text = text.substr(first, text.find_last_not_of(' ') - first + 1);
  if (!in_comment && (text.front() == ';' || text.find(" ;") != std::string::npos))
    return fail_in(where, "a ';' behind a space begins a comment in a record", "leave it out");
  return text;
}

/// A comment's lines as a record keeps them: the first beside its move, the others below it, none empty.
Result<std::string> comment_of(const Json& value, const std::string& where) {
  if (!value.is_string()) return fail_in(where, "a text is wanted");
  std::string out;
  const std::string text = value.get<std::string>();
  for (const std::string_view line : split(text, '\n')) {
    std::string spaced(line);
    std::replace_if(spaced.begin(), spaced.end(), is_control, ' ');
    auto checked = line_of(spaced, where, true);
    if (!checked) return checked;
    if (!checked->empty()) out += (out.empty() ? "" : "\n") + *checked;
  }
  return out;
}

Result<void> only_keys(const Json& object, const std::vector<std::string>& keys, const std::string& where) {
  if (!object.is_object()) return fail_in(where, "an object is wanted");
  for (const auto& [key, value] : object.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return fail_in(where, "there is no field '" + key + "' here", suggest(key, keys));
  return {};
}

Result<double> seconds_from(const Json& value, const std::string& where) {
  constexpr double most = 1e10;
  if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= most))
    return fail_in(where, "seconds are wanted, from 0 on");
  return value.get<double>();
}

/// [{"seat", "who"}…]
Result<std::vector<Record::Seated>> seated_from(const Json& list, const std::string& where) {
  if (!list.is_array()) return fail_in(where, "a list of seats is wanted");
  std::vector<Record::Seated> seated;
  for (const Json& seat : list) {
    const std::string here = where + "/" + std::to_string(seated.size());
    if (const auto ok = only_keys(seat, {"seat", "who"}, here); !ok) return fail(ok.error());
    auto name = line_of(seat.value("seat", Json()), here + "/seat"), who = line_of(seat.value("who", Json()), here + "/who");
    if (!name || !who) return fail(name ? who.error() : name.error());
    if (name->empty() || who->empty()) return fail_in(here, "a seat and who sits there are wanted");
    seated.push_back({std::move(*name), std::move(*who)});
  }
  return seated;
}

/// When a move was made, and who sat down before it.
Result<void> times_from(const Json& node, const std::string& here, int depth, Record::Line& line) {
  for (const auto& [key, field] : {std::pair("at", &line.at), std::pair("left", &line.left)}) {
    if (!node.contains(key)) continue;
    const auto seconds = seconds_from(node[key], here + "/" + key);
    if (!seconds) return fail(seconds.error());
    *field = *seconds;
  }
  if (line.left && !line.at) return fail_in(here, "'left' needs 'at'");
  if (!node.contains("seated")) return {};
  if (depth > 0) return fail_in(here + "/seated", "nobody sits down in a variation", "only in the game as it was played");
  auto seated = seated_from(node["seated"], here + "/seated");
  if (!seated) return fail(seated.error());
  line.seated = std::move(*seated);
  return {};
}

Result<Record::Clock> clock_from(const Json& value) {
  if (const auto ok = only_keys(value, {"kind", "seconds", "increment"}, "clock"); !ok) return fail(ok.error());
  Record::Clock clock;
  auto kind = line_of(value.value("kind", Json()), "clock/kind");
  if (!kind) return fail(kind.error());
  clock.kind = std::move(*kind);
  const auto seconds = seconds_from(value.value("seconds", Json()), "clock/seconds");
  const auto increment = seconds_from(value.value("increment", Json(0)), "clock/increment");
  if (!seconds || !increment) return fail(seconds ? increment.error() : seconds.error());
  clock.seconds = *seconds;
  clock.increment = *increment;
  if (const auto ok = check_clock(clock); !ok) return fail_in("clock", ok.error().what, ok.error().hint);
  return clock;
}

Result<std::vector<Record::Line>> moves_from(const Json& nodes, const std::string& where, int depth) {
  if (!nodes.is_array()) return fail_in(where, "a list of moves is wanted");
  if (depth > deepest_variation)
    return fail_in(where, "variations of variations go too deep", std::to_string(deepest_variation) + " at most");
  std::vector<Record::Line> moves;
  for (const Json& node : nodes) {
    const std::string here = where + "/" + std::to_string(moves.size());
    if (const auto ok = only_keys(node, {"move", "comment", "variations", "at", "left", "seated"}, here); !ok)
      return fail(ok.error());
    if (!node.contains("move")) return fail_in(here, "'move' is missing");
    Record::Line line;
    auto move = line_of(node["move"], here + "/move");
    if (!move) return fail(move.error());
    if (move->empty()) return fail_in(here, "the move is empty");
    line.text = std::move(*move);
    if (node.contains("comment")) {
      auto comment = comment_of(node["comment"], here + "/comment");
      if (!comment) return fail(comment.error());
      line.comment = std::move(*comment);
    }
    if (const auto ok = times_from(node, here, depth, line); !ok) return fail(ok.error());
    if (node.contains("variations")) {
      const Json& variations = node["variations"];
      if (!variations.is_array()) return fail_in(here + "/variations", "a list of variations is wanted");
      for (const Json& variation : variations) {
        const std::string branch = here + "/variations/" + std::to_string(line.variations.size());
        auto read = moves_from(variation, branch, depth + 1);
        if (!read) return read;
        if (read->empty()) return fail_in(branch, "a variation without a move");
        line.variations.push_back(std::move(*read));
      }
    }
    moves.push_back(std::move(line));
  }
  return moves;
}

Result<std::uint64_t> seed_from(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  std::uint64_t seed = 0;
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc{} && end == text.data() + text.size()) return seed;
  }
  return fail_in("seed", "a seed is a whole number from 0 on");
}

Result<Record::Ending> ending_from(const Json& value) {
  if (const auto ok = only_keys(value, {"how", "seat", "why"}, "ended"); !ok) return fail(ok.error());
  Record::Ending ending;
  for (const auto& [key, field] : {std::pair("how", &ending.how), std::pair("seat", &ending.seat), std::pair("why", &ending.why)}) {
    if (!value.contains(key) || value[key].is_null()) continue;
    auto text = line_of(value[key], std::string("ended/") + key);
    if (!text) return fail(text.error());
    *field = std::move(*text);
  }
  return ending;
}

}  // namespace

Json record_document(const Record& record) {
  Json document{{"game", record.game}};
  if (!record.rules.empty()) document["rules"] = record.rules;
  if (!record.date.empty()) document["date"] = record.date;
  if (record.clock) {
    document["clock"] = {{"kind", record.clock->kind}, {"seconds", rounded(record.clock->seconds)}};
    if (record.clock->kind == "fischer") document["clock"]["increment"] = rounded(record.clock->increment);
  }
  if (!record.position.empty()) document["position"] = record.position;
  Json seats = Json::array();
  for (const auto& [seat, who] : record.seats) seats.push_back({{"seat", seat}, {"who", who}});
  document["seats"] = std::move(seats);
  if (record.seed) document["seed"] = *record.seed <= exact_in_a_page ? Json(*record.seed) : Json(std::to_string(*record.seed));
  if (!record.comments.empty()) document["comments"] = record.comments;
  document["tree"] = tree_of(record.moves);
  if (!record.seated.empty()) document["seated"] = seated_document(record.seated);
  document["result"] = record.result ? Json(*record.result) : Json(nullptr);
  document["ended"] = nullptr;
  if (record.ending) {
    document["ended"] = {{"how", record.ending->how}, {"seat", record.ending->seat}};
    if (!record.ending->why.empty()) document["ended"]["why"] = record.ending->why;
  }
  return document;
}

Result<Record> record_from(const Json& document) {
  static const std::vector<std::string> keys{"game", "rules",    "date", "clock",  "position", "seats",
                                             "seed", "comments", "tree", "seated", "result",   "ended"};
  if (const auto ok = only_keys(document, keys, "record"); !ok) return fail(ok.error());
  Record record;
  const auto given = [&](const char* key) { return document.contains(key) && !document[key].is_null(); };
  for (const auto& [key, field] : {std::pair("game", &record.game), std::pair("rules", &record.rules),
                                   std::pair("date", &record.date), std::pair("position", &record.position)}) {
    if (!given(key)) continue;
    auto text = line_of(document[key], key);
    if (!text) return fail(text.error());
    *field = std::move(*text);
  }
  if (record.game.empty()) return fail_in("record", "'game' is missing");
  if (given("seats")) {
    auto seats = seated_from(document["seats"], "seats");
    if (!seats) return fail(seats.error());
    for (Record::Seated& one : *seats) record.seats.emplace_back(std::move(one.seat), std::move(one.who));
  }
  if (!record.date.empty() && !read_date(record.date))
    return fail_in("date", "'" + record.date + "' is no date", "such as 2026-11-16T09:30:00Z");
  if (given("clock")) {
    auto clock = clock_from(document["clock"]);
    if (!clock) return fail(clock.error());
    record.clock = std::move(*clock);
  }
  if (given("seated")) {
    auto seated = seated_from(document["seated"], "seated");
    if (!seated) return fail(seated.error());
    record.seated = std::move(*seated);
  }
  if (given("seed")) {
    const auto seed = seed_from(document["seed"]);
    if (!seed) return fail(seed.error());
    record.seed = *seed;
  }
  if (given("comments")) {
    if (!document["comments"].is_array()) return fail_in("comments", "a list of lines is wanted");
    for (const Json& line : document["comments"]) {
      auto comment = comment_of(line, "comments");
      if (!comment) return fail(comment.error());
      for (const std::string_view one : split(*comment, '\n'))
        if (!one.empty()) record.comments.emplace_back(one);
    }
  }
  if (given("tree")) {
    auto moves = moves_from(document["tree"], "tree", 0);
    if (!moves) return fail(moves.error());
    record.moves = std::move(*moves);
  }
  if (given("ended")) {
    auto ending = ending_from(document["ended"]);
    if (!ending) return fail(ending.error());
    record.ending = std::move(*ending);
  }
  return record;
}

Result<Json> read_record_document(const OpenByName& open, std::string_view text) {
  auto record = read_record(text);
  if (!record) return fail(record.error());
  auto played = replay(open, *record);
  if (!played) return fail(played.error());
  record->moves = std::move(played->moves);
  record->game = played->game->name();
  if (!record->ending) record->result = played->session->result();
  return record_document(*record);
}

Result<std::string> write_record_document(const OpenByName& open, const Json& document) {
  auto record = record_from(document);
  if (!record) return fail(record.error());
  auto played = replay(open, *record);
  if (!played) return fail(played.error());
  record->moves = std::move(played->moves);
  record->game = played->game->name();
  record->rules = played->game->rules_stamp();
  if (!record->position.empty()) record->position = played->session->start();
  if (!record->ending) record->result = played->session->result();
  return write_record(*record);
}

}  // namespace banmen
