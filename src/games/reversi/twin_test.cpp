// The fast rules against a plain implementation, and the claimed symmetries, over random games of all sizes and options.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen {
namespace {

/// Plain implementation of Reversi and Yonin, cell by cell. It shares only the names of the options with the fast rules.
struct SlowGame {
  int rows = 8, columns = 8;
  bool yonin = false;
  bool own_start = false;   // Yonin: a quadrant's start disc has its owner's colour
  bool restricted = false;  // Yonin: no placing in the quadrant of the player facing you
  bool team = false;
  bool by_quadrants = false;
  bool reversed = false;  // Yonin, anticlockwise: A, D, C, B

  std::vector<std::string> cell;  // [row][column]: 'x', 'o' or '.'
  int seat = 0;

  void start() {
    cell.assign(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), '.'));
    const int r = rows / 2, c = columns / 2;
    const bool black_on_main_diagonal = yonin && own_start;
    at(r - 1, c - 1) = at(r, c) = black_on_main_diagonal ? 'x' : 'o';
    at(r - 1, c) = at(r, c - 1) = black_on_main_diagonal ? 'o' : 'x';
    seat = 0;
  }

  [[nodiscard]] int seats() const { return yonin ? 4 : 2; }
  [[nodiscard]] char& at(int row, int column) { return cell[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  [[nodiscard]] char at(int row, int column) const { return cell[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  [[nodiscard]] bool on_board(int row, int column) const { return row >= 0 && row < rows && column >= 0 && column < columns; }
  static char colour(int seat) { return seat % 2 == 0 ? 'x' : 'o'; }

  /// 0 A top left, 1 B top right, 2 C bottom right, 3 D bottom left.
  [[nodiscard]] int quadrant(int row, int column) const {
    const bool bottom = row >= rows / 2, right = column >= columns / 2;
    if (!bottom) return right ? 1 : 0;
    return right ? 2 : 3;
  }

  /// The cells flipped when `who` places here; empty if illegal.
  [[nodiscard]] std::vector<std::array<int, 2>> flips(int who, int row, int column) const {
    std::vector<std::array<int, 2>> all;
    if (at(row, column) != '.') return all;
    if (yonin && restricted && quadrant(row, column) == (who + 2) % 4) return all;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::vector<std::array<int, 2>> line;
        int r = row + down, c = column + right;
        while (on_board(r, c) && at(r, c) != '.' && at(r, c) != colour(who)) {
          line.push_back({r, c});
          r += down;
          c += right;
        }
        if (on_board(r, c) && at(r, c) == colour(who)) all.insert(all.end(), line.begin(), line.end());
      }
    return all;
  }

  [[nodiscard]] std::vector<std::string> placements(int who) const {
    std::vector<std::string> names;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        if (!flips(who, row, column).empty()) names.push_back(name(row, column));
    return names;
  }

  [[nodiscard]] std::vector<std::string> moves() const {
    auto own = placements(seat);
    if (!own.empty()) return own;
    for (int who = 0; who < seats(); ++who)
      if (!placements(who).empty()) return {"pass"};
    return {};
  }

  void play(const std::string& move) {
    if (move != "pass") {
      const int row = move[1] - '1', column = move[0] - 'a';
      for (const auto& [r, c] : flips(seat, row, column)) at(r, c) = colour(seat);
      at(row, column) = colour(seat);
    }
    seat = (seat + (reversed ? seats() - 1 : 1)) % seats();
  }

  [[nodiscard]] std::vector<int> score() const {
    std::vector<int> count(static_cast<std::size_t>(seats()));
    for (int who = 0; who < seats(); ++who)
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
          if (at(row, column) != colour(who)) continue;
          bool counts = true;
          if (yonin && !team) counts = quadrant(row, column) == who;
          if (yonin && team && by_quadrants) counts = quadrant(row, column) % 2 == who % 2;
          count[static_cast<std::size_t>(who)] += counts;
        }
    return count;
  }

  [[nodiscard]] std::vector<int> payoff() const {
    const auto s = score();
    std::vector<int> result;
    for (std::size_t who = 0; who < s.size(); ++who) {
      if (!yonin || team) {
        result.push_back(s[who] - s[(who + 1) % s.size()]);
        continue;
      }
      int better = 0;
      for (const int rival : s) better += rival > s[who];
      result.push_back(-(1 + better));
    }
    return result;
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (int row = 0; row < rows; ++row) out += (row > 0 ? "/" : "") + cell[static_cast<std::size_t>(row)];
    return out + " " + (yonin ? "ABCD" : "xo")[seat];
  }

  static std::string name(int row, int column) { return {static_cast<char>('a' + column), static_cast<char>('1' + row)}; }
};

constexpr int sizes[] = {4, 6, 8};

template <class G>
std::vector<typename G::Move> legal_moves(const G& g, const typename G::Position& p) {
  std::vector<typename G::Move> storage(g.move_capacity());
  MoveList<typename G::Move> list(storage.data(), g.move_capacity());
  g.moves(p, list);
  return {list.begin(), list.end()};
}

template <class G>
std::vector<int> ints(const G&, const GainsOf<G>& gains) {
  return {gains.begin(), gains.end()};
}

/// Plays one random game on both, comparing every step. Returns its number of positions.
template <class G>
int compare_game(const G& g, SlowGame slow, std::uint64_t seed, int& passes) {
  Random random(seed);
  auto p = g.initial();
  slow.start();
  for (int positions = 1;; ++positions) {
    EXPECT_EQ(g.text(p), slow.text());
    EXPECT_EQ(ints(g, g.score(p)), slow.score());
    const auto legal = legal_moves(g, p);
    const auto wanted = slow.moves();
    std::vector<std::string> texts;
    for (const auto m : legal) texts.push_back(g.text(p, m));
    EXPECT_EQ(texts, wanted) << g.text(p);
    EXPECT_EQ(g.count(p), wanted.size());
    EXPECT_EQ(g.read_position(g.text(p)), p);
    Random a(seed, 1, static_cast<std::uint32_t>(positions)), b = a;
    const auto drawn = g.sample(p, a);
    EXPECT_EQ(drawn.count, wanted.size());
    if (texts != wanted || ::testing::Test::HasFailure()) return positions;
    if (wanted.empty()) {
      EXPECT_EQ(ints(g, g.payoff(p)), slow.payoff()) << g.text(p);
      return positions;
    }
    EXPECT_EQ(drawn.move, legal[g.is_pass(legal[0]) ? 0 : b.below(static_cast<std::uint32_t>(legal.size()))]);
    const std::size_t chosen = random.below(static_cast<std::uint32_t>(legal.size()));
    EXPECT_EQ(g.is_pass(legal[chosen]), wanted[chosen] == "pass");
    passes += g.is_pass(legal[chosen]);
    EXPECT_EQ(g.read_move(p, wanted[chosen]), legal[chosen]);
    g.play(p, legal[chosen]);
    slow.play(wanted[chosen]);
  }
}

std::vector<YoninOptions> all_yonin_options() {
  std::vector<YoninOptions> all;
  for (const auto start : {YoninStart::own, YoninStart::opposite})
    for (const bool restricted : {true, false})
      for (const auto mode : {YoninMode::individual, YoninMode::team})
        for (const auto score : {YoninScore::discs, YoninScore::quadrants}) all.push_back({start, restricted, mode, score});
  return all;
}

SlowGame slow_twin(int rows, int columns, const YoninOptions& options) {
  SlowGame slow;
  slow.rows = rows;
  slow.columns = columns;
  slow.yonin = true;
  slow.own_start = options.start == YoninStart::own;
  slow.restricted = options.restrict;
  slow.team = options.mode == YoninMode::team;
  slow.by_quadrants = options.score == YoninScore::quadrants;
  return slow;
}

DiscBoard board_of(int rows, int columns) { return {static_cast<std::int8_t>(rows), static_cast<std::int8_t>(columns)}; }

/// Moves, play, scores and payoffs commute with every symmetry throughout a random game; canonical forms agree over an orbit.
template <class G>
void check_symmetries(const G& g, std::uint64_t seed) {
  Random random(seed);
  auto p = g.initial();
  for (;;) {
    const auto legal = legal_moves(g, p);
    const auto canonical = g.canonical(p);
    ASSERT_EQ(g.image(canonical.symmetry, p), canonical.position);
    ASSERT_EQ(g.image(0, p), p);
    for (int k = 0; k < g.symmetries(); ++k) {
      const auto s = static_cast<std::uint8_t>(k);
      const auto q = g.image(s, p);
      ASSERT_EQ(g.turn(q), g.image_seat(s, g.turn(p)));
      ASSERT_EQ(g.canonical(q).position, canonical.position) << g.text(p) << " under " << k;
      auto images = legal_moves(g, q);
      ASSERT_EQ(images.size(), legal.size()) << g.text(p) << " under " << k;
      for (const auto m : legal) {
        const auto image = g.image(s, m);
        ASSERT_NE(std::find(images.begin(), images.end(), image), images.end()) << g.text(p) << " under " << k;
        auto after = p, image_after = q;
        g.play(after, m);
        g.play(image_after, image);
        ASSERT_EQ(g.image(s, after), image_after);
      }
      for (int seat = 0; seat < g.players(); ++seat) {
        const auto from = static_cast<std::size_t>(seat);
        const auto to = static_cast<std::size_t>(g.image_seat(s, static_cast<Seat>(seat)));
        ASSERT_EQ(g.score(p)[from], g.score(q)[to]);
        ASSERT_EQ(g.payoff(p)[from], g.payoff(q)[to]);
      }
    }
    if (legal.empty()) return;
    g.play(p, legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

/// The clockwise game in a mirror: columns are flipped, and B and D exchanged.
SlowGame mirrored(const SlowGame& slow) {
  SlowGame image = slow;
  for (auto& row : image.cell) std::reverse(row.begin(), row.end());
  return image;
}

/// Number of positions `depth` plies down; a game that ended earlier counts as one.
std::uint64_t slow_perft(const SlowGame& slow, int depth) {
  if (depth == 0) return 1;
  const auto moves = slow.moves();
  if (moves.empty()) return 1;
  std::uint64_t sum = 0;
  for (const auto& move : moves) {
    SlowGame next = slow;
    next.play(move);
    sum += slow_perft(next, depth - 1);
  }
  return sum;
}

template <class G>
std::uint64_t fast_perft(const G& g, const typename G::Position& p, int depth) {
  if (depth == 0) return 1;
  const auto moves = legal_moves(g, p);
  if (moves.empty()) return 1;
  std::uint64_t sum = 0;
  for (const auto m : moves) {
    auto next = p;
    g.play(next, m);
    sum += fast_perft(g, next, depth - 1);
  }
  return sum;
}

}  // namespace

TEST(YoninTwin, CountsAlikeOnEverySizeAndOption) {
  for (const int rows : sizes)
    for (const int columns : sizes) {
      SlowGame reversi;
      reversi.rows = rows;
      reversi.columns = columns;
      reversi.start();
      const Reversi two(board_of(rows, columns));
      EXPECT_EQ(fast_perft(two, two.initial(), 5), slow_perft(reversi, 5)) << rows << 'x' << columns;
      for (const auto start : {YoninStart::own, YoninStart::opposite})
        for (const bool restricted : {true, false}) {
          const YoninOptions options = {.start = start, .restrict = restricted};
          SlowGame slow = slow_twin(rows, columns, options);
          slow.start();
          const Yonin four(board_of(rows, columns), options);
          EXPECT_EQ(fast_perft(four, four.initial(), 5), slow_perft(slow, 5)) << rows << 'x' << columns;
        }
    }
}

TEST(ReversiTwin, AgreesOnEverySizeOverRandomGames) {
  int positions = 0, passes = 0;
  for (const int rows : sizes)
    for (const int columns : sizes)
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SlowGame slow;
        slow.rows = rows;
        slow.columns = columns;
        positions += compare_game(Reversi(board_of(rows, columns)), slow, seed, passes);
        ASSERT_FALSE(HasFailure()) << rows << 'x' << columns << " seed " << seed;
      }
  EXPECT_GT(positions, 5000);
  EXPECT_GT(passes, 50);
}

TEST(YoninTwin, AgreesOnEverySizeAndOptionOverRandomGames) {
  int positions = 0, passes = 0;
  for (const int rows : sizes)
    for (const int columns : sizes)
      for (const auto& options : all_yonin_options())
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
          positions += compare_game(Yonin(board_of(rows, columns), options), slow_twin(rows, columns, options), seed, passes);
          ASSERT_FALSE(HasFailure()) << rows << 'x' << columns << " seed " << seed;
        }
  EXPECT_GT(positions, 10000);
  EXPECT_GT(passes, 500);
}

TEST(ReversiSymmetry, HoldsAllAlongRandomGames) {
  for (const int rows : sizes)
    for (const int columns : sizes) {
      const Reversi g(board_of(rows, columns));
      EXPECT_EQ(g.symmetries(), rows == columns ? 16 : 8);
      for (std::uint64_t seed = 0; seed < 4; ++seed) check_symmetries(g, seed);
    }
}

TEST(YoninSymmetry, HoldsAllAlongRandomGames) {
  for (const int rows : sizes)
    for (const int columns : sizes)
      for (const auto& options : all_yonin_options()) {
        const Yonin g(board_of(rows, columns), options);
        const bool square = rows == columns, by_seat = options.restrict || options.mode == YoninMode::individual;
        const int wanted = by_seat                                  ? (square ? 4 : 2)
                           : options.score == YoninScore::quadrants ? (square ? 16 : 8)
                                                                    : (square ? 32 : 16);
        EXPECT_EQ(g.symmetries(), wanted);
        for (std::uint64_t seed = 0; seed < 2; ++seed) check_symmetries(g, seed);
      }
}

TEST(YoninSymmetry, SeatsTurnWithTheBoard) {
  // A quarter turn maps the start of A to the start of B: the game is the same whoever begins.
  const Yonin g(board_of(6, 6));
  const auto p = g.initial();
  for (int k = 0; k < g.symmetries(); ++k) {
    const auto q = g.image(static_cast<std::uint8_t>(k), p);
    EXPECT_EQ(q.black(), p.black());
    EXPECT_EQ(q.white(), p.white());
    EXPECT_EQ(g.turn(q), k);
  }
}

TEST(YoninSymmetry, TheTwoSensesAreMirrorImages) {
  // Anticlockwise play begun by B, mirrored, is clockwise play begun by A: A and B, C and D exchange places, and so do the colours.
  const auto image_seat = [](int seat) { return seat ^ 1; };
  const auto image_move = [](const std::string& move) {
    return move == "pass" ? move : std::string{static_cast<char>('a' + 'f' - move[0]), move[1]};
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    SlowGame clockwise = slow_twin(6, 6, {});
    clockwise.start();
    SlowGame other = mirrored(clockwise);
    other.reversed = true;
    other.seat = image_seat(clockwise.seat);
    for (auto& row : other.cell)
      for (char& c : row) c = c == 'x' ? 'o' : c == 'o' ? 'x' : '.';
    for (;;) {
      auto moves = clockwise.moves(), images = other.moves();
      ASSERT_EQ(moves.size(), images.size());
      std::vector<std::string> mapped;
      for (const auto& move : moves) mapped.push_back(image_move(move));
      std::sort(mapped.begin(), mapped.end());
      std::sort(images.begin(), images.end());
      ASSERT_EQ(mapped, images);
      const auto payoff = clockwise.payoff(), image_payoff = other.payoff();
      for (int seat = 0; seat < 4; ++seat)
        ASSERT_EQ(payoff[static_cast<std::size_t>(seat)], image_payoff[static_cast<std::size_t>(image_seat(seat))]);
      if (moves.empty()) break;
      const auto& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      clockwise.play(move);
      other.play(image_move(move));
    }
  }
}

}  // namespace banmen
