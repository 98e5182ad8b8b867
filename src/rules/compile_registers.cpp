// The registers of bytecode: unused instructions are left out, values get their places.
#include "rules/compile_expr.hpp"

namespace banmen::rules {

ExprCompiler::Operands ExprCompiler::operands(const Instruction& i) {
  Operands out;
  const auto are = [&](char a, char b = 0, char c = 0, char d = 0) { out = {a, b, c, d, 0}; };
  switch (i.what) {
    case Do::known_set:
    case Do::load:
    case Do::pieces:
    case Do::stones_known:
    case Do::named_set:
    case Do::known:
    case Do::named:
    case Do::last:
    case Do::byte:
    case Do::counter:
    case Do::stuck:
    case Do::everyone_stuck:
    case Do::was_empty:
    case Do::holding:
    case Do::coded:
    case Do::step:
    case Do::from_hand:
    case Do::sow:
    case Do::again:
    case Do::go: break;
    case Do::all_but:
    case Do::look_up_each:
    case Do::occupied:
    case Do::those:
    case Do::first:
    case Do::count:
    case Do::stones:
    case Do::index_of:
    case Do::row_of:
    case Do::column_of:
    case Do::some:
    case Do::copy_set:
    case Do::put:
    case Do::take_off:
    case Do::flip:
    case Do::take:
    case Do::mark:
    case Do::unmark:
    case Do::name_set: are('s'); break;
    case Do::near:
    case Do::ray:
    case Do::axis:
    case Do::groups: are('s'); break;
    case Do::one:
    case Do::looked_up:
    case Do::found_by_index:
    case Do::site:
    case Do::less:
    case Do::less_equal:
    case Do::equal:
    case Do::unequal:
    case Do::negative:
    case Do::index:
    case Do::reverse:
    case Do::leading:
    case Do::negation:
    case Do::go_unless:
    case Do::copy:
    case Do::put_one:
    case Do::set_counter:
    case Do::fail_unless:
    case Do::give_up_if:
    case Do::name: are('n'); break;
    case Do::both:
    case Do::any:
    case Do::without:
    case Do::between:
    case Do::subset:
    case Do::behind: are('s', 's'); break;
    case Do::slide:
    case Do::sees:
    case Do::jump: are('s', 's', 's'); break;
    case Do::slide_open:
    case Do::flood: are('s', 's'); break;
    case Do::reach: are('n', 's'); break;
    case Do::behind_free: are('s', 's', 's'); break;
    case Do::bracket:
    case Do::starts: are('s', 's', 's', 'n'); break;
    case Do::flip_runs:
    case Do::runs: are('n', 's', 's'); break;
    case Do::line:
    case Do::has_line: are('n', 's'); break;
    case Do::is_in:
    case Do::if_in: are('n', 's'); break;
    case Do::at: are('s', 'n'); break;
    case Do::rows:
    case Do::columns:
    case Do::sites:
    case Do::add:
    case Do::subtract:
    case Do::multiply:
    case Do::divide:
    case Do::ways_both:
    case Do::ways_any:
    case Do::ways_without:
    case Do::same:
    case Do::differs:
    case Do::below:
    case Do::move:
    case Do::move_known:
    case Do::move_onto:
    case Do::both_true:
    case Do::one_true:
    case Do::up_to: are('n', 'n'); break;
    case Do::within: are('n', 'n', 'n'); break;
  }
  if (has_ways(i.what) && i.ways < 0) out.way = 'n';
  return out;
}

void ExprCompiler::mark_operands(const Instruction& i, Used& used) {
  const Operands o = operands(i);
  const auto use = [&](char kind, std::uint16_t r) {
    if (kind == 's') used.sets[r] = true;
    if (kind == 'n') used.numbers[r] = true;
  };
  use(o.a, i.a);
  use(o.b, i.b);
  use(o.c, i.c);
  use(o.d, i.d);
  use(o.way, i.way);
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
  Used used{std::vector<bool>(static_cast<std::size_t>(sets_)), std::vector<bool>(static_cast<std::size_t>(numbers_))};
  for (const std::uint16_t r : sets) used.sets[r] = true;
  for (std::size_t level = levels; level-- > 0;) drop_unused(code_[level], used);
}

Program ExprCompiler::take_way(std::uint16_t result) {
  std::erase_if(seen_, [&](const Instruction& i) { return (gives_set(i.what) ? set_level_ : number_level_)[i.to] > 0; });
  standing_.clear();
  return {.steps = std::exchange(code_[1], {}), .result = result, .is_set = true};
}

bool ExprCompiler::share(std::vector<Program>& ways) {
  Used used{std::vector<bool>(static_cast<std::size_t>(sets_)), std::vector<bool>(static_cast<std::size_t>(numbers_))};
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
      const Operands o = operands(i);
      const auto place = [&](char kind, std::uint16_t& r) {
        if (kind == 's') r = set_place[r];
        if (kind == 'n') r = number_place[r];
      };
      place(o.a, i.a);
      place(o.b, i.b);
      place(o.c, i.c);
      place(o.d, i.d);
      place(o.way, i.way);
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
  Used used{std::vector<bool>(static_cast<std::size_t>(sets_)), std::vector<bool>(static_cast<std::size_t>(numbers_))};
  if (result != no_result) (is_set ? used.sets : used.numbers)[result] = true;
  if (other != no_result) used.sets[other] = true;
  drop_unused(code_[0], used);
  Program out{.steps = std::move(code_[0]), .result = result, .other = other, .is_set = is_set};
  // Code only leads forward, so a value is needed from where it is first written to where it is last read.
  for (const char kind : {'s', 'n'}) {
    const auto count = static_cast<std::size_t>(kind == 's' ? sets_ : numbers_);
    std::vector<std::size_t> until(count, 0);
    const auto each = [&](Instruction& i, auto visit) {
      const Operands o = operands(i);
      if (o.a == kind) visit(i.a);
      if (o.b == kind) visit(i.b);
      if (o.c == kind) visit(i.c);
      if (o.d == kind) visit(i.d);
      if (o.way == kind) visit(i.way);
    };
    for (std::size_t at = 0; at < out.steps.size(); ++at) each(out.steps[at], [&](std::uint16_t& r) { until[r] = at; });
    const bool gives = result != no_result && is_set == (kind == 's');
    if (gives) until[result] = out.steps.size();
    const bool gives_other = other != no_result && kind == 's';
    if (gives_other) until[other] = out.steps.size();
    std::vector<int> place(count, -1);
    std::vector<std::uint16_t> holder;  // of each place: the register that is in it
    if (kind == 's')
      for (std::size_t k = 0; k < rules_.codes.size(); ++k) {  // the pieces stay where they are
        until[k] = out.steps.size();
        place[k] = static_cast<int>(k);
        holder.push_back(static_cast<std::uint16_t>(k));
      }
    for (std::size_t at = 0; at < out.steps.size(); ++at) {
      Instruction& i = out.steps[at];
      each(i, [&](std::uint16_t& r) { r = static_cast<std::uint16_t>(place[r]); });
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
