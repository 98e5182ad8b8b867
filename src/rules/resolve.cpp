#include "rules/resolve.hpp"

#include <algorithm>
#include <tuple>

#include "core/characters.hpp"
#include "core/text.hpp"
#include "rules/evaluate.hpp"
#include "rules/move_bound.hpp"
#include "rules/resolver.hpp"

namespace banmen::rules {
namespace {

constexpr int most_seats = 8;

std::string size_text(long rows, long columns) { return std::to_string(rows) + " x " + std::to_string(columns); }

/// True if the expression has no value before play.
bool looks_at_play(const Node& whole) {
  return any_node(whole, [](const Node& node) { return looks_at_position(node.op); });
}

}  // namespace

ParamValues default_values(const File& file) {
  ParamValues values;
  for (const ParamSection& p : file.params) values.emplace_back(p.name, p.fallback);
  return values;
}

std::optional<Rules> resolve(const Reading& reading, const ParamValues& values, Messages& messages) {
  return Resolver(reading, values, messages).run();
}

bool parameters_fit(const Reading& reading, const ParamValues& values) {
  Messages ignored;
  return Resolver(reading, values, ignored).fits();
}

Resolver::Resolver(const Reading& reading, const ParamValues& values, Messages& messages)
    : reading_(reading), file_(reading.file), messages_(messages), values_(values.begin(), values.end()) {}

std::optional<Rules> Resolver::run() {
  rules_.title = file_.title;
  rules_.unequal = file_.unequal;
  rules_.repetition = file_.repetition;
  for (const StartSection& s : file_.starts)
    for (const StartLine& l : s.lines)
      rules_.has_stones = rules_.has_stones || l.kind == StartLine::Kind::stones || l.kind == StartLine::Kind::stones_at;
  (void)fits();
  seats();
  if (file_.board.kind == BoardSection::Kind::none) error({}, "the game has no board", "for example: board grid 8 x 8");
  if (messages_.any_error()) return std::nullopt;
  board();
  if (messages_.any_error()) return std::nullopt;
  pieces();
  holdings();
  regions();
  show();
  if (messages_.any_error()) return std::nullopt;
  names_seats_ = rules_.unequal;
  turns();
  ends();
  sure();
  in_end_ = false;
  scope_.clear();
  if (file_.score.kind != Kind::none) rules_.score.push_back(number(file_.score));
  if (file_.value.kind != Kind::none) rules_.value.push_back(number(file_.value));
  notation();
  bridges();
  check_unused_lets();
  if (messages_.any_error()) return std::nullopt;
  starts();
  if (messages_.any_error()) return std::nullopt;
  mark_sole_choices(rules_);
  return std::move(rules_);
}

bool Resolver::fits() {
  bool all = true;
  for (const RequireSection& r : file_.requires_) {
    const Node holds = truth(r.cond);
    if (holds.op != Op::truth) error(r.place, "a requirement on parameters must be constant", "only parameters are allowed here");
    if (holds.op != Op::truth || holds.number != 0) continue;
    all = false;
    error(r.place, "these parameters do not fit together" + (r.why.empty() ? "" : ": " + r.why));
  }
  return all;
}

void Resolver::seats() {
  rules_.seats = file_.seats.names;
  if (rules_.seats.empty()) {
    error({}, "the game has no seats", "for example: seats first second");
    return;
  }
  if (rules_.seats.size() > most_seats) error(file_.seats.place, "a game has at most " + std::to_string(most_seats) + " seats");
  rules_.facing.assign(rules_.seats.size(), -1);
  if (!file_.seats.facing.empty()) {
    if (file_.seats.facing.size() != rules_.seats.size()) error(file_.seats.place, "'facing' needs one direction for each seat");
    for (std::size_t i = 0; i < std::min(rules_.facing.size(), file_.seats.facing.size()); ++i) {
      const Expr& e = file_.seats.facing[i];
      for (int d = 0; d < direction_count; ++d)
        if (e.kind == Kind::name && e.name == direction_name(d)) rules_.facing[i] = d;
      if (rules_.facing[i] < 0) error(e.place, "expected a direction that a seat can face", "one of: N NE E SE S SW W NW on back");
    }
  }
  rules_.side.assign(rules_.seats.size(), -1);
  if (file_.teams.teams.empty()) {
    for (std::size_t i = 0; i < rules_.side.size(); ++i) rules_.side[i] = static_cast<int>(i);
    rules_.sides = rules_.seat_count();
    return;
  }
  for (const auto& team : file_.teams.teams) {
    for (const std::string& seat : team.seats) {
      const int number = seat_number(seat);
      if (number < 0)
        error(file_.teams.place, "there is no seat '" + seat + "'", nearest_hint(seat, {}, rules_.seats));
      else if (std::exchange(rules_.side[static_cast<std::size_t>(number)], rules_.sides) >= 0)
        error(file_.teams.place, "'" + seat + "' is in two teams");
    }
    rules_.teams.push_back(team.name);
    ++rules_.sides;
  }
  for (std::size_t i = 0; i < rules_.side.size(); ++i)
    if (rules_.side[i] < 0) error(file_.teams.place, "'" + rules_.seats[i] + "' is in no team");
}

void Resolver::board() {
  const BoardSection& b = file_.board;
  if (b.kind == BoardSection::Kind::graph) return graph();
  const bool flat = b.kind == BoardSection::Kind::grid || b.kind == BoardSection::Kind::hex;
  const auto columns = known_number(b.columns, "the size of the board");
  const auto rows = flat ? known_number(b.rows, "the size of the board") : std::optional<long>(1);
  if (!rows || !columns) return;
  if (*rows < 1 || *columns < 1) return error(b.place, "a board has at least one site");
  if (*rows > most_sites || *columns > most_sites || *rows * *columns > most_sites)
    return error(b.place, "the board has " + (flat ? size_text(*rows, *columns) : std::to_string(*columns)) +
                              " sites, and at most " + std::to_string(most_sites) + " are possible");
  const int r = static_cast<int>(*rows), c = static_cast<int>(*columns);
  if (!flat) {
    rules_.board = Board::ring(c, b.kind == BoardSection::Kind::ring);
    return;
  }
  const Board::Kind kind = b.kind == BoardSection::Kind::hex ? Board::Kind::hex : Board::Kind::grid;
  rules_.board = Board::grid(kind, r, c, b.from_top, {});
  if (b.cut.kind == Kind::none) return;
  const Node cut = set(b.cut);
  if (messages_.any_error()) return;
  if (looks_at_play(cut)) return error(b.cut.place, "the sites of the board must be constant");
  View view(rules_, 0, 0);
  const Set chosen = Evaluator(rules_, rules_.start, view).set(cut);
  std::vector<bool> keep(static_cast<std::size_t>(r * c));
  for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = chosen[i] == b.only;
  if (std::none_of(keep.begin(), keep.end(), [](bool k) { return k; })) return error(b.cut.place, "no site is left on the board");
  rules_.board = Board::grid(kind, r, c, b.from_top, keep);
}

void Resolver::graph() {
  const BoardSection& b = file_.board;
  std::vector<Board::Point> points;
  std::vector<Board::Way> ways;
  const auto number_of = [&](const std::string& name, const Place& place) {
    for (std::size_t i = 0; i < points.size(); ++i)
      if (points[i].name == name) return static_cast<int>(i);
    Board::Point p{name, 0, 0};
    const auto spot = std::find_if(b.spots.begin(), b.spots.end(), [&](const auto& s) { return s.point == name; });
    if (spot != b.spots.end()) {
      p.column = static_cast<int>(spot->x);
      p.row = static_cast<int>(spot->y);
    } else if (name.size() >= 2 && name.size() <= 3 && name[0] >= 'a' && name[0] <= 'z' &&
               std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      p.column = name[0] - 'a' + 1;
      p.row = std::stoi(name.substr(1));
    } else {
      error(place, "'" + name + "' has no coordinates", "add its column and row, for example: at " + name + " 1 2");
    }
    points.push_back(p);
    return static_cast<int>(points.size()) - 1;
  };
  const auto apart = [&](const Place& place) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      if (points[i].row == points.back().row && points[i].column == points.back().column)
        error(place, "'" + points[i].name + "' and '" + points.back().name + "' have the same coordinates",
              "move one of them, for example: at " + points.back().name + " 1 2");
  };
  for (const auto& w : b.ways) {
    Board::Way way{w.line, {}};
    for (const std::string& p : w.points) {
      const std::size_t before = points.size();
      way.points.push_back(number_of(p, w.place));
      if (points.size() > before) apart(w.place);
    }
    std::set<int> distinct(way.points.begin(), way.points.end());
    if (distinct.size() != way.points.size()) error(w.place, "this line has the same point twice");
    ways.push_back(std::move(way));
  }
  for (const auto& spot : b.spots)
    if (std::none_of(points.begin(), points.end(), [&](const auto& p) { return p.name == spot.point; }))
      error(spot.place, "no line of the graph has the point '" + spot.point + "'");
  if (points.size() > most_sites)
    error(b.place,
          "the board has " + std::to_string(points.size()) + " sites, and at most " + std::to_string(most_sites) + " are possible");
  if (!messages_.any_error()) rules_.board = Board::graph(std::move(points), ways);
}

void Resolver::pieces() {
  static constexpr const char* reserved_letters =
      "use any character but . ~ / = , ; and the space, which pictures and positions use";
  std::set<std::string> letters;
  for (const PieceSection& p : file_.pieces) {
    PieceKind kind;
    kind.name = p.name;
    kind.letters = p.letters;
    kind.first_code = static_cast<int>(rules_.codes.size());
    std::size_t owners = rules_.seats.size();
    if (p.neutral) {
      kind.owner = PieceKind::Owner::neutral;
      owners = 1;
    } else if (p.by_team) {
      kind.owner = PieceKind::Owner::teams;
      owners = rules_.teams.size();
      if (owners == 0) error(p.place, "the game has no teams", "for example: teams black = A C, white = B D");
    } else if (!p.owner.empty()) {
      kind.owner = PieceKind::Owner::one;
      kind.seat = seat_number(p.owner);
      owners = 1;
      if (kind.seat < 0) error(p.place, "there is no seat '" + p.owner + "'", nearest_hint(p.owner, {}, rules_.seats));
    }
    if (p.letters.size() != owners)
      error(p.place, "piece '" + p.name + "' needs " + std::to_string(owners) +
                         (owners == 1 ? " letter" : " letters, one for each owner") + ", not " + std::to_string(p.letters.size()));
    for (std::size_t i = 0; i < p.letters.size() && i < owners; ++i) {
      const std::string& letter = p.letters[i];
      const bool invisible = letter != harmless(letter) || (columns(letter) == 0 && !letter.empty());
      if (invisible)
        error(p.place, "a piece's letter must be visible and can't be a control character");
      else if (characters(letter) != 1 || letter == " " || letter == ";" || letter == "=" || letter == ",")
        error(p.place, "a piece's letter is one character, not '" + letter + "'", reserved_letters);
      else if (letter == "." || letter == "~" || letter == "/")
        error(p.place, "the letter '" + letter + "' is reserved", reserved_letters);
      else if (!letters.insert(letter).second)
        error(p.place, "the letter '" + letter + "' is already in use");
      PieceCode code{static_cast<int>(rules_.kinds.size()), -1, -1, letter};
      if (kind.owner == PieceKind::Owner::seats) code = {code.kind, static_cast<int>(i), rules_.side[i], letter};
      if (kind.owner == PieceKind::Owner::teams) code = {code.kind, static_cast<int>(i), static_cast<int>(i), letter};
      if (kind.owner == PieceKind::Owner::one && kind.seat >= 0)
        code = {code.kind, kind.seat, rules_.side[static_cast<std::size_t>(kind.seat)], letter};
      rules_.codes.push_back(code);
    }
    rules_.kinds.push_back(std::move(kind));
  }
}

void Resolver::holdings() {
  const auto written = [&](const std::string& name, const Place& place) {
    if (name == "over" || name == "endless")
      error(place, "'" + name + "' is reserved in the text of positions", "choose another name");
  };
  for (const auto& [name, place] : file_.marks) {
    written(name, place);
    rules_.marks.push_back(name);
  }
  for (const HandSection& h : file_.hands) written(h.piece, h.place);
  for (const CounterSection& c : file_.counters) {
    written(c.name, c.place);
    const auto least = known_number(c.least, "the range of a counter"), most = known_number(c.most, "the range of a counter");
    if (!least || !most) continue;
    if (*least > *most) error(c.place, "the range of '" + c.name + "' is empty");
    if (*most - *least > 65535) error(c.place, "a counter has at most 65536 values");
    const long start = std::clamp(0L, *least, std::max(*least, *most));
    rules_.counters.push_back({c.name, static_cast<int>(*least), static_cast<int>(*most), static_cast<int>(start), c.each});
  }
  for (const HandSection& h : file_.hands) {
    const int kind = kind_of(h.piece, h.place);
    const auto count = known_number(h.count, "the number in hand");
    if (!count || rules_.kinds.empty()) continue;
    if (*count < 0 || *count > 255) error(h.place, "a hand holds 0 to 255 pieces");
    rules_.kinds[static_cast<std::size_t>(kind)].has_hand = true;
    rules_.kinds[static_cast<std::size_t>(kind)].hand = static_cast<int>(*count);
  }
}

void Resolver::regions() {
  for (const RegionSection& r : file_.regions) {
    if (r.sets.size() != 1 && r.sets.size() != rules_.seats.size()) {
      error(r.place, "a region is one set, or one for each of the " + std::to_string(rules_.seats.size()) + " seats");
      continue;
    }
    std::vector<Set> sets;
    for (const Expr& e : r.sets) {
      const Node node = set(e);
      if (messages_.any_error()) break;
      if (looks_at_play(node)) {
        error(e.place, "a region must be constant", "use 'let " + r.name + " = …' for a set that changes");
        break;
      }
      // A region of one set may still differ between seats.
      for (int seat = r.sets.size() == 1 ? 0 : static_cast<int>(sets.size()); seat < rules_.seat_count(); ++seat) {
        View view(rules_, seat, seat);
        sets.push_back(Evaluator(rules_, rules_.start, view).set(node));
        if (r.sets.size() != 1) break;
      }
    }
    if (!sets.empty() && std::all_of(sets.begin(), sets.end(), [](const Set& s) { return s.none(); }))
      messages_.warn(r.place, "region '" + r.name + "' has no sites");
    if (sets.empty()) continue;
    rules_.regions.push_back({r.name, sets});
    regions_[r.name] = std::move(sets);
  }
}

void Resolver::show() {
  const auto one_of = [&](const ShowHint& hint, std::size_t which, const std::vector<std::string>& words, const std::string& what) {
    const std::string& word = hint.words[which];
    if (std::find(words.begin(), words.end(), word) == words.end())
      error(hint.places[which], "there is no " + what + " '" + word + "'", suggest(word, words));
  };
  for (const ShowHint& hint : file_.show) {
    if (hint.words.size() == 1) {
      one_of(hint, 0, {"squares", "points", "pits", "hexagons"}, "board style");
    } else if (hint.words.size() == 2 && hint.words[0] == "tint") {
      std::vector<std::string> names;
      for (const RegionSection& region : file_.regions) names.push_back(region.name);
      one_of(hint, 1, names, "region");
    } else if (hint.words.size() == 2) {
      (void)kind_of(hint.words[0], hint.places[0]);
      one_of(hint, 1, {"round", "letter", "crown", "token"}, "piece style");
    } else if (!hint.words.empty()) {
      error(hint.places[2], "unexpected '" + hint.words[2] + "'", "separate drawing hints by commas");
    }
    rules_.show.push_back(join(hint.words, " "));
  }
}

void Resolver::turns() {
  if (file_.turns.empty()) return error({}, "the game has no turn", "add 'turn', and below it the statements of a move");
  rules_.turns.resize(rules_.seats.size());
  std::vector<bool> has(rules_.seats.size());
  for (const TurnSection& t : file_.turns) {
    if (!t.seat.empty() && !rules_.unequal)
      error(t.place, "a rule may not name a seat: '" + t.seat + "'", "say 'turn', or declare the game 'unequal'");
    const int only = t.seat.empty() ? -1 : seat_number(t.seat);
    if (!t.seat.empty() && only < 0) error(t.place, "there is no seat '" + t.seat + "'", nearest_hint(t.seat, {}, rules_.seats));
    Turn turn;
    turn.place = t.place;
    turn.pass = t.pass;
    scope_.clear();
    Scope rolled;
    for (std::size_t i = 0; i < t.blocks.size(); ++i) {
      Block statements = t.blocks[i];
      scope_ = rolled;
      if (i == 0 && !statements.empty() && statements[0].kind == Statement::Kind::roll) {
        const Statement& roll = statements[0];
        const auto sides = known_number(roll.parts[0], "the number of sides of a die");
        if (sides && (*sides < 2 || *sides > 1000)) error(roll.place, "a die has 2 to 1000 sides");
        turn.roll = static_cast<int>(sides.value_or(2));
        turn.roll_slot = new_slot(roll.name, Type::number, roll.name_place);
        scope_[roll.name] = turn.roll_slot;
        rolled = scope_;
        statements.erase(statements.begin());
        turn_ = &turn;
      }
      turn.blocks.push_back(block(statements));
    }
    turn_ = nullptr;
    for (int seat = 0; seat < rules_.seat_count(); ++seat) {
      if (only >= 0 ? seat != only : has[static_cast<std::size_t>(seat)]) continue;
      rules_.turns[static_cast<std::size_t>(seat)] = turn;
      has[static_cast<std::size_t>(seat)] = true;
    }
  }
  for (std::size_t i = 0; i < has.size(); ++i)
    if (!has[i]) error(file_.turns[0].place, "'" + rules_.seats[i] + "' has no turn", "add 'turn of " + rules_.seats[i] + "'");
  scope_.clear();
}

void Resolver::ends() {
  in_end_ = true;
  if (file_.end.empty() && file_.end_place.line == 0)
    error({}, "the game has no end", "add 'end', and below it: when next stuck: me wins");
  constexpr std::size_t most_rules = 120;  // a byte of the position holds the number of the rule that ended it
  if (file_.end.size() > most_rules) error(file_.end_place, "'end' has at most " + std::to_string(most_rules) + " rules");
  for (const EndRule& rule : file_.end) rules_.ends.push_back(end_rule(rule));
}

End Resolver::end_rule(const EndRule& rule) {
  End end;
  end.place = rule.place;
  end.when = truth(rule.when);
  end.result.kind = rule.outcome.kind;
  end.result.place = rule.outcome.place;
  if (rule.outcome.who.kind != Kind::none) {
    end.result.who = who(rule.outcome.who, true);
    if (std::exchange(quantifier_, 0) != 0 || end.result.who.kind == Who::Kind::everyone)
      error(rule.outcome.who.place, "expected a single seat", "such as me, next or ahead 2");
  }
  end.result.number = rule.outcome.number.kind == Kind::none ? fixed_number(0, rule.place) : number(rule.outcome.number);
  if (rule.outcome.kind == Outcome::Kind::difference && rules_.sides != 2)
    error(rule.outcome.place, "'difference of' requires two sides, and this game has " + std::to_string(rules_.sides),
          "use 'rank by' or 'each gains'");
  return end;
}

/// Like `end`, but only wins, losses and draws.
void Resolver::sure() {
  if (file_.sure_place.line == 0) return;
  if (file_.sure.empty()) error(file_.sure_place, "'sure' has no rules", "add one below it: when …: me wins");
  if (rules_.sides != 2) error(file_.sure_place, "'sure' requires two sides, and this game has " + std::to_string(rules_.sides));
  for (const EndRule& rule : file_.sure) {
    if (!is_decision(rule.outcome.kind)) error(rule.outcome.place, "'sure' allows only wins, losses and draws");
    rules_.sure.push_back(end_rule(rule));
  }
  if (rules_.repetition == File::Repetition::draw ||
      std::any_of(rules_.turns.begin(), rules_.turns.end(), [](const Turn& turn) { return turn.roll > 0; }))
    error(file_.sure_place, "'sure' requires a game without dice and without 'repetition: draw'");
  if (!ends_in_decisions(rules_)) error(file_.sure_place, "'sure' requires a game whose only results are wins, losses and draws");
}

void Resolver::bridges() {
  for (const BridgeSection& s : file_.bridges) {
    if (rules_.seats.size() != 2) error(s.place, "'bridge' requires a game with two seats");
    for (const std::string& marks : {s.castling, s.passant})
      if (!marks.empty() && std::find(rules_.marks.begin(), rules_.marks.end(), marks) == rules_.marks.end())
        error(s.place, "there are no marks '" + marks + "'", nearest_hint(marks, {}, rules_.marks));
    for (const auto& [ours, theirs] : s.letters) {
      const auto has = [&letter = ours](const PieceCode& code) { return code.letter == letter; };
      if (std::none_of(rules_.codes.begin(), rules_.codes.end(), has)) error(s.place, "no piece has the letter '" + ours + "'");
      if (theirs.size() != 1) error(s.place, "a piece's letter in " + s.protocol + " is a single character");
    }
    rules_.bridges.push_back(s);
  }
}

void Resolver::notation() {
  if (file_.notation.empty()) {
    rules_.plain_notation = true;
    for (const int slot : choices_)
      rules_.notation.push_back({"-", {slot}, NotationPart::Of::whole, rules_.slot_names[static_cast<std::size_t>(slot)]});
    return;
  }
  std::string_view left = file_.notation;
  if (left.find(' ') != std::string_view::npos) error(file_.notation_place, "the notation must not contain a space");
  while (!left.empty()) {
    const std::size_t open = left.find('{');
    if (open == std::string_view::npos) break;
    const std::size_t close = left.find('}', open);
    if (close == std::string_view::npos) return error(file_.notation_place, "a '{' has no '}'");
    NotationPart part;
    part.before = left.substr(0, open);
    std::string name(left.substr(open + 1, close - open - 1));
    if (const std::size_t dot = name.find('.'); dot != std::string::npos) {
      const std::string of = name.substr(dot + 1);
      if (of != "column" && of != "row") error(file_.notation_place, "a site has a column and a row, but no '" + of + "'");
      part.of = of == "row" ? NotationPart::Of::row : NotationPart::Of::column;
      name.resize(dot);
    }
    std::vector<std::string> names;
    for (int slot = 0; slot < rules_.slots; ++slot) {
      const std::string& known = rules_.slot_names[static_cast<std::size_t>(slot)];
      if (!known.empty()) names.push_back(known);
      if (known == name) part.slots.push_back(slot);
    }
    part.name = name;
    if (part.slots.empty()) error(file_.notation_place, "nothing called '" + name + "' is chosen", nearest_hint(name, {}, names));
    rules_.notation.push_back(std::move(part));
    left.remove_prefix(close + 1);
  }
  rules_.notation_tail = left;
}

/// Unused lets are checked too. The types of their parameters are unknown: sites, directions and numbers are tried, and if none
/// fits, the errors of the attempt that got furthest are reported.
void Resolver::check_unused_lets() {
  static constexpr Type types[] = {Type::site, Type::dirs, Type::number};
  constexpr std::size_t most_attempts = 81;  // four parameters
  for (const LetSection& let : file_.lets) {
    if (used_lets_.contains(let.name)) continue;
    std::size_t attempts = 1;
    for (std::size_t i = 0; i < let.parameters.size() && attempts < most_attempts; ++i) attempts *= std::size(types);
    const Messages before = messages_;
    const auto names_before = rules_.slot_names;
    const auto types_before = rules_.slot_types;
    const auto slots_before = slot_of_;
    const int work_before = work_;
    std::optional<Messages> best;
    Place furthest;
    for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
      if (attempt > 0) {
        messages_ = before;
        rules_.slot_names = names_before;
        rules_.slot_types = types_before;
        rules_.slots = static_cast<int>(names_before.size());
        slot_of_ = slots_before;
        work_ = work_before;
      }
      Scope scope;
      std::size_t rest = attempt;
      for (const std::string& parameter : let.parameters) {
        rules_.slot_names.push_back("");
        rules_.slot_types.push_back(types[rest % std::size(types)]);
        rest /= std::size(types);
        scope[parameter] = rules_.slots++;
      }
      std::swap(scope_, scope);
      expanding_.push_back(&let);
      (void)expr(let.body);
      expanding_.pop_back();
      std::swap(scope_, scope);
      quantifier_ = 0;
      if (messages_.size() == before.size()) break;
      const Place& place = messages_.last().place;
      if (!best || std::tie(furthest.line, furthest.column) < std::tie(place.line, place.column)) {
        best = messages_;
        furthest = place;
      }
    }
    if (best && messages_.size() > before.size()) messages_ = std::move(*best);
  }
}

void Resolver::starts() {
  names_seats_ = in_start_ = true;
  State& state = rules_.start;
  const auto sites = static_cast<std::size_t>(rules_.board.size());
  state.piece.assign(sites, -1);
  state.stones.assign(sites, 0);
  state.marks.resize(rules_.marks.size());
  for (const PieceKind& kind : rules_.kinds)
    for (int seat = 0; seat < rules_.seat_count(); ++seat) state.hands.push_back(kind.has_hand ? kind.hand : 0);
  for (const Counter& c : rules_.counters)
    for (int seat = 0; seat < rules_.seat_count(); ++seat) state.counters.push_back(c.start);
  const StartSection* chosen = nullptr;
  for (const StartSection& s : file_.starts) {
    const Node when = s.when.kind == Kind::none ? fixed_truth(true, s.place) : truth(s.when);
    if (when.op != Op::truth) error(s.place, "the condition of a start must be constant", "only parameters are allowed here");
    if (!chosen && when.number != 0) chosen = &s;
  }
  if (!chosen && !file_.starts.empty())
    return error(file_.starts[0].place, "no start fits these parameters", "add a start without 'when'");
  if (chosen) {
    picture(*chosen, state);
    for (const StartLine& line : chosen->lines)
      if (!messages_.any_error()) start_line(line, state);
  }
  for (const int n : state.stones) rules_.all_stones += n;
  if (rules_.all_stones > 60'000) error(chosen->place, "a board has at most 60000 stones");
  in_start_ = false;
}

void Resolver::picture(const StartSection& section, State& state) {
  if (section.rows.empty()) return;
  const Board& board = rules_.board;
  if (board.kind() == Board::Kind::graph)
    return error(section.rows[0].place, "a graph has no rows", "name the sites: put man of white at {a1}");
  const auto height = static_cast<int>(section.rows.size());
  const auto width = static_cast<int>(section.rows[0].cells.size());
  for (const Line& row : section.rows)
    if (static_cast<int>(row.cells.size()) != width)
      return error(row.place,
                   "this row has " + std::to_string(row.cells.size()) + " cells, but the first has " + std::to_string(width));
  if (section.centre ? height > board.rows() || width > board.columns() || (board.rows() - height) % 2 != 0 ||
                           (board.columns() - width) % 2 != 0
                     : height != board.rows() || width != board.columns())
    return error(section.rows[0].place,
                 "the picture is " + size_text(height, width) + ", but the board is " + size_text(board.rows(), board.columns()));
  const int top = (board.rows() - height) / 2, left = (board.columns() - width) / 2;
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c) {
      const Line& row = section.rows[static_cast<std::size_t>(r)];
      const std::string& letter = row.cells[static_cast<std::size_t>(c)];
      const int site = board.cells()[static_cast<std::size_t>((top + r) * board.columns() + left + c)];
      if (letter == "." || letter == "~") {
        if ((letter == "~") != (site < 0))
          error(row.place, "cell " + std::to_string(c + 1) + " of this row is " + (site < 0 ? "not " : "") + "on the board",
                site < 0 ? "write '~'" : "write '.'");
        continue;
      }
      const auto code =
          std::find_if(rules_.codes.begin(), rules_.codes.end(), [&](const PieceCode& p) { return p.letter == letter; });
      if (code == rules_.codes.end()) {
        std::string hint = "one of:";
        for (const PieceCode& p : rules_.codes) hint += " " + p.letter;
        return error(row.place, "no piece has the letter '" + letter + "'", hint);
      }
      if (site < 0) return error(row.place, "this picture has a piece outside the board");
      state.piece[static_cast<std::size_t>(site)] = static_cast<std::int16_t>(code - rules_.codes.begin());
    }
}

void Resolver::start_line(const StartLine& line, State& state) {
  int me = 0;
  const auto evaluated = [&](const Expr& e) {
    const Node node = set(e);
    View view(rules_, me, 0);
    return messages_.any_error() ? Set{} : Evaluator(rules_, state, view).set(node);
  };
  switch (line.kind) {
    case StartLine::Kind::put: {
      const int number = kind_of(line.name, line.place);
      if (messages_.any_error()) return;
      const PieceKind& kind = rules_.kinds[static_cast<std::size_t>(number)];
      int owner = 0;
      if (kind.owner == PieceKind::Owner::seats || kind.owner == PieceKind::Owner::teams) {
        const auto& names = kind.owner == PieceKind::Owner::seats ? rules_.seats : rules_.teams;
        const auto found = std::find(names.begin(), names.end(), line.seat);
        if (found == names.end())
          return error(line.place,
                       line.seat.empty() ? "'" + line.name + "' needs an owner" : "there is no seat or team '" + line.seat + "'",
                       line.seat.empty() ? "for example: put " + line.name + " of " + names[0] + " at …"
                                         : nearest_hint(line.seat, {}, names));
        owner = static_cast<int>(found - names.begin());
      }
      me = std::max(0, seat_number(line.seat));
      const Set at = evaluated(line.set);
      for (std::size_t s = 0; s < state.piece.size(); ++s) {
        if (!at[s]) continue;
        if (state.piece[s] >= 0)
          return error(line.place, "there is already a piece on " + rules_.board.point(static_cast<int>(s)).name);
        state.piece[s] = static_cast<std::int16_t>(kind.first_code + owner);
      }
      break;
    }
    case StartLine::Kind::mark: {
      const auto found = std::find(rules_.marks.begin(), rules_.marks.end(), line.name);
      if (found == rules_.marks.end())
        return error(line.place, "there are no marks '" + line.name + "'", nearest_hint(line.name, {}, rules_.marks));
      const Set at = evaluated(line.set);
      state.marks[static_cast<std::size_t>(found - rules_.marks.begin())] |= at;
      break;
    }
    case StartLine::Kind::stones: {
      std::vector<long> pattern;
      for (const Expr& e : line.numbers) {
        const auto n = known_number(e, "the number of stones");
        if (n && (*n < 0 || *n > 60'000)) error(e.place, "a site has 0 to 60000 stones");
        pattern.push_back(n.value_or(0));
      }
      if (messages_.any_error()) return;
      if (!line.repeated && pattern.size() != state.stones.size())
        return error(line.place,
                     "the board has " + std::to_string(state.stones.size()) + " sites, but this start has stones for " +
                         std::to_string(pattern.size()),
                     "add 'repeated' to repeat the numbers");
      for (std::size_t s = 0; s < state.stones.size(); ++s) state.stones[s] = static_cast<int>(pattern[s % pattern.size()]);
      break;
    }
    case StartLine::Kind::stones_at: {
      const auto n = known_number(line.numbers[0], "the number of stones");
      if (n && (*n < 0 || *n > 60'000)) error(line.place, "a site has 0 to 60000 stones");
      const Set at = evaluated(line.set);
      for (std::size_t s = 0; s < state.stones.size(); ++s)
        if (at[s]) state.stones[s] = static_cast<int>(n.value_or(0));
      break;
    }
  }
}

}  // namespace banmen::rules
