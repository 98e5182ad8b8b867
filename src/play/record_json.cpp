#include "play/record_json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.hpp"

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
    // Comments on lines of their own follow a line break in the text; as JSON it is one comment.
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

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Reads a document. Keeps the first error; everything read after it is discarded.
class DocumentReader {
 public:
  Result<Record> read(const Json& document) {
    Record record;
    only_keys(document,
              {"game", "rules", "date", "clock", "position", "seats", "seed", "comments", "tree", "seated", "result", "ended"},
              "record");
    const auto text = [&](const char* key, std::string& field) {
      if (const Json* value = given(document, key)) field = line_of(*value, key);
    };
    text("game", record.game);
    text("rules", record.rules);
    text("date", record.date);
    text("position", record.position);
    if (record.game.empty()) refuse("record", "'game' is missing");
    if (const Json* seats = given(document, "seats"))
      for (Record::Seated& one : seated_from(*seats, "seats")) record.seats.emplace_back(std::move(one.seat), std::move(one.who));
    if (!record.date.empty() && !read_date(record.date))
      refuse("date", "'" + record.date + "' is not a date", "such as 2026-11-16T09:30:00Z");
    if (const Json* clock = given(document, "clock")) record.clock = clock_from(*clock);
    if (const Json* seated = given(document, "seated")) record.seated = seated_from(*seated, "seated");
    if (const Json* seed = given(document, "seed")) record.seed = seed_from(*seed);
    if (const Json* comments = given(document, "comments"))
      for (const Json& line : list(*comments, "comments", "expected a list of lines")) {
        const std::string comment = comment_of(line, "comments");
        for (const std::string_view one : split(comment, '\n'))
          if (!one.empty()) record.comments.emplace_back(one);
      }
    if (const Json* tree = given(document, "tree")) record.moves = moves_from(*tree, "tree", 0);
    if (const Json* ended = given(document, "ended")) record.ending = ending_from(*ended);
    if (wrong_) return fail(*wrong_);
    return record;
  }

 private:
  void refuse(const std::string& where, std::string what, std::string hint = {}) {
    if (!wrong_) wrong_ = Error{std::move(what), std::move(hint), 0, 0, where};
  }

  /// The field, or null if it is absent or null.
  static const Json* given(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
  }

  void only_keys(const Json& object, const std::vector<std::string>& keys, const std::string& where) {
    if (!object.is_object()) return refuse(where, "expected an object");
    for (const auto& [key, value] : object.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) refuse(where, "unknown field '" + key + "'", suggest(key, keys));
  }

  const Json& list(const Json& value, const std::string& where, const char* what) {
    static const Json none = Json::array();
    if (value.is_array()) return value;
    refuse(where, what);
    return none;
  }

  std::string text_of(const Json& value, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    refuse(where, "expected a text");
    return {};
  }

  /// A line of the text: trimmed, without control characters, and without ';' that would begin a comment.
  std::string line_of(const Json& value, const std::string& where) {
    const std::string text = trimmed(text_of(value, where), where);
    if (text.starts_with(';') || text.find(" ;") != std::string::npos)
      refuse(where, "' ;' begins a comment in a record", "leave it out");
    return text;
  }

  std::string trimmed(const std::string& text, const std::string& where) {
    if (std::any_of(text.begin(), text.end(), is_control))
      refuse(where, "a line break or another control character", "it must fit on one line");
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
  }

  /// A comment's nonempty lines, trimmed.
  std::string comment_of(const Json& value, const std::string& where) {
    std::string out;
    const std::string text = text_of(value, where);
    for (const std::string_view line : split(text, '\n')) {
      std::string spaced(line);
      std::replace_if(spaced.begin(), spaced.end(), is_control, ' ');
      if (const std::string kept = trimmed(spaced, where); !kept.empty()) out += (out.empty() ? "" : "\n") + kept;
    }
    return out;
  }

  double seconds_from(const Json& value, const std::string& where) {
    constexpr double most = 1e10;
    if (value.is_number() && value.get<double>() >= 0 && value.get<double>() <= most) return value.get<double>();
    refuse(where, "expected seconds, 0 or more");
    return 0;
  }

  /// [{"seat", "who"}…]
  std::vector<Record::Seated> seated_from(const Json& value, const std::string& where) {
    std::vector<Record::Seated> seated;
    for (const Json& seat : list(value, where, "expected a list of seats")) {
      const std::string here = where + "/" + std::to_string(seated.size());
      only_keys(seat, {"seat", "who"}, here);
      if (wrong_) break;
      seated.push_back({line_of(seat.value("seat", Json()), here + "/seat"), line_of(seat.value("who", Json()), here + "/who")});
      if (seated.back().seat.empty() || seated.back().who.empty()) refuse(here, "expected a seat and its player");
    }
    return seated;
  }

  Record::Clock clock_from(const Json& value) {
    only_keys(value, {"kind", "seconds", "increment"}, "clock");
    if (wrong_) return {};
    const Record::Clock clock{line_of(value.value("kind", Json()), "clock/kind"),
                              seconds_from(value.value("seconds", Json()), "clock/seconds"),
                              seconds_from(value.value("increment", Json(0)), "clock/increment")};
    if (const auto ok = check_clock(clock); !ok) refuse("clock", ok.error().what, ok.error().hint);
    return clock;
  }

  std::vector<Record::Line> moves_from(const Json& nodes, const std::string& where, int depth) {
    std::vector<Record::Line> moves;
    if (depth > deepest_variation)
      refuse(where, "variations are nested too deeply", std::to_string(deepest_variation) + " levels at most");
    for (const Json& node : list(nodes, where, "expected a list of moves")) {
      const std::string here = where + "/" + std::to_string(moves.size());
      only_keys(node, {"move", "comment", "variations", "at", "left", "seated"}, here);
      if (!wrong_ && !node.contains("move")) refuse(here, "'move' is missing");
      if (wrong_) break;
      moves.push_back(move_from(node, here, depth));
    }
    return moves;
  }

  Record::Line move_from(const Json& node, const std::string& here, int depth) {
    Record::Line line;
    line.text = line_of(node["move"], here + "/move");
    if (line.text.empty()) refuse(here, "the move is empty");
    if (node.contains("comment")) line.comment = comment_of(node["comment"], here + "/comment");
    for (const auto& [key, field] : {std::pair("at", &line.at), std::pair("left", &line.left)})
      if (node.contains(key)) *field = seconds_from(node[key], here + "/" + key);
    if (line.left && !line.at) refuse(here, "'left' needs 'at'");
    if (node.contains("seated")) {
      if (depth > 0) refuse(here + "/seated", "a variation can't change players", "only the main line can");
      line.seated = seated_from(node["seated"], here + "/seated");
    }
    if (!node.contains("variations")) return line;
    for (const Json& variation : list(node["variations"], here + "/variations", "expected a list of variations")) {
      if (wrong_) break;
      const std::string branch = here + "/variations/" + std::to_string(line.variations.size());
      line.variations.push_back(moves_from(variation, branch, depth + 1));
      if (line.variations.back().empty()) refuse(branch, "a variation without a move");
    }
    return line;
  }

  std::uint64_t seed_from(const Json& value) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    std::uint64_t seed = 0;
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
      if (error == std::errc{} && end == text.data() + text.size()) return seed;
    }
    refuse("seed", "a seed must be a whole number, 0 or more");
    return 0;
  }

  Record::Ending ending_from(const Json& value) {
    only_keys(value, {"how", "seat", "why"}, "ended");
    Record::Ending ending;
    for (const auto& [key, field] : {std::pair("how", &ending.how), std::pair("seat", &ending.seat), std::pair("why", &ending.why)})
      if (const Json* text = given(value, key)) *field = line_of(*text, std::string("ended/") + key);
    return ending;
  }

  std::optional<Error> wrong_;
};

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
  auto record = DocumentReader().read(document);
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
