// Register allocation of bytecode: drops dead instructions, assigns registers by linear scan.
#include <array>
#include <initializer_list>

#include "rules/compile_expr.hpp"

namespace banmen::rules {
namespace {

/// The kinds of operands of every instruction.
constexpr auto operands_of_all = [] {
  using enum Do;
  std::array<ExprCompiler::Operands, static_cast<std::size_t>(give_up_if) + 1> table{};
  const auto of = [&](Do what) -> ExprCompiler::Operands& { return table[static_cast<std::size_t>(what)]; };
  const auto are = [&](std::initializer_list<Do> all, char a, char b = 0, char c = 0, char d = 0) {
    for (const Do what : all) of(what) = {a, b, c, d};
  };
  are({all_but, look_up_each, occupied, those, first, count,  stones,   index_of, row_of, column_of, some,  copy_set,
       put,     take_off,     flip,     take,  mark,  unmark, name_set, near,     ray,    axis,      groups},
      's');
  are({one,     looked_up, found_by_index, site,      less, less_equal, equal,       unequal,     negative,   index,
       reverse, leading,   negation,       go_unless, copy, put_one,    set_counter, fail_unless, give_up_if, name},
      'n');
  are({both, any, without, between, subset, behind, slide_open, flood}, 's', 's');
  are({slide, sees, jump, behind_free}, 's', 's', 's');
  are({reach, line, has_line, is_in, if_in}, 'n', 's');
  are({bracket, starts}, 's', 's', 's', 'n');
  are({flip_runs, runs}, 'n', 's', 's');
  are({at}, 's', 'n');
  are({rows, columns, sites, add, subtract, multiply, divide, ways_both, ways_any, ways_without, same, differs, below, move,
       move_known, move_onto, both_true, one_true, up_to},
      'n', 'n');
  are({within}, 'n', 'n', 'n');
  for (const Do what : {near, ray, slide, slide_open, sees, jump, bracket, starts, line, at, axis, flood, groups, has_line})
    of(what).way = 'n';
  return table;
}();

}  // namespace

bool ExprCompiler::has_ways(Do what) { return operands_of_all[static_cast<std::size_t>(what)].way != 0; }

ExprCompiler::Operands ExprCompiler::operands(const Instruction& i) {
  Operands out = operands_of_all[static_cast<std::size_t>(i.what)];
  if (i.ways >= 0) out.way = 0;
  return out;
}

void ExprCompiler::mark_operands(const Instruction& i, Used& used) {
  each_operand(i, [&](char kind, std::uint16_t r) {
    if (kind == 's') used.sets[r] = true;
    if (kind == 'n') used.numbers[r] = true;
  });
}

void ExprCompiler::drop_unused(std::vector<Instruction>& code, Used& used) {
  std::vector<bool> keep(code.size());
  for (std::size_t at = code.size(); at-- > 0;) {
    const Instruction& i = code[at];
    keep[at] = acts(i.what) || (gives_set(i.what) ? used.sets : used.numbers)[i.to];
    if (keep[at]) mark_operands(i, used);
  }
  std::vector<std::int32_t> place(code.size() + 1);
  for (std::size_t at = 0; at < code.size(); ++at) place[at + 1] = place[at] + keep[at];
  std::vector<Instruction> kept;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (!keep[at]) continue;
    kept.push_back(code[at]);
    if (code[at].what == Do::go || code[at].what == Do::go_unless)
      kept.back().number = place[static_cast<std::size_t>(code[at].number)];
  }
  code = std::move(kept);
}

void ExprCompiler::keep_only(const std::vector<std::uint16_t>& sets) {
  Used used(*this);
  for (const std::uint16_t r : sets) used.sets[r] = true;
  for (std::size_t level = levels; level-- > 0;) drop_unused(code_[level], used);
}

Program ExprCompiler::take_way(std::uint16_t result) {
  std::erase_if(seen_, [&](const Instruction& i) { return (gives_set(i.what) ? set_level_ : number_level_)[i.to] > 0; });
  standing_.clear();
  return {.steps = std::exchange(code_[1], {}), .result = result, .is_set = true};
}

bool ExprCompiler::share(std::vector<Program>& ways) {
  Used used(*this);
  for (Program& way : ways) {
    used.sets[way.result] = true;
    drop_unused(way.steps, used);
  }
  drop_unused(code_[0], used);
  std::vector<std::uint16_t> set_place(static_cast<std::size_t>(sets_)), number_place(static_cast<std::size_t>(numbers_));
  std::size_t sets = rules_.codes.size(), numbers = 0;
  for (std::size_t code = 0; code < sets; ++code) set_place[code] = static_cast<std::uint16_t>(code);
  bool fits = true;
  const auto renumber = [&](std::vector<Instruction>& code) {
    for (Instruction& i : code) {
      each_operand(i, [&](char kind, std::uint16_t& r) {
        if (kind == 's') r = set_place[r];
        if (kind == 'n') r = number_place[r];
      });
      if (gives_set(i.what)) set_place[i.to] = static_cast<std::uint16_t>(sets);
      if (!gives_set(i.what)) number_place[i.to] = static_cast<std::uint16_t>(numbers);
      i.to = static_cast<std::uint16_t>(gives_set(i.what) ? sets++ : numbers++);
    }
    fits = fits && sets <= most_registers && numbers <= most_registers;
  };
  renumber(code_[0]);
  const std::size_t shared_sets = sets, shared_numbers = numbers;
  for (Program& way : ways) {
    sets = shared_sets;
    numbers = shared_numbers;
    renumber(way.steps);
    way.result = set_place[way.result];
  }
  return fits;
}

Program ExprCompiler::finish(std::uint16_t result, bool is_set, std::uint16_t other) {
  Used used(*this);
  if (result != no_result) (is_set ? used.sets : used.numbers)[result] = true;
  if (other != no_result) used.sets[other] = true;
  drop_unused(code_[0], used);
  Program out{.steps = std::move(code_[0]), .result = result, .other = other, .is_set = is_set};
  // Code only leads forward, so the live range of a value is from its first write to its last read.
  for (const char kind : {'s', 'n'}) {
    const auto count = static_cast<std::size_t>(kind == 's' ? sets_ : numbers_);
    std::vector<std::size_t> until(count, 0);
    for (std::size_t at = 0; at < out.steps.size(); ++at)
      each_operand(out.steps[at], [&](char of, std::uint16_t r) {
        if (of == kind) until[r] = at;
      });
    const bool gives = result != no_result && is_set == (kind == 's');
    if (gives) until[result] = out.steps.size();
    const bool gives_other = other != no_result && kind == 's';
    if (gives_other) until[other] = out.steps.size();
    std::vector<int> place(count, -1);
    std::vector<std::uint16_t> holder;  // the value in each register
    if (kind == 's')
      for (std::size_t k = 0; k < rules_.codes.size(); ++k) {  // the registers of pieces are fixed
        until[k] = out.steps.size();
        place[k] = static_cast<int>(k);
        holder.push_back(static_cast<std::uint16_t>(k));
      }
    for (std::size_t at = 0; at < out.steps.size(); ++at) {
      Instruction& i = out.steps[at];
      each_operand(i, [&](char of, std::uint16_t& r) {
        if (of == kind) r = static_cast<std::uint16_t>(place[r]);
      });
      if (acts(i.what) || gives_set(i.what) != (kind == 's')) continue;
      if (place[i.to] < 0) {
        std::size_t free = 0;
        while (free < holder.size() && until[holder[free]] > at) ++free;
        if (free == holder.size()) holder.push_back(i.to);
        holder[free] = i.to;
        place[i.to] = static_cast<int>(free);
      }
      i.to = static_cast<std::uint16_t>(place[i.to]);
    }
    if (gives) out.result = static_cast<std::uint16_t>(place[result]);
    if (gives_other) out.other = static_cast<std::uint16_t>(place[other]);
    out.registers = std::max(out.registers, holder.size());
  }
  return out;
}

}  // namespace banmen::rules
