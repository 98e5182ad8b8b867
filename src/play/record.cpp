#include "play/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>

#include "core/text.hpp"
#include "host/files.hpp"

namespace banmen {
namespace {

tl::unexpected<Error> fail_at(int line, int column, std::string what, std::string hint = {}) {
  return fail(Error{std::move(what), std::move(hint), column, line});
}

/// The start of the comment: a ';' at the start of the line or after white space.
std::size_t comment_at(std::string_view line) {
  for (std::size_t at = line.find(';'); at != std::string_view::npos; at = line.find(';', at + 1))
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return at;
  return line.size();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "63.25", within a plausible range.
std::optional<double> seconds_in(std::string_view text) {
  constexpr double most = 1e10;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0 && value <= most)) return std::nullopt;
  return value;
}

/// To the millisecond.
std::string seconds_text(double seconds) {
  std::string text = fmt::format("{:.3f}", std::max(0.0, seconds));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// "12." before a move.
bool is_number(std::string_view word) {
  return word.size() >= 2 && word.back() == '.' &&
         std::all_of(word.begin(), word.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
}

class RecordReader {
 public:
  Result<Record> read(std::string_view text) {
    int number = 0;
    bool any = false;
    for (std::string_view line : split(text, '\n')) {
      ++number;
      if (line.find('\0') != std::string_view::npos) return fail_at(number, 0, "a zero byte: this is not a text file");
      const std::size_t cut = comment_at(line);
      const std::string_view comment = cut < line.size() ? trimmed(line.substr(cut + 1)) : std::string_view{};
      const std::string_view body = trimmed(line.substr(0, cut));
      const int column = static_cast<int>(body.data() - line.data()) + 1;
      if (body.empty()) {
        keep_comment(comment);
        continue;
      }
      if (!any) {
        if (body != "banmen-record 1" && body != "banmen-record 2" && body != "banmen-record 3" && body != "banmen-record 4")
          return fail_at(number, 1, "a record begins with 'banmen-record' and its version, 1 to 4",
                         "this file begins with '" + std::string(body.substr(0, 24)) + "'");
        any = true;
        version_ = body.back() - '0';
        keep_comment(comment);
        continue;
      }
      auto taken = in_moves_ ? move_line(number, column, body, comment) : head_line(number, column, body, comment);
      if (!taken) return fail(taken.error());
    }
    if (!any) return fail_at(1, 1, "the record is empty", "it begins with 'banmen-record 1'");
    if (record_.game.empty()) return fail_at(number, 0, "the record names no game", "add a line 'game NAME'");
    if (!open_.empty()) return fail_at(open_.back().line, open_.back().column, "this variation is not closed", "')' closes it");
    return std::move(record_);
  }

 private:
  /// A comment on a line without a move.
  void keep_comment(std::string_view comment) {
    if (comment.empty()) return;
    if (record_.moves.empty())
      record_.comments.emplace_back(comment);
    else
      moves().back().comment += '\n' + std::string(comment);
  }

  /// The line of moves that the next one is appended to. A variation counts once it has a move.
  std::vector<Record::Line>& moves() {
    std::vector<Record::Line>* moves = &record_.moves;
    for (const Open& variation : open_)
      if (variation.begun) moves = &moves->back().variations.back();
    return *moves;
  }

  Result<void> open_variation(int number, int column) {
    if (record_.moves.empty() || (!open_.empty() && !open_.back().begun))
      return fail_at(number, column, "a variation follows the move that it replaces", "expected a move first");
    if (open_.size() >= deepest_variation)
      return fail_at(number, column, "variations are nested too deeply", std::to_string(deepest_variation) + " levels at most");
    open_.push_back({number, column, false});
    return {};
  }

  Result<void> close_variation(int number, int column) {
    if (open_.empty()) return fail_at(number, column, "no variation is open here", "'(' opens one");
    if (!open_.back().begun) return fail_at(number, column, "a variation without a move");
    open_.pop_back();
    return {};
  }

  Result<void> head_line(int number, int column, std::string_view body, std::string_view comment) {
    keep_comment(comment);
    const std::size_t space = body.find_first_of(" \t");
    const std::string key(body.substr(0, space));
    const std::string_view value = space == std::string_view::npos ? std::string_view{} : trimmed(body.substr(space));
    const int value_column =
        column + static_cast<int>(value.empty() ? key.size() : static_cast<std::size_t>(value.data() - body.data()));
    if (key == "moves") {
      if (!value.empty()) return fail_at(number, value_column, "unexpected text after 'moves'; the moves follow on the next lines");
      in_moves_ = true;
      return {};
    }
    if (key == "result") return result_line(number, value_column, value);
    static const std::vector<std::string> old{"game", "rules", "seat", "seed", "position", "moves", "result"};
    static const std::vector<std::string> all{"game", "date", "clock", "rules", "seat", "seed", "position", "moves", "result"};
    const auto& keys = version_ > 3 ? all : old;
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return fail_at(number, column, "unknown line '" + key + "'", suggest(key, keys));
    if (value.empty()) return fail_at(number, value_column, "'" + key + "' needs a value");
    if (key == "seat") {
      auto seated = seat_line(number, value_column, value);
      if (!seated) return fail(seated.error());
      record_.seats.emplace_back(std::move(seated->seat), std::move(seated->who));
      record_.seat_lines.push_back(number);
      return {};
    }
    if (key == "clock") return clock_line(number, value_column, value);
    if (key == "date") {
      if (!record_.date.empty()) return fail_at(number, column, "duplicate 'date'");
      if (!read_date(value))
        return fail_at(number, value_column, "'" + std::string(value) + "' is not a date", "such as 2026-11-16T09:30:00Z");
      record_.date = std::string(value);
      return {};
    }
    if (key == "seed") {
      const auto seed = whole<std::uint64_t>(value);
      if (!seed || record_.seed)
        return fail_at(number, value_column, record_.seed ? "duplicate 'seed'" : "'" + std::string(value) + "' is not a seed");
      record_.seed = *seed;
      return {};
    }
    const auto [field, line] = key == "game"    ? std::pair(&record_.game, &record_.game_line)
                               : key == "rules" ? std::pair(&record_.rules, &record_.rules_line)
                                                : std::pair(&record_.position, &record_.position_line);
    if (!field->empty()) return fail_at(number, column, "duplicate '" + key + "'");
    *field = std::string(value);
    *line = number;
    return {};
  }

  static Result<Record::Seated> seat_line(int number, int column, std::string_view value) {
    const std::size_t gap = value.find_first_of(" \t");
    if (gap == std::string_view::npos) return fail_at(number, column, "'seat' needs a seat and its player");
    return Record::Seated{std::string(value.substr(0, gap)), std::string(trimmed(value.substr(gap))), number};
  }

  Result<void> clock_line(int number, int column, std::string_view value) {
    if (record_.clock) return fail_at(number, column, "duplicate 'clock'");
    const auto parts = words(value);
    const auto seconds = parts.size() > 1 ? seconds_in(parts[1]) : std::nullopt;
    const auto increment = parts.size() > 2 ? seconds_in(parts[2]) : std::optional(0.0);
    const bool whole = parts.size() == 2 || (parts.size() == 3 && parts[0] == "fischer");
    if (!whole || !seconds || !increment)
      return fail_at(number, column, "'clock' needs a kind and its seconds", "clock move SECONDS, or clock fischer SECONDS ADDED");
    Record::Clock clock{std::string(parts[0]), *seconds, *increment};
    if (const auto ok = check_clock(clock); !ok) return fail_at(number, column, ok.error().what, ok.error().hint);
    record_.clock = std::move(clock);
    return {};
  }

  /// Takes "@63.25/241.5" from the end of a line.
  static Result<void> take_time(std::string_view& body, Record::Line& line) {
    const std::size_t gap = body.find_last_of(" \t");
    if (gap == std::string_view::npos || body[gap + 1] != '@') return {};
    const std::string_view word = body.substr(gap + 1), times = word.substr(1);
    const int column = line.column + static_cast<int>(gap) + 1;
    body = trimmed(body.substr(0, gap));
    if (times == "-") return {};
    const std::size_t slash = times.find('/');
    line.at = seconds_in(times.substr(0, slash));
    if (slash != std::string_view::npos) line.left = seconds_in(times.substr(slash + 1));
    if (!line.at || (slash != std::string_view::npos && !line.left))
      return fail_at(line.line, column, "'" + std::string(word) + "' is not a move time", "@SECONDS, @SECONDS/LEFT or @-");
    return {};
  }

  Result<void> result_line(int number, int column, std::string_view value) {
    if (record_.result_line > 0) return fail_at(number, column, "duplicate 'result'");
    record_.result_line = number;
    if (value == "unfinished") return {};
    std::vector<long> numbers;
    for (const std::string_view word : words(value)) {
      const auto n = whole<long>(word);
      if (!n) return fail_at(number, column, "'" + std::string(word) + "' is not a result", "one number per seat, or 'unfinished'");
      numbers.push_back(*n);
    }
    if (numbers.empty()) return fail_at(number, column, "'result' needs one number per seat, or 'unfinished'");
    record_.result = std::move(numbers);
    return {};
  }

  Result<void> end_line(int number, int column, std::string_view value) {
    const auto parts = words(value);
    const auto is = [&](int version, std::string_view how) { return version_ >= version && parts[0] == how; };
    const bool draw = parts.size() == 1 && is(3, "draw");
    const bool by_seat = parts.size() == 2 && (is(2, "resigned") || is(3, "time") || is(3, "forfeit") || is(4, "left"));
    const bool for_a_reason = parts.size() > 2 && is(4, "forfeit");
    if (!draw && !by_seat && !for_a_reason)
      return fail_at(number, column, "'end' needs the kind of ending and the seat",
                     version_ > 3   ? "end resigned SEAT, end time SEAT, end left SEAT, end forfeit SEAT WHY or end draw"
                     : version_ > 2 ? "end resigned SEAT, end time SEAT, end forfeit SEAT or end draw"
                                    : "end resigned SEAT");
    record_.ending = {std::string(parts[0]), draw ? std::string() : std::string(parts[1]), number};
    if (for_a_reason) record_.ending->why = std::string(value.substr(static_cast<std::size_t>(parts[2].data() - value.data())));
    return {};
  }

  Result<void> move_line(int number, int column, std::string_view body, std::string_view comment) {
    if (record_.result_line > 0 || record_.ending) return fail_at(number, column, "nothing may follow the end of the game");
    if (version_ > 2 && (body == "(" || body == ")")) {
      keep_comment(comment);
      return body == "(" ? open_variation(number, column) : close_variation(number, column);
    }
    const auto is = [&](std::string_view key) {
      return body.starts_with(key) && (body.size() == key.size() || body[key.size()] == ' ' || body[key.size()] == '\t');
    };
    if (is("result") || (version_ > 1 && is("end"))) {
      if (!open_.empty()) return fail_at(number, column, "a variation is still open", "')' closes it");
      keep_comment(comment);
      return is("end") ? end_line(number, column + 3, trimmed(body.substr(3)))
                       : result_line(number, column + 6, trimmed(body.substr(6)));
    }
    if (version_ > 3 && is("seat")) {
      if (!open_.empty()) return fail_at(number, column, "a variation can't change players", "only the main line can");
      keep_comment(comment);
      auto seated = seat_line(number, column + 5, trimmed(body.substr(4)));
      if (!seated) return fail(seated.error());
      record_.seated.push_back(std::move(*seated));
      return {};
    }
    const std::size_t gap = body.find_first_of(" \t");
    if (is_number(body.substr(0, gap))) {
      if (gap == std::string_view::npos)
        return fail_at(number, column, "expected a move after the number '" + std::string(body) + "'");
      const std::string_view rest = trimmed(body.substr(gap));
      column += static_cast<int>(rest.data() - body.data());
      body = rest;
    }
    if (!open_.empty() && !open_.back().begun) {
      moves().back().variations.emplace_back();
      open_.back().begun = true;
    }
    Record::Line line{{}, std::string(comment), number, column};
    if (version_ > 3)
      if (const auto taken = take_time(body, line); !taken) return taken;
    line.text = std::string(body);
    if (open_.empty()) line.seated = std::exchange(record_.seated, {});
    moves().push_back(std::move(line));
    return {};
  }

  /// An open '('.
  struct Open {
    int line = 0, column = 0;
    bool begun = false;
  };

  Record record_;
  std::vector<Open> open_;
  bool in_moves_ = false;
  int version_ = 1;
};

}  // namespace

Result<Record> read_record(std::string_view text) { return RecordReader().read(text); }

namespace {

bool has_variations(const std::vector<Record::Line>& moves) {
  return std::any_of(moves.begin(), moves.end(), [](const Record::Line& move) { return !move.variations.empty(); });
}

bool has_times(const std::vector<Record::Line>& moves) {
  return std::any_of(moves.begin(), moves.end(), [](const Record::Line& move) {
    return move.at || !move.seated.empty() || std::any_of(move.variations.begin(), move.variations.end(), has_times);
  });
}

/// The lowest version that can express it. (Version 1 takes a person's name for an agent.)
int version_of(const Record& record) {
  const bool others_tell = record.ending && (record.ending->how == "left" || !record.ending->why.empty());
  if (!record.date.empty() || record.clock || !record.seated.empty() || others_tell || has_times(record.moves)) return 4;
  const auto named = [](const auto& seat) { return !person_name(seat.second).value_or("").empty(); };
  if (has_variations(record.moves) || std::any_of(record.seats.begin(), record.seats.end(), named)) return 3;
  if (!record.ending) return 1;
  return record.ending->how == "resigned" ? 2 : 3;
}

/// Text from outside made safe for a line: without line breaks, and without ';' that would begin a comment.
std::string on_a_line(std::string text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (static_cast<unsigned char>(text[k]) < 0x20 || text[k] == 0x7f) text[k] = ' ';
    if (text[k] == ';' && k > 0 && text[k - 1] == ' ') text[k] = ',';
  }
  return text;
}

std::string seat_text(const std::string& seat, const std::string& who) { return "seat " + seat + ' ' + on_a_line(who) + '\n'; }

/// " @63.25/241.5" in a record of version 4.
std::string time_text(const Record::Line& move) {
  if (move.at) return " @" + seconds_text(*move.at) + (move.left ? '/' + seconds_text(*move.left) : std::string());
  const std::size_t gap = move.text.find_last_of(" \t");  // a move that ends like a time
  return gap != std::string::npos && gap + 1 < move.text.size() && move.text[gap + 1] == '@' ? " @-" : "";
}

void write_moves(const std::vector<Record::Line>& moves, int version, int number, int depth, std::string& out) {
  const std::string margin(2 * static_cast<std::size_t>(depth), ' ');
  for (const Record::Line& move : moves) {
    for (const Record::Seated& one : move.seated) out += seat_text(one.seat, one.who);
    out += margin + std::to_string(number) + ". " + move.text;
    if (version > 3) out += time_text(move);
    const auto lines = split(move.comment, '\n');
    if (!lines[0].empty()) out += " ; " + std::string(lines[0]);
    out += '\n';
    for (std::size_t k = 1; k < lines.size(); ++k) out += margin + "; " + std::string(lines[k]) + '\n';
    for (const auto& variation : move.variations) {
      out += margin + "(\n";
      write_moves(variation, version, number, depth + 1, out);
      out += margin + ")\n";
    }
    ++number;
  }
}

}  // namespace

std::optional<std::string_view> person_name(std::string_view who) {
  constexpr std::string_view person = "human";
  if (!who.starts_with(person)) return std::nullopt;
  who.remove_prefix(person.size());
  if (!who.empty() && who.front() != ' ' && who.front() != '\t') return std::nullopt;
  return trimmed(who);
}

std::string write_record(const Record& record) {
  const int version = version_of(record);
  std::string out = "banmen-record " + std::to_string(version) + '\n';
  for (const std::string& comment : record.comments) out += "; " + comment + '\n';
  out += "game " + record.game + '\n';
  if (!record.rules.empty()) out += "rules " + record.rules + '\n';
  if (!record.date.empty()) out += "date " + record.date + '\n';
  if (record.clock) {
    out += "clock " + record.clock->kind + ' ' + seconds_text(record.clock->seconds);
    if (record.clock->kind == "fischer") out += ' ' + seconds_text(record.clock->increment);
    out += '\n';
  }
  for (const auto& [seat, who] : record.seats) out += seat_text(seat, who);
  if (record.seed) out += "seed " + std::to_string(*record.seed) + '\n';
  if (!record.position.empty()) out += "position " + record.position + '\n';
  out += "moves\n";
  write_moves(record.moves, version, 1, 0, out);
  for (const Record::Seated& one : record.seated) out += seat_text(one.seat, one.who);
  if (record.ending) {
    out += "end " + record.ending->how + (record.ending->seat.empty() ? "" : " " + record.ending->seat);
    return out + (record.ending->why.empty() ? "" : " " + on_a_line(record.ending->why)) + '\n';
  }
  out += "result";
  if (record.result)
    for (const long value : *record.result) out += ' ' + std::to_string(value);
  else
    out += " unfinished";
  return out + '\n';
}

namespace {

/// Plays lines and checks their variations; appends to `moves` one line per move. After an error the session's position is
/// undefined.
Result<void> play_lines(Session& session, const std::vector<Record::Line>& lines, std::vector<Record::Line>& moves) {
  for (const Record::Line& line : lines) {
    const std::size_t before = session.history().size();
    if (!session.play(line.text))
      for (const std::string_view word : words(line.text)) {
        if (is_number(word)) continue;
        const auto played = session.play(word);
        const int column = line.column > 0 ? line.column + static_cast<int>(word.data() - line.text.data()) : 0;
        if (played) continue;
        Error error{played.error().what, played.error().hint, column, line.line};
        if (line.line == 0) error.where = "move " + std::to_string(session.history().size() + 1);
        return fail(std::move(error));
      }
    for (std::size_t ply = before; ply < session.history().size(); ++ply)
      moves.push_back({session.history()[ply], {}, line.line, line.column});
    if (session.history().size() == before) return fail_at(line.line, line.column, "expected a move");
    moves[moves.size() - (session.history().size() - before)].seated = line.seated;
    moves.back().comment = line.comment;
    moves.back().at = line.at;
    moves.back().left = line.left;
    if (line.variations.empty()) continue;
    const std::string last = session.history().back();
    session.undo();
    for (const auto& variation : line.variations) {
      const std::size_t root = session.history().size();
      auto& branch = moves.back().variations.emplace_back();
      if (auto played = play_lines(session, variation, branch); !played) {
        if (played.error().line == 0)
          played.error().where =
              fmt::format("variation {} of move {}, {}", moves.back().variations.size(), root + 1, played.error().where);
        return played;
      }
      while (session.history().size() > root) session.undo();
    }
    if (const auto again = session.play(last); !again)
      return fail_at(line.line, line.column, again.error().what, again.error().hint);
  }
  return {};
}

}  // namespace

Result<void> check_clock(const Record::Clock& clock) {
  static const std::vector<std::string> kinds{"move", "fischer"};
  if (std::find(kinds.begin(), kinds.end(), clock.kind) == kinds.end())
    return fail("unknown clock '" + clock.kind + "'", suggest(clock.kind, kinds));
  const auto is_time = [](double seconds) { return std::isfinite(seconds) && seconds >= 0; };
  if (!is_time(clock.seconds) || !is_time(clock.increment)) return fail("a clock's seconds must be 0 or more");
  if (clock.kind == "move" && clock.increment > 0) return fail("a clock of kind 'move' has no increment", "use kind 'fischer'");
  return {};
}

Result<void> check_ending(const Record::Ending& ending, const std::vector<std::string>& seats) {
  static const std::vector<std::string> hows{"resigned", "time", "forfeit", "left", "draw"};
  if (std::find(hows.begin(), hows.end(), ending.how) == hows.end())
    return fail("unknown ending '" + ending.how + "'", suggest(ending.how, hows));
  if (!ending.why.empty() && ending.how != "forfeit") return fail("only a forfeit has a reason");
  if (ending.how == "draw") {
    if (!ending.seat.empty()) return fail("a draw must not name a seat");
  } else if (std::find(seats.begin(), seats.end(), ending.seat) == seats.end()) {
    return fail("there is no seat '" + ending.seat + "'", suggest(ending.seat, seats));
  }
  return {};
}

Result<Replay> replay(const Catalog& catalog, const Record& record) {
  return replay([&](std::string_view name) { return catalog.open(name); }, record);
}

Result<Replay> replay(const OpenByName& open, const Record& record) {
  auto game = open(record.game);
  if (!game) return fail_at(record.game_line, game.error().column, game.error().what, game.error().hint);
  if (!record.rules.empty() && record.rules != (*game)->rules_stamp())
    return fail_at(record.rules_line, 0, "the file has changed: this record was made under other rules of " + (*game)->name(),
                   "remove the 'rules' line to try its moves with the current rules");
  Replay out{std::move(*game), nullptr};
  std::vector<std::string> seats;
  for (Seat seat = 0; seat < out.game->players(); ++seat) seats.push_back(out.game->seat_name(seat));
  for (std::size_t k = 0; k < record.seats.size(); ++k) {
    const std::string& name = record.seats[k].first;
    const int line = k < record.seat_lines.size() ? record.seat_lines[k] : 0;
    if (std::find(seats.begin(), seats.end(), name) == seats.end())
      return fail_at(line, 0, "there is no seat '" + name + "'", suggest(name, seats));
    for (std::size_t before = 0; before < k; ++before)
      if (record.seats[before].first == name) return fail_at(line, 0, "duplicate 'seat " + name + "'");
  }
  const auto check_seated = [&](const std::vector<Record::Seated>& seated) -> Result<void> {
    for (const Record::Seated& one : seated)
      if (std::find(seats.begin(), seats.end(), one.seat) == seats.end())
        return fail_at(one.line, 0, "there is no seat '" + one.seat + "'", suggest(one.seat, seats));
    return {};
  };
  for (const Record::Line& line : record.moves)
    if (const auto ok = check_seated(line.seated); !ok) return fail(ok.error());
  if (const auto ok = check_seated(record.seated); !ok) return fail(ok.error());
  out.session = out.game->session();
  if (!record.position.empty())
    if (const auto set = out.session->restart(record.position); !set)
      return fail_at(record.position_line, set.error().column, "position: " + set.error().what, set.error().hint);
  if (const auto played = play_lines(*out.session, record.moves, out.moves); !played) return fail(played.error());
  for (const Record::Line& move : out.moves) out.comments.push_back(move.comment);
  if (record.ending) {
    if (const auto ok = check_ending(*record.ending, seats); !ok)
      return fail_at(record.ending->line, 0, ok.error().what, ok.error().hint);
    if (out.session->is_over() || out.session->repeated())
      return fail_at(record.ending->line, 0, "the game was already over by the rules", "write its result");
  }
  if (record.result) {
    const auto result = out.session->result();
    if (!result)
      return fail_at(record.result_line, 0, "the record gives a result, but the game is not over", "write 'result unfinished'");
    if (*result != *record.result) {
      std::string right;
      for (const long value : *result) right += ' ' + std::to_string(value);
      return fail_at(record.result_line, 0, "the result does not follow from the moves", "they give" + right);
    }
  }
  return out;
}

Result<std::pair<Record, Replay>> read_replay(const Catalog& catalog, const std::string& path) {
  const auto text = read_file(path);
  if (!text) return fail(text.error());
  auto record = read_record(*text);
  auto played = record ? replay(catalog, *record) : Result<Replay>(fail(record.error()));
  if (!played) {
    Error error = played.error();
    error.where = path;
    return fail(error);
  }
  return std::pair(std::move(*record), std::move(*played));
}

Record record_of(const OpenGame& game, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed) {
  Record record;
  record.game = game.name();
  record.rules = game.rules_stamp();
  record.seats = std::move(seats);
  record.seed = seed;
  if (!session.from_initial()) record.position = session.start();
  for (const std::string& move : session.history()) record.moves.push_back({move, {}, 0, 0});
  record.result = session.result();
  if (session.repeated()) record.moves.back().comment = "the same position for the third time";
  return record;
}

Random dice_at(std::uint64_t seed, std::size_t ply) { return Random(seed, 0, static_cast<std::uint32_t>(ply)); }

std::optional<Dice> check_dice(const Session& played, std::uint64_t seed) {
  const auto session = played.copy();
  while (session->undo()) {
  }
  Dice dice;
  for (const std::string& move : played.history()) {
    if (session->turn() == chance) {
      ++dice.throws;
      Random random = dice_at(seed, session->history().size());
      const auto thrown = session->play_random(random);
      if (thrown && *thrown == move) ++dice.as_seed;
      if (thrown) session->undo();
    }
    if (!session->play(move)) break;
  }
  return dice.throws > 0 ? std::optional(dice) : std::nullopt;
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k) out += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return out;
}

namespace {

/// The seats of each side.
std::map<int, std::vector<std::string>> sides_of(const OpenGame& game) {
  std::map<int, std::vector<std::string>> sides;
  for (Seat seat = 0; seat < game.players(); ++seat) sides[game.search().side(seat)].push_back(game.seat_name(seat));
  return sides;
}

std::string wins(const std::vector<std::string>& side) { return listed(side) + (side.size() == 1 ? " wins" : " win"); }

std::string place(std::size_t rank) {
  static const char* const names[] = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
  return rank < std::size(names) ? names[rank] : std::to_string(rank + 1) + "th";
}

}  // namespace

std::string verdict(const OpenGame& game, const std::vector<long>& result) {
  if (result.size() == 1) return "the result is " + std::to_string(result[0]);
  std::map<long, std::vector<std::string>, std::greater<>> ranked;
  for (Seat seat = 0; seat < game.players(); ++seat) ranked[result[static_cast<std::size_t>(seat)]].push_back(game.seat_name(seat));
  if (ranked.size() == 1) return "a draw";
  if (sides_of(game).size() == 2) return wins(ranked.begin()->second);
  std::string out;
  std::size_t rank = 0;
  for (const auto& [points, seats] : ranked) {
    out += (rank == 0 ? "" : ", ") + listed(seats) + ' ' + place(rank);
    rank += seats.size();
  }
  return out;
}

std::string verdict(const OpenGame& game, const Record::Ending& ending) {
  if (ending.how == "draw") return "a draw, agreed on";
  std::string out = ending.seat + (ending.how == "time"      ? " is out of time"
                                   : ending.how == "forfeit" ? " forfeits"
                                   : ending.how == "left"    ? " has left"
                                                             : " resigns");
  if (!ending.why.empty()) out += " (" + ending.why + ")";
  const auto sides = sides_of(game);
  if (sides.size() != 2) return out;
  for (const auto& [side, seats] : sides)
    if (std::find(seats.begin(), seats.end(), ending.seat) == seats.end()) out += ", " + wins(seats);
  return out;
}

// ---- Dates

namespace {

constexpr std::string_view shape = "0000-00-00T00:00:00Z";
constexpr std::size_t day_size = 10;

}  // namespace

std::optional<double> read_date(std::string_view text) {
  if (text.size() != day_size && text.size() != shape.size()) return std::nullopt;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (shape[k] == '0' ? text[k] < '0' || text[k] > '9' : text[k] != shape[k]) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    std::from_chars(text.data() + at, text.data() + at + digits, value);
    return value;
  };
  namespace c = std::chrono;
  const c::year_month_day day{c::year(number(0, 4)), c::month(static_cast<unsigned>(number(5, 2))),
                              c::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok()) return std::nullopt;
  const double begin = static_cast<double>(c::sys_days(day).time_since_epoch().count()) * seconds_of_a_day;
  if (text.size() == day_size) return begin;
  const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return begin + 3600 * hour + 60 * minute + second;
}

std::string write_date(double seconds) {
  namespace c = std::chrono;
  constexpr double first = -62'167'219'200, last = 253'402'300'799;  // years of four digits
  const c::sys_seconds at{c::seconds(static_cast<long long>(std::floor(std::clamp(seconds, first, last))))};
  const auto days = c::floor<c::days>(at);
  const c::year_month_day day(days);
  const c::hh_mm_ss time(at - days);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()), time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace banmen
