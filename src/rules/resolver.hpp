// The class of the semantic analysis, which resolve.cpp, resolve_steps.cpp and resolve_expr.cpp define.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "rules/resolve.hpp"

namespace banmen::rules {

class Resolver {
 public:
  Resolver(const Reading& reading, const ParamValues& values, Messages& messages);
  std::optional<Rules> run();
  bool fits();  // false if `require` sections refuse the parameters

 private:
  using Kind = Expr::Kind;
  using Op = Node::Op;

  // resolve.cpp: the sections
  void board();
  void graph();
  void seats();
  void pieces();
  void holdings();
  void regions();
  void show();
  void turns();
  void ends();
  End end_rule(const EndRule& rule);
  void sure();
  void notation();
  void bridges();
  void starts();
  void picture(const StartSection& section, State& state);
  void start_line(const StartLine& line, State& state);
  void check_unused_lets();
  void name_throw(const std::string& name, const Node& value, int slot = -1);

  // resolve_steps.cpp: the statements
  using Scope = std::map<std::string, int, std::less<>>;  // names with a value here, and their slots
  Steps block(const Block& statements);
  void statement(const Statement& s, Steps& out);
  void choose(const Statement& s, Step& step);
  void name_choice(const Statement& s, Step& step);
  int new_slot(const std::string& name, Type type, const Place& place);
  int site_slot(const std::string& name, const Place& place);
  int kind_of(const std::string& name, const Place& place);

  // resolve_expr.cpp: the expressions
  Node expr(const Expr& e);
  Node plain_expr(const Expr& e);
  Node set(const Expr& e);
  Node dirs(const Expr& e);
  Node number(const Expr& e);
  Node truth(const Expr& e);
  bool too_much(const Expr& e);
  Node name(const Expr& e);
  Node call(const Expr& e);
  Node function(const Expr& e);
  Node let_call(const Expr& e, const LetSection& let, const std::vector<const Expr*>& arguments);
  Node chain(const Expr& e);
  Node compare(const Expr& e);
  Node seen_by(const Expr& e);
  Node choice(const Expr& e);
  Node quantified(const Expr& e, Node (Resolver::*atom)(const Expr&));
  Who who(const Expr& e, bool of_end);
  std::optional<long> known_number(const Expr& e, std::string_view what);
  Node converted(Node node, Type target, const Expr& e);

  [[nodiscard]] const LetSection* find_let(std::string_view name) const;
  [[nodiscard]] std::string words_at(const Place& place) const;
  void error(const Place& place, std::string what, std::string hint = {});
  void type_error(Type target, const Node& node, const Expr& e);
  [[nodiscard]] std::vector<std::string> all_names() const;
  [[nodiscard]] int seat_number(std::string_view name) const;

  static Node fixed_number(long n, const Place& place);
  static Node fixed_truth(bool value, const Place& place);
  static Node none(const Place& place);  // an absent part

  const Reading& reading_;
  const File& file_;
  Messages& messages_;
  std::map<std::string, std::string, std::less<>> values_;
  Rules rules_;
  Scope scope_;
  std::map<std::string, std::vector<Set>, std::less<>> regions_;
  std::map<std::pair<std::string, Type>, int> slot_of_;
  std::vector<const LetSection*> expanding_;
  std::set<std::string> used_lets_;
  Turn* turn_ = nullptr;      // the turn being resolved, if it begins with a roll
  std::vector<int> choices_;  // slots in the order of their first choice
  bool names_seats_ = false;  // seats may be named here: start, tests, unequal games
  bool in_end_ = false, in_start_ = false, in_repeat_ = false, in_every_ = false;
  int quantifier_ = 0;  // 1: `any` is pending for the condition, 2: `every`
  int depth_ = 0;       // nesting of expressions, lets expanded
  int work_ = 0;        // nodes made so far: nested lets may grow without bound
};

}  // namespace banmen::rules
