#include "rules/reader.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "rules/line_reader.hpp"

namespace banmen::rules {
namespace {

/// Parses the sections of one text and records them, since they replace those of the extended file.
class FileReader {
 public:
  FileReader(const std::vector<Line>& lines, Messages& messages) : cursor_{&lines, 0, &messages}, messages_(messages) {}

  File file;
  std::set<std::string> has;  // heads with their names, if a section has one: "param size", "turn"

  void read() {
    if (cursor_.done()) {
      messages_.error({}, "the file is empty", "a game begins with: game \"Its name\"");
      return;
    }
    bool first = true;
    while (!cursor_.done() && !messages_.full()) {
      const Line& line = cursor_.peek();
      if (line.indent > 0) {
        messages_.error(line.place, "this line belongs to no section", "sections begin at the left margin");
        ++cursor_.at;
        continue;
      }
      ++cursor_.at;
      LineReader r(line, messages_);
      const Place place = r.peek().place;
      if (r.peek().kind != Token::Kind::name) {
        r.expected("a section");
      } else {
        const std::string head = r.next().text;
        if (first && head != "game") r.error(place, "the file does not begin with 'game'", "begin it with: game \"Its name\"");
        if (!first && head == "game") r.error(place, "duplicate 'game'");
        if (!r.failed()) section(head, r, line, place);
      }
      first = false;
      if (!r.failed()) r.expect_end();
      if (r.failed()) cursor_.block(0, [](const Line&) {});  // skips the lines below a faulty head
    }
  }

 private:
  void once(const std::string& key, const Place& place) {
    if (!has.insert(key).second) messages_.error(place, "duplicate '" + key + "'");
  }

  void section(const std::string& head, LineReader& r, const Line& line, const Place& place) {
    const auto extends = [&] {
      file.base_place = r.peek().place;
      file.base = r.string("the name of the file to extend");
    };
    if (head == "game") {
      file.title_place = r.peek().place;
      file.title = r.string("the game's name");
      if (r.take("language") && r.number("a number") != 1)
        r.error(place, "unknown version of the language", "this program reads language 1");
      if (r.take("extends")) extends();
    } else if (head == "extends") {
      extends();
    } else if (head == "param") {
      param(r, place);
    } else if (head == "require") {
      has.insert("require");
      RequireSection s{r.expr(), {}, place};
      if (!r.done()) s.why = r.string("a reason");
      file.requires_.push_back(std::move(s));
    } else if (head == "board") {
      once("board", place);
      board(r, line, place);
    } else if (head == "seats") {
      once("seats", place);
      seats(r, place);
    } else if (head == "unequal") {
      has.insert("unequal");
      file.unequal = true;
    } else if (head == "teams") {
      once("teams", place);
      teams(r, place);
    } else if (head == "piece") {
      piece(r, place);
    } else if (head == "hand") {
      HandSection s;
      s.place = place;
      s.piece = r.name("a kind of piece");
      s.count = r.expr();
      once("hand " + s.piece, place);
      file.hands.push_back(std::move(s));
    } else if (head == "counter") {
      CounterSection s;
      s.place = place;
      s.name = r.name("a name");
      once("counter " + s.name, place);
      r.expect("in");
      s.least = r.expr();
      r.expect("..");
      s.most = r.expr();
      s.each = r.take("each");
      file.counters.push_back(std::move(s));
    } else if (head == "marks") {
      const std::string name = r.name("a name");
      once("marks " + name, place);
      file.marks.emplace_back(name, place);
    } else if (head == "region") {
      RegionSection s;
      s.place = place;
      s.name = r.name("a name");
      once("region " + s.name, place);
      r.expect("=");
      do s.sets.push_back(r.expr());
      while (r.take(","));
      file.regions.push_back(std::move(s));
    } else if (head == "let") {
      let(r, place);
    } else if (head == "start") {
      has.insert("start");
      start(r, line, place);
    } else if (head == "turn") {
      turn(r, line, place);
    } else if (head == "else") {
      r.error(place, "there is no 'turn' above this 'else'", "it must follow a turn directly");
    } else if (head == "end" || head == "sure") {
      once(head, place);
      (head == "end" ? file.end_place : file.sure_place) = place;
      r.expect_end();
      cursor_.block(0, [&](const Line& rule) { end_rule(rule, head == "end" ? file.end : file.sure); });
    } else if (head == "repetition") {
      once("repetition", place);
      r.expect(":");
      const std::string word = r.any_name("'draw' or 'never'");
      if (!r.failed() && word != "draw" && word != "never") r.error(place, "expected 'draw' or 'never', got '" + word + "'");
      file.repetition = word == "draw" ? File::Repetition::draw : File::Repetition::never;
    } else if (head == "score" || head == "value") {
      once(head, place);
      (head == "score" ? file.score : file.value) = r.expr();
    } else if (head == "notation") {
      once("notation", place);
      file.notation_place = r.peek().place;
      file.notation = r.string("a notation");
    } else if (head == "bridge") {
      bridge(r, place);
    } else if (head == "show") {
      once("show", place);
      show(r);
    } else if (head == "test") {
      has.insert("test");
      if (!r.done()) test(r, place);
      cursor_.block(0, [&](const Line& below) {
        ++cursor_.at;
        LineReader inner(below, messages_);
        test(inner, below.place);
        inner.expect_end();
      });
    } else {
      r.error(place, "there is no section '" + head + "'", word_hint(head, {section_words()}));
    }
  }

  void param(LineReader& r, const Place& place) {
    ParamSection s;
    s.place = place;
    s.name = r.name("a name");
    once("param " + s.name, place);
    r.expect("=");
    if (r.peek().is("true") || r.peek().is("false")) {
      s.kind = ParamSection::Kind::flag;
      s.fallback = r.next().text;
    } else {
      const bool whole = r.peek().kind == Token::Kind::number || r.peek().is("-");
      const long number = whole ? r.number("a number") : 0;
      s.fallback = whole ? std::to_string(number) : r.any_name("a value");
      if (whole && r.take("in")) {
        s.least = r.number("the least value");
        r.expect("..");
        s.most = r.number("the greatest value");
        if (r.take("by")) s.step = r.number("a step");
        if (!r.failed()) {
          if (s.step < 1)
            r.error(place, "the step must be at least 1");
          else if (s.least > s.most)
            r.error(place, "the range " + std::to_string(s.least) + ".." + std::to_string(s.most) + " is empty");
          else if (number < s.least || number > s.most || (number - s.least) % s.step != 0)
            r.error(place, "the default " + s.fallback + " is not one of the parameter's values");
        }
      } else if (r.take("of")) {
        s.kind = ParamSection::Kind::choice;
        while (r.peek().kind == Token::Kind::number || r.peek().kind == Token::Kind::name) s.choices.push_back(r.next().text);
        if (!r.failed() && std::find(s.choices.begin(), s.choices.end(), s.fallback) == s.choices.end())
          r.error(place, "the default " + s.fallback + " is not one of the parameter's values");
      } else {
        r.expected("'in' or 'of' with its values", "such as 'in 4..10' or 'of void illegal'");
      }
    }
    if (!r.done() && !r.failed()) s.help = r.string("a description");
    file.params.push_back(std::move(s));
  }

  void board(LineReader& r, const Line& line, const Place& place) {
    BoardSection& b = file.board;
    b.place = place;
    if (r.peek().kind == Token::Kind::number) r.expected("a kind of board", "board grid 8 x 8, with spaces around the 'x'");
    const std::string kind = r.any_name("a kind of board");
    if (kind == "grid" || kind == "hex") {
      b.kind = kind == "grid" ? BoardSection::Kind::grid : BoardSection::Kind::hex;
      b.rows = r.expr();
      if (r.peek().text.starts_with("x") && !r.peek().is("x")) r.expected("'x'", "with spaces around it: 8 x 8");
      r.expect("x");
      b.columns = r.expr();
      if (r.take("numbered")) b.from_top = r.expect("from") && r.expect("top");
      if (r.peek().is("only") || r.peek().is("without")) {
        b.only = r.next().text == "only";
        b.cut = r.expr();
      }
    } else if (kind == "ring" || kind == "track") {
      b.kind = kind == "ring" ? BoardSection::Kind::ring : BoardSection::Kind::track;
      b.columns = r.expr();
    } else if (kind == "graph") {
      b.kind = BoardSection::Kind::graph;
      r.expect_end();
      cursor_.block(line.indent, [&](const Line& below) { way(below); });
      if (b.ways.empty() && !r.failed()) r.error(place, "this graph has no lines", "for example: line a1 b1 c1");
    } else if (!r.failed()) {
      r.error(place, "there is no kind of board '" + kind + "'", nearest_hint(kind, {}, {"grid", "hex", "ring", "track", "graph"}));
    }
  }

  void way(const Line& line) {
    ++cursor_.at;
    LineReader r(line, messages_);
    const std::string word = r.any_name("'line', 'edge' or 'at'");
    if (word == "at") {
      BoardSection::Spot spot{r.any_name("a point"), r.number("a column"), r.number("a row"), line.place};
      file.board.spots.push_back(std::move(spot));
    } else if (word == "line" || word == "edge") {
      BoardSection::Way w{word == "line", {}, line.place};
      while (!r.done() && !r.failed()) w.points.push_back(r.any_name("a point"));
      if (w.points.size() < 2) r.error(line.place, "a " + word + " has at least two points");
      file.board.ways.push_back(std::move(w));
    } else if (!r.failed()) {
      r.error(line.place, "there is no '" + word + "' in a graph", nearest_hint(word, {}, {"line", "edge", "at"}));
    }
    r.expect_end();
  }

  void seats(LineReader& r, const Place& place) {
    file.seats.place = place;
    while (!r.done() && !r.peek().is("facing") && !r.failed()) {
      const Place at = r.peek().place;
      const std::string name = r.name("a seat's name");
      if (std::find(file.seats.names.begin(), file.seats.names.end(), name) != file.seats.names.end())
        r.error(at, "two seats are called '" + name + "'");
      file.seats.names.push_back(name);
    }
    if (r.take("facing"))
      while (!r.done() && !r.failed()) file.seats.facing.push_back(r.primary());
    if (file.seats.names.empty() && !r.failed())
      r.error(place, "a game needs at least one seat", "for example: seats first second");
  }

  void teams(LineReader& r, const Place& place) {
    file.teams.place = place;
    do {
      TeamsSection::Team team;
      team.name = r.name("a team's name");
      r.expect("=");
      while (r.peek().kind == Token::Kind::name) team.seats.push_back(r.next().text);
      if (team.seats.empty()) r.expected("a seat");
      file.teams.teams.push_back(std::move(team));
    } while (r.take(","));
  }

  void piece(LineReader& r, const Place& place) {
    PieceSection s;
    s.place = place;
    s.name = r.name("a name");
    once("piece " + s.name, place);
    while (r.peek().kind == Token::Kind::string) s.letters.push_back(r.next().text);
    if (s.letters.empty()) r.expected("letters", "in quotes: piece " + s.name + " \"x\" \"o\"");
    if (r.take("by"))
      s.by_team = r.expect("team");
    else if (r.take("neutral"))
      s.neutral = true;
    else if (r.take("of"))
      s.owner = r.any_name("a seat");
    file.pieces.push_back(std::move(s));
  }

  void bridge(LineReader& r, const Place& place) {
    BridgeSection s;
    s.place = place;
    s.protocol = r.any_name("'uci' or 'gtp'");
    if (!r.failed() && s.protocol != "uci" && s.protocol != "gtp")
      r.error(place, "expected 'uci' or 'gtp', got '" + s.protocol + "'");
    once("bridge " + s.protocol, place);
    s.variant = r.string("the game's name in " + s.protocol);
    if (r.take("start")) s.start = r.string("the start position as FEN");
    while (r.take("piece")) {
      std::string ours = r.string("a piece's letter");
      r.expect("as");
      s.letters.emplace_back(std::move(ours), r.string("the piece's letter in " + s.protocol));
    }
    if (r.take("without")) s.without = r.string("the characters that " + s.protocol + " omits in moves");
    if (r.take("skipping")) s.skipped = r.string("the column letters that " + s.protocol + " skips");
    if (r.take("castling")) s.castling = r.any_name("marks");
    if (r.take("passing")) s.passant = r.any_name("marks");
    if (!r.failed() && s.start.empty() == (s.protocol == "uci"))
      r.error(place, s.protocol == "uci" ? "a uci bridge needs the start position" : "a gtp bridge has no start position",
              s.protocol == "uci" ? "add start \"FEN\"" : "remove start \"FEN\"");
    file.bridges.push_back(std::move(s));
  }

  void let(LineReader& r, const Place& place) {
    LetSection s;
    s.place = r.peek().place;
    s.name = r.name("a name");
    once("let " + s.name, place);
    if (r.take("(")) {
      do s.parameters.push_back(r.name("a name"));
      while (r.take(","));
      r.expect(")");
    }
    r.expect("=");
    s.body = r.expr();
    file.lets.push_back(std::move(s));
  }

  void start(LineReader& r, const Line& line, const Place& place) {
    StartSection s;
    s.place = place;
    if (r.take("when")) s.when = r.expr();
    s.centre = r.take("centre");
    if (!r.done() && !r.failed()) start_line(r, s, place);
    r.expect_end();
    cursor_.block(line.indent, [&](const Line& below) {
      ++cursor_.at;
      if (!below.cells.empty()) {
        s.rows.push_back(below);
        return;
      }
      LineReader inner(below, messages_);
      start_line(inner, s, below.place);
      inner.expect_end();
    });
    if (!r.failed()) file.starts.push_back(std::move(s));
  }

  void start_line(LineReader& r, StartSection& s, const Place& place) {
    StartLine l;
    l.place = place;
    const std::string word = r.any_name("'put', 'mark', 'stones' or a row of a picture");
    if (word == "put") {
      l.kind = StartLine::Kind::put;
      l.name = r.name("a kind of piece");
      if (r.take("of")) l.seat = r.any_name("a seat");
      r.expect("at");
      l.set = r.expr();
    } else if (word == "mark") {
      l.kind = StartLine::Kind::mark;
      l.set = r.expr();
      r.expect("as");
      l.name = r.name("marks");
    } else if (word == "stones") {
      l.kind = StartLine::Kind::stones;
      while (!r.done() && !r.failed() && !r.peek().is("repeated") && !r.peek().is("at")) l.numbers.push_back(r.operand());
      if (r.take("at")) {
        l.kind = StartLine::Kind::stones_at;
        if (l.numbers.size() != 1) r.error(place, "expected one number of stones before 'at'");
        l.set = r.expr();
      } else {
        l.repeated = r.take("repeated");
      }
      if (l.numbers.empty() && !r.failed()) r.expected("a number of stones");
    } else if (!r.failed()) {
      r.error(place, "unexpected '" + word + "' in a start", nearest_hint(word, {}, {"put", "mark", "stones"}));
    }
    s.lines.push_back(std::move(l));
  }

  void turn(LineReader& r, const Line& line, const Place& place) {
    TurnSection s;
    s.place = place;
    if (r.take("of")) s.seat = r.any_name("a seat");
    once(s.seat.empty() ? "turn" : "turn of " + s.seat, place);
    r.expect_end();
    s.blocks.push_back(read_block(cursor_, line.indent, place, "'turn'"));
    while (cursor_.continues(0, "else")) {
      const Line& other = cursor_.peek();
      ++cursor_.at;
      LineReader rest(other, messages_);
      rest.take("else");
      if (s.pass) rest.error(other.place, "unexpected 'else' after 'else pass'");
      if (rest.take("pass")) {
        s.pass = true;
        rest.expect_end();
      } else {
        rest.expect_end();
        s.blocks.push_back(read_block(cursor_, other.indent, other.place, "'else'"));
      }
    }
    file.turns.push_back(std::move(s));
  }

  void end_rule(const Line& line, std::vector<EndRule>& rules) {
    ++cursor_.at;
    LineReader r(line, messages_);
    EndRule rule;
    rule.place = line.place;
    r.expect("when");
    rule.when = r.expr();
    r.expect(":");
    Outcome& o = rule.outcome;
    o.place = r.peek().place;
    const auto by_number = [&](Outcome::Kind kind, std::string_view word) {
      o.kind = kind;
      r.expect(word);
      o.number = r.expr();
    };
    if (r.take("draw")) {
      o.kind = Outcome::Kind::draw;
    } else if (r.take("difference")) {
      by_number(Outcome::Kind::difference, "of");
    } else if (r.take("rank")) {
      by_number(Outcome::Kind::rank, "by");
    } else if (r.take("each")) {
      by_number(Outcome::Kind::gains, "gains");
    } else {
      o.who = r.operand();
      if (r.take("wins"))
        o.kind = Outcome::Kind::wins;
      else if (r.take("loses"))
        o.kind = Outcome::Kind::loses;
      else
        r.expected("an outcome", "me wins, draw, difference of …, rank by …, each gains …");
    }
    r.expect_end();
    if (!r.failed()) rules.push_back(std::move(rule));
  }

  void show(LineReader& r) {
    do {
      ShowHint hint;
      for (; r.peek().kind == Token::Kind::name; r.next()) {
        hint.words.push_back(r.peek().text);
        hint.places.push_back(r.peek().place);
      }
      if (hint.words.empty()) r.expected("a drawing hint", "squares, points, pits, hexagons, KIND round, tint REGION");
      file.show.push_back(std::move(hint));
    } while (r.take(","));
  }

  void test(LineReader& r, const Place& place) {
    TestLine t;
    t.place = place;
    t.slow = r.take("slow");
    if (r.take("with")) {
      do {
        std::string name = r.any_name("a parameter");
        r.expect("=");
        std::string value = r.take("-") ? "-" : "";
        value += r.next().text;
        t.with.emplace_back(std::move(name), std::move(value));
      } while (r.take(","));
      r.expect(":");
    }
    const std::string word = r.any_name("a check");
    if (word == "perft") {
      t.kind = TestLine::Kind::perft;
      t.numbers = numbers(r);
    } else if (word == "games" || word == "positions" || word == "value") {
      t.kind = word == "games" ? TestLine::Kind::games : word == "positions" ? TestLine::Kind::positions : TestLine::Kind::value;
      t.numbers.push_back(r.number("a number"));
    } else if (word == "same") {
      t.kind = TestLine::Kind::same;
      r.expect("as");
      bool colon = false;
      t.text = r.raw_word(colon);
      if (t.text.empty()) r.expected("a game");
    } else if (word == "after") {
      t.kind = TestLine::Kind::after;
      bool colon = r.take(":");
      while (!colon && !r.done()) t.moves.push_back(r.raw_word(colon));
      if (!colon) r.expected("':'");
      do fact(r, t);
      while (r.take(","));
    } else if (word == "with" || word == "slow") {
      r.error(place, "unexpected '" + word + "': a line has one 'slow', then one 'with'",
              "write 'slow with x = 1, y = 2: perft 9'");
    } else if (!r.failed()) {
      r.error(place, "there is no check '" + word + "'",
              nearest_hint(word, {}, {"perft", "games", "positions", "value", "same", "after", "slow", "with"}));
    }
    if (!r.failed()) file.tests.push_back(std::move(t));
  }

  static std::vector<long> numbers(LineReader& r) {
    std::vector<long> out;
    while (r.peek().kind == Token::Kind::number || r.peek().is("-")) out.push_back(r.number("a number"));
    if (out.empty()) r.expected("a number");
    return out;
  }

  static void fact(LineReader& r, TestLine& t) {
    Fact f;
    f.place = r.peek().place;
    const std::string word = r.any_name("a fact");
    if (word == "moves" || word == "gains" || word == "result") {
      f.kind = word == "moves" ? Fact::Kind::moves : word == "gains" ? Fact::Kind::gains : Fact::Kind::result;
      f.numbers = numbers(r);
    } else if (word == "turn") {
      f.kind = Fact::Kind::turn;
      f.text = r.any_name("a seat");
    } else if (word == "over") {
      f.kind = Fact::Kind::over;
    } else if (word == "illegal") {
      f.kind = Fact::Kind::illegal;
      bool colon = false;
      f.text = r.raw_word(colon);
    } else if (word == "position") {
      f.kind = Fact::Kind::position;
      f.text = r.string("a position");
    } else if (!r.failed()) {
      r.error(f.place, "there is no fact '" + word + "'",
              nearest_hint(word, {}, {"moves", "gains", "result", "turn", "over", "illegal", "position"}));
    }
    t.facts.push_back(std::move(f));
  }

  LineCursor cursor_;
  Messages& messages_;
};

/// Lays `own` over the base: a section replaces the base's section with the same head and name. Tests are not inherited.
File merged(File base, File own, const std::set<std::string>& has) {
  File out = std::move(base);
  out.title = std::move(own.title);
  out.title_place = own.title_place;
  out.base = own.base;
  out.base_place = own.base_place;
  out.tests = std::move(own.tests);
  const auto named = [](auto& to, auto& from, const auto& name) {
    for (auto& section : from) {
      const auto same = std::find_if(to.begin(), to.end(), [&](const auto& s) { return name(s) == name(section); });
      if (same != to.end())
        *same = std::move(section);
      else
        to.push_back(std::move(section));
    }
  };
  const auto by_name = [](const auto& s) { return s.name; };
  named(out.params, own.params, by_name);
  named(out.pieces, own.pieces, by_name);
  named(out.hands, own.hands, [](const HandSection& s) { return s.piece; });
  named(out.counters, own.counters, by_name);
  named(out.regions, own.regions, by_name);
  named(out.lets, own.lets, by_name);
  named(out.marks, own.marks, [](const auto& s) { return s.first; });
  if (has.contains("require")) out.requires_ = std::move(own.requires_);
  if (has.contains("board")) out.board = std::move(own.board);
  if (has.contains("seats")) out.seats = std::move(own.seats);
  if (has.contains("unequal")) out.unequal = true;
  if (has.contains("teams")) out.teams = std::move(own.teams);
  if (has.contains("start")) out.starts = std::move(own.starts);
  named(out.turns, own.turns, [](const TurnSection& s) { return s.seat; });
  if (has.contains("end")) {
    out.end = std::move(own.end);
    out.end_place = own.end_place;
  }
  if (has.contains("repetition")) out.repetition = own.repetition;
  if (has.contains("score")) out.score = std::move(own.score);
  if (has.contains("value")) out.value = std::move(own.value);
  if (has.contains("sure")) {
    out.sure = std::move(own.sure);
    out.sure_place = own.sure_place;
  }
  if (has.contains("notation")) {
    out.notation = std::move(own.notation);
    out.notation_place = own.notation_place;
  }
  named(out.bridges, own.bridges, [](const BridgeSection& s) { return s.protocol; });
  if (has.contains("show")) out.show = std::move(own.show);
  return out;
}

/// True if a name stays in the folder of the file that extends it: a stranger's file must not show the lines of others.
bool is_beside(std::string_view name) {
  const auto folders = split(name, '/');
  return std::none_of(folders.begin(), folders.end(), [](std::string_view folder) { return folder.empty() || folder == ".."; });
}

File read_text(std::vector<Text>& texts, Text text, const FindText& find, Messages& messages) {
  const int number = static_cast<int>(texts.size());
  text.content = with_plain_lines(text.content);
  texts.push_back(std::move(text));
  const Text& here = texts.back();
  if (here.content.size() > longest_text) {
    messages.error({number, 0, 0, 0}, "the file is too long for a game", "at most 256 kilobytes");
    return {};
  }
  if (here.content.find('\0') != std::string::npos) {
    messages.error({number, 0, 0, 0}, "not a text file: it contains a zero byte");
    return {};
  }
  const std::vector<Line> lines = lines_of(here.content, number, messages);
  FileReader reader(lines, messages);
  reader.read();
  if (reader.file.base.empty()) return std::move(reader.file);
  if (!is_beside(reader.file.base)) {
    messages.error(reader.file.base_place, "'" + reader.file.base + "' is outside the folder of this file",
                   "a game extends a file next to it or a game of the library");
    return std::move(reader.file);
  }
  constexpr std::size_t most_bases = 16;
  auto base = texts.size() > most_bases ? std::nullopt : find(reader.file.base, here.name);
  if (!base) {
    messages.error(reader.file.base_place, "there is no file '" + reader.file.base + "' next to this one or in the library");
    return std::move(reader.file);
  }
  for (const Text& above : texts)
    if (above.name == base->name) {
      messages.error(reader.file.base_place, "'" + reader.file.base + "' extends itself");
      return std::move(reader.file);
    }
  return merged(read_text(texts, std::move(*base), find, messages), std::move(reader.file), reader.has);
}

}  // namespace

std::string_view line_at(const Reading& reading, const Place& place) {
  std::string_view text = reading.texts[static_cast<std::size_t>(place.file)].content;
  for (int line = 1; line < place.line; ++line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

Reading read_file(Text text, const FindText& find, Messages& messages) {
  Reading reading;
  reading.texts.reserve(20);  // keeps references to the texts valid
  reading.file = read_text(reading.texts, std::move(text), find, messages);
  return reading;
}

std::optional<Text> library_text(std::string_view name) {
  constexpr std::string_view ending = ".game";
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  for (const LibraryFile& file : library())
    if (file.id == name) return Text{std::string(file.id) + ".game", std::string(file.content)};
  return std::nullopt;
}

FindText find_beside(std::function<std::optional<std::string>(const std::string& folder, const std::string& name)> read) {
  return [read = std::move(read)](const std::string& name, const std::string& beside) -> std::optional<Text> {
    if (const std::size_t slash = beside.rfind('/'); slash != std::string::npos) {
      const std::string folder = beside.substr(0, slash + 1);
      if (auto content = read(folder, name)) return Text{folder + name, std::move(*content)};
    }
    return library_text(name);
  };
}

FindText find_in_library() {
  return [](const std::string& name, const std::string&) { return library_text(name); };
}

namespace {

/// Byte by byte: independent of the byte order of the machine.
std::uint64_t hash_text(std::uint64_t hash, std::string_view text) {
  hash = mix(hash, text.size());
  for (const char c : text) hash = mix(hash, static_cast<unsigned char>(c));
  return hash;
}

/// A section that replaces others with the same key.
struct Section {
  std::string key;
  std::uint64_t hash = 0;
};
using Sections = std::map<std::string, std::vector<Section>, std::less<>>;  // by head

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string key_of(const std::vector<Token>& tokens) {
  const std::string& head = tokens[0].text;
  const bool named = is_one_of(head, {"param", "piece", "hand", "counter", "marks", "region", "let"});
  if (named && tokens.size() > 1) return tokens[1].text;
  if (head == "turn" && tokens.size() > 3) return tokens[2].text;  // turn of SEAT
  return {};
}

Section& with_key(std::vector<Section>& sections, const std::string& key) {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.key == key; });
  return found != sections.end() ? *found : sections.emplace_back(Section{key, 0});
}

Sections sections_of(std::string_view text) {
  Messages ignored;
  const std::vector<Line> lines = lines_of(text, 0, ignored);
  const std::vector<int> depths = depths_of(lines);
  Sections out;
  Section* open = nullptr;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto& tokens = lines[n].tokens;
    const std::string& head = tokens[0].text;
    if (depths[n] == 0 && head != "else") {  // `else` is a part of the turn above
      const bool rules = !is_one_of(head, {"game", "extends", "bridge", "show", "test"});
      open = rules ? &with_key(out[head], key_of(tokens)) : nullptr;
    }
    if (!open) continue;
    open->hash = mix(open->hash, static_cast<std::uint64_t>(depths[n]));
    std::size_t count = tokens.size() - 1;
    const bool explained = depths[n] == 0 && is_one_of(head, {"param", "require"}) && tokens[count - 1].kind == Token::Kind::string;
    if (explained) --count;
    open->hash = mix(open->hash, count);
    for (std::size_t i = 0; i < count; ++i) {
      open->hash = mix(open->hash, tokens[i].kind == Token::Kind::string);
      open->hash = hash_text(open->hash, tokens[i].text);
    }
  }
  return out;
}

}  // namespace

std::uint64_t meaning_hash(const Reading& reading) {
  Sections all;
  for (auto text = reading.texts.rbegin(); text != reading.texts.rend(); ++text)  // extended files first
    for (const auto& [head, sections] : sections_of(text->content))
      for (const Section& section : sections) with_key(all[head], section.key).hash = section.hash;
  std::uint64_t hash = 1;  // of the language
  for (const auto& [head, sections] : all) {
    hash = hash_text(hash, head);
    for (const Section& section : sections) hash = mix(hash, section.hash);
    hash = mix(hash, sections.size());
  }
  return hash;
}

}  // namespace banmen::rules
