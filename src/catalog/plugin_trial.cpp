#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <vector>

#include "catalog/any_game.hpp"
#include "catalog/plugin_game.hpp"
#include "catalog/scene_json.hpp"
#include "core/game.hpp"
#include "core/move_stack.hpp"
#include "core/random.hpp"
#include "solve/moves_of.hpp"

namespace banmen {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw GameFault(why); }

/// Refuses a text that can't be a word of a record or of --moves.
void check_word(const std::string& what, const std::string& text) {
  const auto wrong = [&](const char* why) { refuse(what + ", '" + text + "', " + why); };
  if (text.empty()) wrong("is empty");
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 127; }))
    wrong("holds a blank or a control character");
  if (text.front() == ';') wrong("begins like a comment");
  if (text.back() == '.' && text.find_first_not_of("0123456789.") == std::string::npos) wrong("looks like the number of a move");
}

/// A random game that checks the laws of scenes at every position and move.
class SceneTrial {
 public:
  using G = LargeGame;

  explicit SceneTrial(const G& g) : g_(g), stack_(g) {}

  void run() {
    const auto of_layout = [](const std::string& wrong) { return "layout: " + wrong; };
    layout_ = asked(of_layout, [&] { return g_.runtime().layout(); });
    hold(of_layout, scene::fault_of_layout(layout_, g_.players()));
    constexpr int most_plies = 200;
    Random random(1, 0);
    G::Position p = g_.initial();
    scene::Scene now = scene_of(p, nullptr, {});
    for (int ply = 0; ply < most_plies; ++ply) {
      const MoveList<G::Move> list = stack_.legal(g_, p);
      check_choices(p, list);
      if (list.empty()) return;
      play(p, list[random.below(list.size())], now);
    }
  }

 private:
  /// Returns the answer; refuses an unreadable one. `worded` makes the message.
  template <class Words, class Ask>
  static auto asked(Words worded, Ask ask) -> decltype(ask()) {
    try {
      return ask();
    } catch (const SceneFault& fault) {
      refuse(worded(fault.error.message()));
    }
  }
  template <class Words>
  static void hold(Words worded, const std::string& wrong) {
    if (!wrong.empty()) refuse(worded(wrong));
  }
  [[nodiscard]] auto at(const G::Position& p, const std::string& what) const {
    return [this, &p, what](const std::string& wrong) { return what + ": " + wrong + ", at '" + g_.text(p) + "'"; };
  }

  [[nodiscard]] scene::Scene scene_of(const G::Position& p, const G::Position* before, G::Move move) const {
    const auto worded = at(p, "scene");
    scene::Scene out = asked(worded, [&] {
      return g_.runtime().scene(p.bytes.data(), gained_.data(), before ? before->bytes.data() : nullptr, move.value);
    });
    put_in_order(out);
    hold(worded, scene::fault_of_scene(layout_, out, g_.players()));
    if (out.turn != g_.turn(p)) refuse(worded("its turn differs from what turn() returns"));
    return out;
  }

  void check_choices(const G::Position& p, const MoveList<G::Move>& list) const {
    const auto worded = at(p, "choices");
    const scene::Choices choices = asked(worded, [&] { return g_.runtime().choices(p.bytes.data()); });
    std::vector<std::string> texts;
    for (const G::Move move : list) texts.push_back(g_.text(p, move));
    hold(worded, scene::fault_of_choices(layout_, choices, texts));
  }

  void play(G::Position& p, G::Move move, scene::Scene& now) {
    const G::Position before = p;
    const auto worded = at(before, "steps of '" + g_.text(before, move) + "'");
    const auto steps = asked(worded, [&] { return g_.runtime().steps(p.bytes.data(), move.value, gained_.data()); });
    const auto gains = g_.play(p, move);
    for (std::size_t seat = 0; seat < gains.size(); ++seat) gained_[seat] += gains[seat];
    scene::Scene after = scene_of(p, &before, move);
    hold(worded, scene::fault_of_steps(layout_, now, steps, after, g_.players()));
    now = std::move(after);
  }

  const G& g_;
  MoveStack<G> stack_;
  scene::Layout layout_;
  std::array<std::int32_t, RuntimeGame::most_players> gained_{};
};

/// A few random games of one set of rules; throws GameFault where something is wrong.
class Trial {
 public:
  using G = LargeGame;  // has room for any position
  using Position = G::Position;
  using Move = G::Move;

  // Room beyond the claimed capacity reveals a generator that writes too many moves.
  explicit Trial(const PluginGame& game) : game_(game), g_(game), storage_(static_cast<std::size_t>(g_.move_capacity()) + 64) {}

  void run() {
    if (const auto unit = g_.evaluation_unit(); unit < 0 || unit > most_unit)
      refuse("evaluation_unit is " + std::to_string(unit) + ", outside 0 to " + std::to_string(most_unit));
    check_seats();
    for (std::uint64_t game = 0; game < 4; ++game) play_game(game);
    if (game_.traits().has_scene) SceneTrial(g_).run();
  }

 private:
  static constexpr std::int32_t most_unit = 500'000;

  void play_game(std::uint64_t game) {
    Random random(1, game);
    Position p = g_.initial();
    Gains<G::max_players> sum{};
    const auto add = [&](const Gains<G::max_players>& gains) {
      if (g_.players() == 2 && zero_sum(g_) && gains[0] + gains[1] != 0)
        refuse("zero_sum says that one seat loses what the other gets, but they get " + std::to_string(gains[0]) + " and " +
               std::to_string(gains[1]) + " at '" + g_.text(p) + "'");
      for (std::size_t seat = 0; seat < sum.size(); ++seat)
        if (sum[seat] += gains[seat]; std::abs(sum[seat]) > g_.most_payoff())
          refuse("the result of a seat is " + std::to_string(sum[seat]) + ", outside -" + std::to_string(g_.most_payoff()) +
                 " to " + std::to_string(g_.most_payoff()));
    };
    // Bounds of the final result, from the stakes so far.
    std::int64_t low = std::numeric_limits<std::int32_t>::min(), high = std::numeric_limits<std::int32_t>::max();
    for (int ply = 0; ply < 200; ++ply) {
      const std::int64_t lead = difference(sum), stake = g_.stake(p);
      low = std::max(low, lead - stake);
      high = std::min(high, lead + stake);
      const auto list = g_.turn(p) == over ? std::vector<Move>{} : moves(p);
      if (g_.turn(p) != over) check_position(p, random);
      if (list.empty()) {
        check_end(p);
        add(g_.payoff(p));
        if (difference(sum) < low || difference(sum) > high)
          refuse("stake is too small: play up to '" + g_.text(p) + "' changed the lead by more");
        return;
      }
      if (game == 0) check_texts(p, list);
      const Move move = list[random.below(static_cast<std::uint32_t>(list.size()))];
      check_move(p, move);
      add(g_.play(p, move));
    }
  }

  std::vector<Move> moves(const Position& p) {
    MoveList<Move> list(storage_.data(), static_cast<std::uint32_t>(storage_.size()));
    g_.moves(p, list);
    return {list.begin(), list.end()};
  }

  static std::vector<std::uint64_t> sorted(const std::vector<Move>& list) {
    std::vector<std::uint64_t> values;
    for (const Move m : list) values.push_back(m.value);
    std::sort(values.begin(), values.end());
    return values;
  }

  void check_seats() const {
    std::set<std::string> names;
    for (Seat seat = 0; seat < g_.players(); ++seat) {
      const std::string name = g_.seat_name(seat);
      check_word("the name of a seat", name);
      if (!names.insert(name).second) refuse("two seats are both called '" + name + "'");
    }
    for (Seat seat = 0; seat < g_.players(); ++seat)
      if (g_.team(seat) < 0) refuse("team returns " + std::to_string(g_.team(seat)) + " for seat " + std::to_string(seat));
    for (int s = 0; s < g_.symmetries(); ++s) {
      std::vector<bool> taken(static_cast<std::size_t>(g_.players()));
      for (Seat seat = 0; seat < g_.players(); ++seat) {
        const Seat image = g_.image_seat(static_cast<std::uint8_t>(s), seat);
        if (image < 0 || image >= g_.players() || taken[static_cast<std::size_t>(image)])
          refuse("symmetry " + std::to_string(s) + " does not permute the seats");
        taken[static_cast<std::size_t>(image)] = true;
      }
    }
  }

  void check_position(const Position& p, Random& random) {
    const Seat turn = g_.turn(p);
    if (turn < chance || turn >= g_.players())
      refuse("turn returns seat " + std::to_string(turn) + ", but there are " + std::to_string(g_.players()) + " seats");
    const std::string text = g_.text(p);
    if (text.empty() || text.find_first_of("\n\r\t") != std::string::npos)
      refuse("the position text '" + text + "' is not one line");
    const auto read = g_.read_position(text);
    if (!read || !(*read == p)) refuse("its own position text '" + text + "' does not parse to the same bytes");
    const auto list = moves(p);
    if (list.size() > g_.move_capacity())
      refuse("a position has " + std::to_string(list.size()) + " moves, but move_capacity says " +
             std::to_string(g_.move_capacity()));
    if (turn == chance) return check_weights(p, list);
    if (g_.count(p) != list.size())
      refuse("count() returns " + std::to_string(g_.count(p)) + ", but moves() lists " + std::to_string(list.size()));
    Random own = random;  // draws must not change the games played
    const auto drawn = g_.sample(p, own);
    if (drawn.count != list.size())
      refuse("draw() counts " + std::to_string(drawn.count) + " moves, but moves() lists " + std::to_string(list.size()));
    if (!list.empty() && std::find(list.begin(), list.end(), drawn.move) == list.end())
      refuse("draw() returns a move that moves() does not list");
  }

  void check_weights(const Position& p, const std::vector<Move>& list) const {
    if (!g_.has(Capability::chance)) refuse("chance acts, but there is no weight function");
    std::uint64_t sum = 0;
    for (const Move m : list) {
      if (g_.weight(p, m) == 0) refuse("the outcome '" + g_.text(p, m) + "' has weight 0");
      sum += g_.weight(p, m);
    }
    if (sum >> 32) refuse("the weights of '" + g_.text(p) + "' add up to 2^32 or more");
  }

  void check_texts(const Position& p, const std::vector<Move>& list) const {
    std::set<std::string> texts;
    for (const Move m : list) {
      const std::string text = g_.text(p, m);
      check_word("the text of a move", text);
      if (!texts.insert(text).second) refuse("two moves have the same text '" + text + "'");
    }
  }

  /// At the end of a game the images of seats must get the same payoff.
  void check_end(const Position& p) const {
    const auto paid = g_.payoff(p);
    for (int s = 1; s < g_.symmetries(); ++s) {
      const auto symmetry = static_cast<std::uint8_t>(s);
      const auto image = g_.payoff(g_.image(symmetry, p));
      for (Seat seat = 0; seat < g_.players(); ++seat)
        if (image[static_cast<std::size_t>(g_.image_seat(symmetry, seat))] != paid[static_cast<std::size_t>(seat)])
          refuse("symmetry " + std::to_string(s) + " changes the payoff of '" + g_.text(p) + "'");
    }
  }

  void check_move(const Position& p, Move m) {
    const std::string text = g_.text(p, m);
    if (const auto read = g_.read_move(p, text); !read || !(*read == m))
      refuse(game_.reads_moves() ? "its own move text '" + text + "' does not parse to the same move"
                                 : "two moves have the same text '" + text + "'");
    Position next = p;
    const auto gains = g_.play(next, m);
    if (g_.endless(p, m)) {
      if (g_.turn(next) != over) refuse("'" + text + "' is declared endless, but play continues after it");
      return;
    }
    if (g_.has(Capability::horizon) && g_.turn(p) != chance) {
      const int before = g_.horizon(p), after = g_.horizon(next);
      if (after < 0 || after > before - (g_.is_pass(m) ? 0 : 1))
        refuse("horizon does not decrease with the move '" + text + "': " + std::to_string(before) + " before, " +
               std::to_string(after) + " after");
    }
    const auto list = moves(p);
    for (int s = 1; s < g_.symmetries(); ++s)
      if (!is_alike(static_cast<std::uint8_t>(s), p, list, m, next, gains))
        refuse("symmetry " + std::to_string(s) + " does not preserve the game at '" + g_.text(p) + "'");
  }

  /// True if the image of a position has the images of its moves, and the image of a move leads to the image of its successor.
  bool is_alike(std::uint8_t symmetry, const Position& p, const std::vector<Move>& list, Move m, const Position& next,
                const Gains<G::max_players>& gains) {
    Position image = g_.image(symmetry, p);
    const Seat turn = g_.turn(p);
    if (g_.turn(image) != (turn < 0 ? turn : g_.image_seat(symmetry, turn))) return false;
    std::vector<Move> images;
    for (const Move listed : list) images.push_back(g_.image(symmetry, p, listed));
    if (sorted(moves(image)) != sorted(images)) return false;
    if (turn == chance)
      for (const Move listed : list)
        if (g_.weight(image, g_.image(symmetry, p, listed)) != g_.weight(p, listed)) return false;
    const auto image_gains = g_.play(image, g_.image(symmetry, p, m));
    for (Seat seat = 0; seat < g_.players(); ++seat)
      if (image_gains[static_cast<std::size_t>(g_.image_seat(symmetry, seat))] != gains[static_cast<std::size_t>(seat)])
        return false;
    return image == g_.image(symmetry, next);
  }

  const PluginGame& game_;
  G g_;
  std::vector<Move> storage_;
};

}  // namespace

std::string fault_of_sizes(const PluginGame& game) {
  const RuntimeGame::Traits& traits = game.traits();
  if (traits.position_size == 0 || traits.position_size > RuntimeGame::most_bytes)
    return "a position has " + std::to_string(traits.position_size) + " bytes, outside 1 to " +
           std::to_string(RuntimeGame::most_bytes);
  if (traits.players < 1 || traits.players > RuntimeGame::most_players)
    return std::to_string(traits.players) + " players, outside 1 to " + std::to_string(RuntimeGame::most_players);
  if (traits.move_capacity == 0 || traits.move_capacity > 1u << 20) return "move_capacity is 0 or above a million";
  if (traits.symmetries == 0 || traits.symmetries > 255) return std::to_string(traits.symmetries) + " symmetries, outside 1 to 255";
  return {};
}

std::string fault_in_play(const PluginGame& game) {
  try {
    Trial(game).run();
  } catch (const GameFault& fault) {
    return fault.what();
  }
  return {};
}

}  // namespace banmen
