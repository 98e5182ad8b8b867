// The Session of any game.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "catalog/game_handle.hpp"
#include "catalog/open_game.hpp"
#include "core/move_stack.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "engines/extensions.hpp"

namespace banmen {

template <Game G>
class SessionOf final : public Session {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit SessionOf(const G& g) : g_(g), stack_(g) { restart(); }

  void restart() override { begin(g_.initial(), true); }

  Result<void> restart(std::string_view position) override {
    auto read = g_.read_position(position);
    if (!read) return fail(read.error());
    begin(*read, *read == g_.initial());
    return {};
  }

  std::string position() const override { return g_.text(now()); }
  std::string start() const override { return g_.text(steps_.front().position); }
  bool from_initial() const override { return from_initial_; }
  bool is_over() const override { return turn() == over; }

  Seat turn() const override {
    const Seat turn = g_.turn(now());
    return turn == over || list().empty() ? over : turn;
  }

  std::string turn_name() const override {
    const Seat seat = turn();
    return seat == over ? "over" : seat == chance ? "chance" : g_.seat_name(seat);
  }

  int players() const override { return g_.players(); }
  std::string seat_name(Seat seat) const override { return g_.seat_name(seat); }

  std::vector<std::string> moves() const override {
    std::vector<std::string> texts;
    for (const Move m : list()) texts.push_back(g_.text(now(), m));
    return texts;
  }

  std::size_t choices() const override {
    const auto legal = list();
    return legal.size() == 1 && is_pass(g_, legal[0]) ? 0 : legal.size();
  }

  Result<void> play(std::string_view text) override {
    if (is_over()) return fail("the game is over, so '" + std::string(text) + "' can't be played", {}, 1);
    const auto move = TRY(g_.read_move(now(), text));
    if (!is_legal(move)) return fail("'" + std::string(text) + "' is not a legal move here", suggest(text, moves()), 1);
    step(move);
    return {};
  }

  Result<void> play(MoveBytes bytes) override {
    Move move;
    std::memcpy(static_cast<void*>(&move), &bytes, sizeof move);
    if (is_over() || !is_legal(move)) return fail("not a legal move here");
    step(move);
    return {};
  }

  Result<std::string> play_random(Random& random) override {
    if (is_over()) return fail("the game is over");
    auto legal = list();
    Move move = legal[random.below(legal.size())];
    if constexpr (ChanceGame<G>)
      if (g_.turn(now()) == chance) move = draw_chance(g_, now(), random, legal);
    step(move);
    return history().back();
  }

  bool undo() override {
    if (ply() == 0) return false;
    steps_.pop_back();
    history_.resize(std::min(history_.size(), ply()));
    legal_.reset();
    return true;
  }

  std::size_t ply() const override { return steps_.size() - 1; }

  const std::vector<std::string>& history() const override {
    while (history_.size() < ply()) {
      const std::size_t at = history_.size();
      history_.push_back(g_.text(steps_[at].position, steps_[at + 1].move));
    }
    return history_;
  }

  std::vector<long> gained() const override { return seats(steps_.back().gained); }

  std::vector<long> score() const override {
    GainsOf<G> sum = steps_.back().gained;
    if constexpr (ScoredGame<G>) sum += g_.score(now());
    return seats(sum);
  }

  bool repeated() const override {
    if constexpr (LoopyGame<G>) {
      if (!has(g_, Capability::loopy)) return false;
      const auto same = [&](const Step& step) { return step.position == now(); };
      return std::count_if(steps_.begin(), steps_.end(), same) >= 3;
    }
    return false;
  }

  std::optional<std::vector<long>> result() const override {
    GainsOf<G> sum = steps_.back().gained;
    if (is_over()) {
      sum += g_.payoff(now());
      return seats(sum);
    }
    if constexpr (LoopyGame<G>)
      if (repeated()) {
        sum += g_.forever();
        return seats(sum);
      }
    return std::nullopt;
  }

  Figures last() const override {
    if constexpr (NarratedGame<G>) {
      if (ply() > 0) return g_.facts(steps_[steps_.size() - 2].position, steps_.back().move);
    }
    return {};
  }

  std::vector<std::vector<std::string>> sites() const override {
    std::vector<std::vector<std::string>> all;
    for (const Move m : list()) all.push_back(sites_of(now(), m));
    return all;
  }

  std::vector<std::string> sites_at(std::size_t ply) const override { return sites_of(steps_[ply].position, steps_[ply + 1].move); }

  Picture picture() const override {
    if constexpr (DrawableGame<G>) return g_.picture(now());
    Picture plain;
    plain.line().put(position());
    return plain;
  }

  std::optional<Picture> large_picture() const override {
    if constexpr (LargeDrawableGame<G>) return g_.large_picture(now());
    return std::nullopt;
  }

  bool has_layout() const override { return scenery().layout && (!scenery().of || scenery().of(g_)); }

  std::optional<scene::Layout> layout() const override {
    if (!has_layout()) return std::nullopt;
    return scenery().layout(g_);
  }

  scene::Scene scene() const override { return scene_at(steps_.size() - 1); }

  std::vector<scene::Step> steps() const override {
    if (ply() == 0) return {};
    if (!has_layout()) return {scene::step::Set{scene()}};
    const std::size_t before = steps_.size() - 2;
    return scenery().steps(g_, steps_[before].position, steps_.back().move, standing(before));
  }

  scene::Choices ways_to_move() const override {
    if (is_over()) return scene::Listed{};
    if (!has_layout()) return scene::Listed{moves()};
    return scenery().choices(g_, now());
  }

  std::unique_ptr<Session> copy() const override {
    auto same = std::make_unique<SessionOf>(g_);
    same->steps_ = steps_;
    same->history_ = history_;
    same->from_initial_ = from_initial_;
    return same;
  }

  /// For agents of the same game, which use its types.
  const Position& here() const { return now(); }

 private:
  struct Step {
    Position position;
    Move move;  // that led here
    GainsOf<G> gained;
  };

  const Position& now() const { return steps_.back().position; }

  static const scene::Scenery<G>& scenery() { return extensions_of<G>().scenery; }

  scene::Standing<G> standing(std::size_t ply) const {
    return {seats(steps_[ply].gained), ply == 0 ? nullptr : &steps_[ply - 1].position, steps_[ply].move};
  }

  scene::Scene scene_at(std::size_t ply) const {
    scene::Scene scene;
    if (has_layout()) {
      scene = scenery().scene(g_, steps_[ply].position, standing(ply));
      put_in_order(scene);
    } else {
      scene.turn = turn();
    }
    return scene;
  }

  std::vector<std::string> sites_of(const Position& p, Move m) const {
    if constexpr (SitedGame<G>)
      return g_.sites(p, m);
    else
      return names_in(g_.text(p, m));
  }

  /// The legal moves, generated once per position.
  MoveList<Move> list() const {
    if (!legal_) legal_ = stack_.legal(g_, now());
    return *legal_;
  }

  void begin(const Position& position, bool initial) {
    steps_.assign(1, Step{position, Move{}, {}});
    history_.clear();
    legal_.reset();
    from_initial_ = initial;
  }

  void step(Move move) {
    Step next{now(), move, steps_.back().gained};
    next.gained += g_.play(next.position, move);
    steps_.push_back(next);
    legal_.reset();
  }

  bool is_legal(Move move) const {
    const auto legal = list();
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  std::vector<long> seats(const GainsOf<G>& gains) const { return gains_of_seats<G>(gains, g_.players()); }

  G g_;
  [[no_unique_address]] Keeper<G> keeper_ = keeper_of(g_);
  mutable MoveStack<G> stack_;
  mutable std::optional<MoveList<Move>> legal_;  // in the stack's memory
  std::vector<Step> steps_;
  mutable std::vector<std::string> history_;  // texts of the first moves, formatted lazily
  bool from_initial_ = true;
};

}  // namespace banmen
