#include "play/record_json.hpp"

#include <algorithm>
#include <charconv>

#include "core/text.hpp"

namespace banmen {
namespace {

constexpr std::uint64_t exact_in_a_page = std::uint64_t{1} << 53;

Json tree_of(const std::vector<Record::Line>& moves) {
  Json nodes = Json::array();
  for (const Record::Line& move : moves) {
    Json node{{"move", move.text}};
    // The text keeps what stood on lines of its own behind a line break; to a page that is one comment.
    const std::string& comment = move.comment;
    if (!comment.empty()) node["comment"] = comment.front() == '\n' ? comment.substr(1) : comment;
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

Result<std::vector<Record::Line>> moves_from(const Json& nodes, const std::string& where, int depth) {
  if (!nodes.is_array()) return fail_in(where, "a list of moves is wanted");
  if (depth > deepest_variation)
    return fail_in(where, "variations of variations go too deep", std::to_string(deepest_variation) + " at most");
  std::vector<Record::Line> moves;
  for (const Json& node : nodes) {
    const std::string here = where + "/" + std::to_string(moves.size());
    if (const auto ok = only_keys(node, {"move", "comment", "variations"}, here); !ok) return fail(ok.error());
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
  if (const auto ok = only_keys(value, {"how", "seat"}, "ended"); !ok) return fail(ok.error());
  Record::Ending ending;
  for (const auto& [key, field] : {std::pair("how", &ending.how), std::pair("seat", &ending.seat)}) {
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
  if (!record.position.empty()) document["position"] = record.position;
  Json seats = Json::array();
  for (const auto& [seat, who] : record.seats) seats.push_back({{"seat", seat}, {"who", who}});
  document["seats"] = std::move(seats);
  if (record.seed) document["seed"] = *record.seed <= exact_in_a_page ? Json(*record.seed) : Json(std::to_string(*record.seed));
  if (!record.comments.empty()) document["comments"] = record.comments;
  document["tree"] = tree_of(record.moves);
  document["result"] = record.result ? Json(*record.result) : Json(nullptr);
  document["ended"] = nullptr;
  if (record.ending) document["ended"] = {{"how", record.ending->how}, {"seat", record.ending->seat}};
  return document;
}

Result<Record> record_from(const Json& document) {
  static const std::vector<std::string> keys{"game", "rules", "position", "seats", "seed", "comments", "tree", "result", "ended"};
  if (const auto ok = only_keys(document, keys, "record"); !ok) return fail(ok.error());
  Record record;
  const auto given = [&](const char* key) { return document.contains(key) && !document[key].is_null(); };
  for (const auto& [key, field] :
       {std::pair("game", &record.game), std::pair("rules", &record.rules), std::pair("position", &record.position)}) {
    if (!given(key)) continue;
    auto text = line_of(document[key], key);
    if (!text) return fail(text.error());
    *field = std::move(*text);
  }
  if (record.game.empty()) return fail_in("record", "'game' is missing");
  if (given("seats")) {
    if (!document["seats"].is_array()) return fail_in("seats", "a list of seats is wanted");
    for (const Json& seat : document["seats"]) {
      const std::string here = "seats/" + std::to_string(record.seats.size());
      if (const auto ok = only_keys(seat, {"seat", "who"}, here); !ok) return fail(ok.error());
      auto name = line_of(seat.value("seat", Json()), here + "/seat"), who = line_of(seat.value("who", Json()), here + "/who");
      if (!name || !who) return fail(name ? who.error() : name.error());
      if (name->empty() || who->empty()) return fail_in(here, "a seat and who sits there are wanted");
      record.seats.emplace_back(std::move(*name), std::move(*who));
    }
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
  record->game = played->table->name();
  if (!record->ending) record->result = played->session->result();
  return record_document(*record);
}

Result<std::string> write_record_document(const OpenByName& open, const Json& document) {
  auto record = record_from(document);
  if (!record) return fail(record.error());
  auto played = replay(open, *record);
  if (!played) return fail(played.error());
  record->moves = std::move(played->moves);
  record->game = played->table->name();
  record->rules = played->table->rules_stamp();
  if (!record->position.empty()) record->position = played->session->start();
  if (!record->ending) record->result = played->session->result();
  return write_record(*record);
}

}  // namespace banmen
