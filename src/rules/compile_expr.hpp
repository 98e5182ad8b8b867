// Compiles typed expressions to bytecode, for one seat's view.
//
// Common subexpressions are eliminated: an instruction with the same operands gives the same register, as long as it is on every
// path to here. Expressions of a chain of choices are sorted by level: level 0 depends on no choice and is computed once, level 1
// depends on the first choice and is computed once per option, and so on.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "rules/bytecode.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {

// Rewriting before compiling: lets inlined if that costs nothing, conditions on a site turned into sets.

/// True if the value depends on the value of this slot.
bool depends_on(const Node& node, int slot);

/// The same expression with lets of single sites, numbers and directions inlined.
Node with_lets_inlined(Node node);

/// The set of all sites s for which the condition holds when the slot is s; nothing if each site has to be tested.
std::optional<Node> as_set(const Node& condition, int slot);

/// A superset of the sites s with which the expression, when the slot is s, intersects `target`; nothing if there is no simple one.
/// For boards on which every direction has a reverse.
std::optional<Node> starts_of(const Node& expression, int slot, const Node& target);
/// The set of all sites.
Node everywhere(const Place& place);

/// A superset of the expression's values for all sites of `sites` in the slot; nothing if there is no simple one.
std::optional<Node> for_any(const Node& expression, int slot, const Node& sites);

/// A game that is being compiled.
struct Compilation {
  const Rules& rules;
  const Layout& layout;
  Bytecode& out;
  std::map<std::tuple<Node::Op, long, int>, std::int32_t> tables;  // of steps, rays and leaps

  /// Returns the program, and notes the first one that needs too many registers.
  Program checked(Program made, const Place& place) const {
    if (!made.fits() && out.registers == 0) {
      out.registers = made.registers;
      out.too_large = place;
    }
    return made;
  }
};

class ExprCompiler {
 public:
  using Op = Node::Op;
  static constexpr int levels = 4;
  struct Operands {  // 's': a set, 'n': a number, else nothing
    char a = 0, b = 0, c = 0, d = 0, way = 0;
  };

  ExprCompiler(Compilation& game, int me, int to_move)
      : game_(game),
        rules_(game.rules),
        layout_(game.layout),
        out_(game.out),
        me_(me),
        to_move_(to_move),
        seats_(rules_.seat_count()),
        set_level_(rules_.codes.size(), 0),
        sets_(static_cast<int>(rules_.codes.size())) {
    for (int s = 0; s < rules_.board.size(); ++s) all_.set(static_cast<std::size_t>(s));
  }

  /// The register of a set, or of a number, directions or a truth.
  std::uint16_t set(const Node& node);
  std::uint16_t number(const Node& node);
  std::uint16_t of(const Node& node) { return node.type == Type::set || node.type == Type::site ? set(node) : number(node); }

  /// All code as one program; registers are reused once their values are dead.
  Program finish(std::uint16_t result, bool is_set, std::uint16_t other = no_result);

  // ---- Moves

  /// An instruction that changes the position and so invalidates everything seen of it.
  void effect(const Instruction& i) {
    write(i, 0);
    seen_.clear();
    masks_.clear();
    made_.clear();
    within_.clear();
    standing_.clear();
  }
  /// An instruction that does not change the position.
  void write_as_is(const Instruction& i) { write(i, 0); }
  /// From here on a piece of this code is on the chosen site, until the position changes.
  void stands(int slot, int code) { standing_.emplace_back(slot, code); }
  /// Flips a set of pieces; runs between brackets are found and flipped by one instruction.
  void flip(std::uint16_t turned, const std::vector<std::pair<std::size_t, std::size_t>>& pieces) {
    const Instruction* runs = pieces.size() == 1 ? how_made(turned, Do::runs) : nullptr;
    for (const auto& [from, to] : pieces) {
      Instruction i;
      i.what = Do::flip;
      i.a = turned;
      if (runs && runs->b == from) {
        i = *runs;
        i.what = Do::flip_runs;
      }
      i.number = static_cast<std::int32_t>(from);
      i.ways = static_cast<std::int32_t>(to);
      effect(i);
    }
  }
  /// From here on the slot is this part of a move's code.
  std::uint16_t coded(int slot, int shift, int bits) {
    const std::uint16_t at = emit({.what = Do::coded, .ways = bits, .number = shift});
    bind(slot, at);
    return at;
  }
  /// From here on everything is seen by another seat, whose turn begins without choices.
  void look_as(int seat) {
    me_ = to_move_ = seat;
    bindings_.clear();
  }
  void bind(int slot, std::uint16_t at) { bindings_.emplace_back(slot, at); }
  /// A copy of the set that later changes of the pieces do not affect.
  std::uint16_t steady(std::uint16_t set) {
    if (set >= rules_.codes.size()) return set;
    const std::uint16_t out = new_register(true, 0);
    copy(out, set, true);
    return out;
  }
  /// Writes the bound values to their slots, for programs that read slots.
  void name_all() {
    for (const auto& [slot, at] : bindings_) name(slot, at);
  }
  [[nodiscard]] std::uint16_t site_of_slot(int slot) { return site(with_index(make_node(Op::slot, Type::site, {}), slot)); }
  [[nodiscard]] std::uint16_t alone(std::uint16_t site) { return simple(Do::one, site); }
  std::uint16_t first_of(const Node& node) { return site(node); }
  /// A branch between statements.
  template <class Then, class Otherwise>
  void branch(const Node& condition, Then then, Otherwise otherwise) {
    const std::uint16_t truth = number(condition);
    const auto names = bindings_.size();
    if (const auto value = value_of(truth)) {
      *value != 0 ? then() : otherwise();
      bindings_.resize(names);
      return;
    }
    const std::size_t to_other = go_unless(truth);
    const auto before = seen_;
    const auto stood = standing_;
    then();
    bindings_.resize(names);
    const std::size_t to_end = go();
    lands(to_other);
    seen_ = before;
    const auto standing_then = std::exchange(standing_, stood);
    otherwise();
    bindings_.resize(names);
    lands(to_end);
    seen_.clear();
    std::erase_if(standing_, [&](const auto& fact) {
      return std::find(standing_then.begin(), standing_then.end(), fact) == standing_then.end();
    });
  }

  // ---- Chains of choices

  /// From here on the slot is chosen at this level.
  void choose(int slot, int level) { chosen_.emplace_back(slot, level); }
  /// From here on the piece of one chosen site is on another.
  void move(int from, int to) { moves_.emplace_back(from, to); }
  [[nodiscard]] std::vector<Instruction>& at_level(int level) { return code_[static_cast<std::size_t>(level)]; }
  /// Drops code that none of these sets needs.
  void keep_only(const std::vector<std::uint16_t>& sets);
  [[nodiscard]] bool is_chain() const { return !jumped_ && !looked_after_move_; }
  [[nodiscard]] bool fits_chain() const { return is_chain() && sets_ <= most_registers && numbers_ <= most_registers; }

  /// The code since the first choice becomes a way of its own; the next way starts without it and shares the code before the
  /// choice.
  Program take_way(std::uint16_t result);
  /// Drops code that no way needs and gives all ways the same registers; false if there are too few.
  bool share(std::vector<Program>& ways);

  /// A set that is the same in every position; nothing if it depends on the position.
  [[nodiscard]] std::optional<Set> constant(const Node& node) const;

 private:
  static Operands operands(const Instruction& i);
  /// Calls `visit` with the kind of each operand and its register.
  template <class Any, class Visit>
  static void each_operand(Any& i, Visit visit) {
    const Operands o = operands(i);
    visit(o.a, i.a);
    visit(o.b, i.b);
    visit(o.c, i.c);
    visit(o.d, i.d);
    visit(o.way, i.way);
  }
  static bool has_ways(Do what);  // its directions may be known, or else are in a number register

  void name(int slot, std::uint16_t at) {
    const bool is_set = rules_.slot_types[static_cast<std::size_t>(slot)] == Type::set;
    write({.what = is_set ? Do::name_set : Do::name, .a = at, .number = is_set ? named_set(slot) : slot}, 0);
  }
  std::uint16_t emit(Instruction i);
  /// Operations on sets, in as few instructions as their operands allow.
  std::uint16_t intersection(std::uint16_t a, std::uint16_t b);
  std::uint16_t united(std::uint16_t a, std::uint16_t b);
  std::uint16_t difference(std::uint16_t a, std::uint16_t b);
  [[nodiscard]] const Instruction* how_made(std::uint16_t set, Do what) const {
    const auto at = made_.find(set);
    return at != made_.end() && at->second.what == what ? &at->second : nullptr;
  }
  struct Used {
    explicit Used(const ExprCompiler& code)
        : sets(static_cast<std::size_t>(code.sets_)), numbers(static_cast<std::size_t>(code.numbers_)) {}
    std::vector<bool> sets, numbers;
  };
  [[nodiscard]] const Set& constant_of(const Instruction& known) const { return out_.sets[static_cast<std::size_t>(known.number)]; }
  [[nodiscard]] int named_set(int slot) const { return out_.named_set[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] bool is_none(std::uint16_t set) const {
    const Instruction* made = how_made(set, Do::known_set);
    return made && constant_of(*made).none();
  }
  [[nodiscard]] bool is_all(std::uint16_t set) const {
    const Instruction* made = how_made(set, Do::known_set);
    return made && constant_of(*made) == all_;
  }
  /// The codes that may be on sites of the set, all of which are occupied; nothing if unknown.
  [[nodiscard]] std::optional<std::uint64_t> within(std::uint16_t set) const {
    const auto found = within_.find(set);
    return found == within_.end() ? codes_of(set) : std::optional(found->second);
  }
  /// The code known to be on a chosen site, or -1.
  [[nodiscard]] int standing(int slot) const {
    for (const auto& [of, code] : standing_)
      if (of == slot) return code;
    return -1;
  }
  /// Tests whether a few pieces are in a set by looking back from them, which is cheaper than computing the set. Nothing if that is
  /// not possible.
  std::optional<std::uint16_t> looks_back(std::uint16_t both);
  std::uint16_t seen_from(std::uint16_t few, std::uint16_t set);
  [[nodiscard]] bool slides(std::uint16_t set) const;
  std::uint16_t is_in(const Node& site, const Node& set);
  /// The table of the neighbours of each site, of its rays, or of the sites a leap away.
  std::int32_t table(Op op, long far_or_ways, int wide = 0);
  static void mark_operands(const Instruction& i, Used& used);
  void drop_unused(std::vector<Instruction>& code, Used& used);
  void write(const Instruction& i, int level) { code_[static_cast<std::size_t>(level)].push_back(i); }
  std::size_t go_unless(std::uint16_t truth) {
    jumped_ = true;
    write({.what = Do::go_unless, .a = truth}, 0);
    return code_[0].size() - 1;
  }
  std::size_t go() {
    write({.what = Do::go}, 0);
    return code_[0].size() - 1;
  }
  void lands(std::size_t jump) { code_[0][jump].number = static_cast<std::int32_t>(code_[0].size()); }
  void copy(std::uint16_t to, std::uint16_t from, bool is_set) {
    write({.what = is_set ? Do::copy_set : Do::copy, .to = to, .a = from}, 0);
  }
  std::uint16_t new_register(bool is_set, int level) {
    (is_set ? set_level_ : number_level_).push_back(level);
    return static_cast<std::uint16_t>(is_set ? sets_++ : numbers_++);
  }
  /// One of two values; `then` and `otherwise` each emit their code and return the register of the value.
  template <class Then, class Otherwise>
  std::uint16_t choice(std::uint16_t truth, bool is_set, Then then, Otherwise otherwise) {
    const std::uint16_t out = new_register(is_set, 0);
    const std::size_t to_other = go_unless(truth);
    const auto before = seen_;
    copy(out, then(), is_set);
    const std::size_t to_end = go();
    lands(to_other);
    seen_ = before;
    copy(out, otherwise(), is_set);
    seen_ = before;
    lands(to_end);
    return out;
  }

  std::uint16_t simple(Do what, std::uint16_t a = 0, std::uint16_t b = 0, std::uint16_t c = 0) {
    return emit({.what = what, .a = a, .b = b, .c = c});
  }
  std::uint16_t with_number(Do what, long number, std::uint16_t a = 0, std::uint16_t b = 0) {
    return emit({.what = what, .a = a, .b = b, .number = static_cast<std::int32_t>(number)});
  }
  std::uint16_t known(long n) { return with_number(Do::known, n); }
  /// The value of a number register, if known.
  [[nodiscard]] std::optional<long> value_of(std::uint16_t number) const {
    const auto found = values_.find(number);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  /// One of two values; only that one if the truth is known.
  template <class Then, class Otherwise>
  std::uint16_t decided(std::uint16_t truth, bool is_set, Then then, Otherwise otherwise) {
    if (const auto value = value_of(truth)) return *value != 0 ? then() : otherwise();
    return choice(truth, is_set, then, otherwise);
  }
  std::uint16_t known_set(const Set& set) {
    auto& all = out_.sets;
    auto at = std::find(all.begin(), all.end(), set);
    if (at == all.end()) at = all.insert(at, set);
    return with_number(Do::known_set, at - all.begin());
  }
  std::uint16_t none() { return known_set({}); }
  /// With directions; known ones are part of the instruction.
  std::uint16_t with_ways(Instruction i, const Node& ways);
  /// Known directions, or -1.
  [[nodiscard]] std::int32_t known_ways(const Node& ways);

  /// The union of the pieces of some codes. No site has two pieces, so such sets are combined by their codes.
  std::uint16_t pieces(const std::vector<std::uint16_t>& codes);
  std::uint16_t pieces(std::uint64_t codes) {
    std::vector<std::uint16_t> list;
    for (std::uint16_t code = 0; code < rules_.codes.size(); ++code)
      if (codes >> code & 1) list.push_back(code);
    return pieces(list);
  }
  /// The codes whose union a set is at present, if it is one.
  [[nodiscard]] std::optional<std::uint64_t> codes_of(std::uint16_t set) const {
    if (set < rules_.codes.size()) return std::uint64_t{1} << set;
    const auto found = masks_.find(set);
    return found == masks_.end() ? std::nullopt : std::optional(found->second);
  }
  std::uint16_t occupied();
  /// The number of the only site of a set.
  std::uint16_t site(const Node& node);
  std::uint16_t slot(const Node& node);
  /// If a set is one chosen site, or its intersection with a set: the number of the site, -1 if it is empty. Else nothing.
  std::optional<std::uint16_t> one_site(const Node& node);
  std::uint16_t bracket(const Node& node);
  std::uint16_t slide(const Node& node);
  std::uint16_t those(const Node& node);
  std::uint16_t quantified(const Node& node);
  static bool is_quick(const Node& node);
  std::uint16_t arithmetic(Do what, const Node& node);
  static bool counts_from(const Node& node, const Node*& of);
  static long counted_from(const Node& node, long index);
  /// The site whose index is such arithmetic, as in `site(7 - index(h))`, from a table; nothing for other expressions.
  std::optional<std::uint16_t> found_by_index(const Node& node);

  template <class Make>
  auto seen_by(int seat, Make make) {
    const int before = std::exchange(me_, seat);
    auto out = make();
    me_ = before;
    return out;
  }
  template <class Make>
  auto bound(const Node& node, Make make) {
    const std::uint16_t value = rules_.slot_types[static_cast<std::size_t>(node.index)] == Type::set  ? set(node.parts[0])
                                : node.parts[0].type == Type::site || node.parts[0].type == Type::set ? site(node.parts[0])
                                                                                                      : number(node.parts[0]);
    bindings_.emplace_back(node.index, value);
    auto out = make();
    bindings_.pop_back();
    return out;
  }

  [[nodiscard]] int seat_of(const Who& who) const { return who.seat(me_, to_move_, bound_, seats_); }
  void looks() { looked_after_move_ = looked_after_move_ || !moves_.empty(); }
  Compilation& game_;
  const Rules& rules_;
  const Layout& layout_;
  Bytecode& out_;
  Set all_;
  int me_, to_move_, seats_;
  std::vector<int> set_level_, number_level_;
  int sets_, numbers_ = 0;
  int bound_ = 0;
  std::array<std::vector<Instruction>, levels> code_;
  std::vector<Instruction> seen_;         // emitted so far, on every path to here
  std::map<std::uint16_t, long> values_;  // of number registers with a known value
  std::map<std::uint16_t, std::uint64_t> masks_;
  std::map<std::uint16_t, Instruction> made_;            // the instruction of each set register that is written once
  std::vector<std::pair<int, std::uint16_t>> bindings_;  // slots of `let … in`, innermost last
  std::map<std::uint16_t, std::uint64_t> within_;
  std::vector<std::pair<int, int>> standing_;
  std::vector<std::pair<int, int>> chosen_, moves_;
  bool jumped_ = false, looked_after_move_ = false;
};

}  // namespace banmen::rules
