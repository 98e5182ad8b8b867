#include "research/backgammon/decisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "core/little_endian.hpp"
#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "host/files.hpp"
#include "research/backgammon/side_text.hpp"

namespace banmen::backgammon {
namespace {

void append_side(std::string& out, const std::uint8_t* side) {
  std::size_t left = query_checkers;
  for (int slot = bar; slot >= 1; --slot)
    for (int k = 0; k < side[slot]; ++k, --left) out += static_cast<char>(slot);
  out.append(left, '\0');
}

bool same(const Standing& x, const Standing& y) {
  return std::memcmp(x.mover, y.mover, slots) == 0 && std::memcmp(x.other, y.other, slots) == 0;
}

std::vector<Standing> results_of(const Backgammon& g, const Backgammon::Position& p) {
  std::vector<Backgammon::Move> room(g.move_capacity());
  MoveList<Backgammon::Move> list(room.data(), g.move_capacity());
  g.moves(p, list);
  std::vector<Standing> out;
  for (const Backgammon::Move move : list) {
    auto next = p;
    g.play(next, move);
    Standing result;
    std::copy_n(next.checkers[1 - p.mover], slots, result.mover);
    std::copy_n(next.checkers[p.mover], slots, result.other);
    if (std::none_of(out.begin(), out.end(), [&](const Standing& one) { return same(one, result); })) out.push_back(result);
  }
  return out;
}

Result<std::vector<Answer>> from_database(const std::string& path, const Questions& questions) {
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  const int most = questions.most;
  if (!file->covers(most, most) || file->plan().payoff != EquityPlan::Payoff::single)
    return fail(
        "'" + path + "' does not know single wins of " + std::to_string(most) + " against " + std::to_string(most) + " checkers",
        "a smaller --most, or another file");
  const double radius = std::max(0.0, file->proved()) + file->rounding();
  std::vector<Answer> out;
  for (const Standing& one : questions.asked) {
    const auto value = file->value(EquityTable::Kind::equity, one.mover, one.other);
    if (!value) return fail(value.error());
    out.push_back({*value, radius});
  }
  return out;
}

}  // namespace

void throw_dice(Backgammon::Position& p, std::uint64_t word) {
  const auto fallen = static_cast<int>((word >> 32) * 36 >> 32);
  p.dice[0] = static_cast<std::uint8_t>(std::max(fallen / 6, fallen % 6) + 1);
  p.dice[1] = static_cast<std::uint8_t>(std::min(fallen / 6, fallen % 6) + 1);
  p.phase = Backgammon::Phase::play;
}

std::vector<std::pair<int, int>> decided_tiers(int most) {
  return {{most - 1, most - 1}, {most - 1, most}, {most, most - 1}, {most, most}};
}

std::vector<Decision> decisions_of(int n, int m, std::uint64_t count) {
  const Backgammon g;
  const std::uint64_t contacts = count_positions(n, m, Meeting::contact);
  std::vector<Decision> out;
  for (std::uint64_t drawn = 0; out.size() < count; ++drawn) {
    const std::uint64_t word = wide::stirred(wide::stirred(static_cast<std::uint64_t>(100 * n + m)) + drawn);
    Decision decision{n, m, out.size(), {}, {}};
    Backgammon::Position& p = decision.position;
    p = Backgammon::Position{};
    unrank_position(n, m, Meeting::contact, place_of_word(word, contacts), p.checkers[0], p.checkers[1]);
    p.checkers[0][off] = static_cast<std::uint8_t>(g.checkers - n);
    p.checkers[1][off] = static_cast<std::uint8_t>(g.checkers - m);
    p.owner = Backgammon::centred;
    throw_dice(p, wide::stirred(word));
    decision.results = results_of(g, p);
    if (decision.results.size() > 1) out.push_back(std::move(decision));
  }
  return out;
}

std::vector<KnownEnding> known_endings(int most) {
  std::vector<KnownEnding> out;
  const KnownEnding all[] = {
      {"hypergammon's opening with five checkers", "24 23 22 21 20", "24 23 22 21 20"},
      {"hypergammon's opening with four", "24 23 22 21", "24 23 22 21"},
      {"hypergammon's opening", "24 23 22", "24 23 22"},
      {"hypergammon's opening with two", "24 23", "24 23"},
      {"one checker each at the start of the track", "24", "24"},
      {"three-roll position: five on the ace point each", "1x5", "1x5"},
      {"two-roll position: four on the ace point each", "1x4", "1x4"},
      {"last roll: 5 and 2 against two on the ace point", "5 2", "1x2"},
      {"last roll: 4 and 3 against two on the ace point", "4 3", "1x2"},
      {"last roll: 6 and 1 against two on the ace point", "6 1", "1x2"},
      {"the manual's example: 5 and 2 against 3 and 2", "5 2", "3 2"},
      {"five on the six point each", "6x5", "6x5"},
      {"on the bar against 6, 6, 5, 5, 4", "bar", "6x2 5x2 4"},
      {"6, 6, 5, 5, 4 against the bar", "6x2 5x2 4", "bar"},
      {"on the bar against 6, 6, 5, 5", "bar", "6x2 5x2"},
      {"6, 6, 5, 5 against the bar", "6x2 5x2", "bar"},
      {"a last checker on the ace point against 3 and 2", "24", "3 2"},
      {"3 and 2 against a last checker on the ace point", "3 2", "24"},
  };
  for (const KnownEnding& ending : all) {
    const auto mover = read_side(ending.mover, ""), other = read_side(ending.other, "");
    if (mover && other && std::max(mover->count, other->count) <= most) out.push_back(ending);
  }
  return out;
}

Questions::Questions(int checkers, std::uint64_t count) : most(checkers), endings(known_endings(checkers)) {
  for (const auto& [n, m] : decided_tiers(most))
    if (std::min(n, m) > 0)
      for (Decision& decision : decisions_of(n, m, count)) decisions.push_back(std::move(decision));
  for (const Decision& decision : decisions)
    for (const Standing& result : decision.results)
      if (occupied(result.other) != 0) asked.push_back(result);
  for (const KnownEnding& ending : endings) {
    const auto mover = read_side(ending.mover, ""), other = read_side(ending.other, "");
    Standing standing{};
    std::copy_n(mover->side, slots, standing.mover);
    std::copy_n(other->side, slots, standing.other);
    asked.push_back(standing);
  }
}

std::string Questions::bytes() const {
  std::string out = asked_mark;
  append_little_endian(out, asked.size(), 8);
  for (const Standing& one : asked) {
    append_side(out, one.mover);
    append_side(out, one.other);
  }
  return out;
}

Result<std::vector<Answer>> read_answers(const std::string& bytes, std::uint64_t count) {
  if (bytes.size() < query_head_bytes || !bytes.starts_with(answered_mark))
    return fail("these are no answers of a table", "a file that begins with bnmnans1");
  const std::uint64_t there = little_endian(&bytes[8], 8);
  if (there != count)
    return fail(fmt::format("the file answers {} questions, and there are {}", there, count),
                "--most and --positions as they were when the questions were written");
  if (bytes.size() != query_head_bytes + count * 5)
    return fail(fmt::format("the file has {} bytes instead of {}", bytes.size(), query_head_bytes + count * 5),
                "it is cut off or damaged");
  std::vector<Answer> out(count);
  const char* const values = &bytes[query_head_bytes];
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto radius = static_cast<std::uint8_t>(values[4 * count + k]);
    if (radius == wide::most_radius) return fail(fmt::format("the table did not know the position of question {}", k + 1));
    out[k] = {std::ldexp(static_cast<wide::Word>(little_endian(values + 4 * k, 4)), -wide::scale_bits),
              std::ldexp(radius, -wide::scale_bits)};
  }
  return out;
}

Result<std::vector<Answer>> answers_from(const std::string& path, const Questions& questions) {
  if (!is_plain_file(path)) return fail("'" + path + "' is no plain file", "answers of a table or a database are wanted");
  std::string start(8, ' ');
  std::ifstream(path, std::ios::binary).read(start.data(), 8);
  if (start != answered_mark) return from_database(path, questions);
  const auto bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  auto answers = read_answers(*bytes, questions.asked.size());
  if (!answers) {
    Error error = answers.error();
    error.where = path;
    return fail(error);
  }
  return answers;
}

}  // namespace banmen::backgammon
