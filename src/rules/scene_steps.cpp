// Animation of a move, statement by statement. Effects without a step of their own (counters, marks, dice) are added at the end, so
// that the steps always lead to the scene after the move.
#include <algorithm>
#include <array>
#include <map>

#include "rules/scene.hpp"

namespace banmen::rules {
namespace {

namespace step = scene::step;
using Kind = Statement::Kind;

class Animation {
 public:
  Animation(const TextGame& game, const State& before, std::vector<scene::Piece> pieces) : game_(game), state_(before) {
    now_.pieces = std::move(pieces);
    put_in_order(now_);
  }

  void animate(const Deed& deed) {
    std::vector<scene::Step> steps;
    switch (deed.step->kind) {
      case Kind::move: moved(deed, steps); break;
      case Kind::place:
      case Kind::put:
      case Kind::take:
      case Kind::remove: changed(deed, steps); break;
      case Kind::flip: flipped(deed, steps); break;
      case Kind::sow: sown(deed, steps); break;
      case Kind::carry: carried(deed, steps); break;
      default: break;
    }
    state_ = deed.after;
    add(std::move(steps));
  }

  /// An endless relay: its sowings, and the loop.
  void animate_endless(const Course& course) {
    std::size_t first = 0;
    for (const Deed& deed : course.deeds) {
      first = steps_.size() + course.loop_from;
      animate(deed);
    }
    steps_.push_back(step::Again{static_cast<int>(first), static_cast<int>(course.loop_period), course.loop_shift});
  }

  /// Dice, and the remaining differences place by place.
  void complete(const scene::Scene& target) {
    const auto dice = [](const scene::Scene& scene) {
      std::vector<int> values;
      for (const scene::Piece& piece : scene.pieces)
        if (piece.kind == scene::PieceKind::die) values.push_back(*piece.value);
      return values;
    };
    if (auto rolled = dice(target); rolled != dice(now_)) add({step::Roll{std::move(rolled)}});
    std::map<scene::Place, std::pair<std::vector<scene::Piece>, std::vector<scene::Piece>>> places;
    for (const scene::Piece& piece : now_.pieces) places[piece.at].first.push_back(piece);
    for (const scene::Piece& piece : target.pieces) places[piece.at].second.push_back(piece);
    std::vector<scene::Step> steps;
    for (auto& [at, pieces] : places) {
      auto& [is, should] = pieces;
      if (is == should) continue;
      if (is_heap(is) && is_heap(should) && alike(is, should)) {
        const int less = (is.empty() ? 0 : *is[0].count) - (should.empty() ? 0 : *should[0].count);
        if (less > 0) {
          steps.push_back(step::Take{at, less, {}});
        } else {
          scene::Piece more = should[0];
          more.count = -less;
          steps.push_back(step::Put{std::move(more)});
        }
        continue;
      }
      for (std::size_t i = 0; i < is.size(); ++i) steps.push_back(step::Take{at, {}, {}});
      for (const scene::Piece& piece : should) steps.push_back(step::Put{piece});
    }
    add(std::move(steps));
  }

  void say(scene::Text text) { steps_.push_back(step::Say{std::move(text)}); }

  std::vector<scene::Step> finish(const scene::Scene& target) && {
    steps_.push_back(step::MarkUp{target.marks, target.turn, target.banner});
    return std::move(steps_);
  }

 private:
  static bool is_heap(const std::vector<scene::Piece>& pieces) {
    return pieces.empty() || (pieces.size() == 1 && pieces[0].count.has_value());
  }
  static bool alike(const std::vector<scene::Piece>& a, const std::vector<scene::Piece>& b) {
    if (a.empty() || b.empty()) return true;
    scene::Piece same = a[0];
    same.count = b[0].count;
    return same == b[0];
  }

  void add(std::vector<scene::Step> steps) {
    if (steps.empty()) return;
    now_ = scene::apply(std::move(now_), steps);
    for (scene::Step& one : steps) steps_.push_back(std::move(one));
  }

  [[nodiscard]] scene::Place at(std::size_t site) const { return site_name(game_.rules(), static_cast<long>(site)); }
  [[nodiscard]] scene::Piece piece_at(const State& state, std::size_t site) const {
    scene::Piece piece = drawn(game_.rules(), state.piece[site]);
    piece.at = at(site);
    return piece;
  }
  /// Takes any piece there, including a mark of an empty site.
  void clear(std::size_t site, std::vector<scene::Step>& steps) const {
    const auto lies = std::find_if(now_.pieces.begin(), now_.pieces.end(), [&](const scene::Piece& p) { return p.at == at(site); });
    if (lies != now_.pieces.end()) steps.push_back(step::Take{at(site), {}, {}});
  }

  void moved(const Deed& deed, std::vector<scene::Step>& steps) const {
    std::size_t from = state_.piece.size(), to = from;
    for (std::size_t s = 0; s < state_.piece.size(); ++s) {
      if (state_.piece[s] == deed.after.piece[s]) continue;
      (deed.after.piece[s] < 0 ? from : to) = s;
    }
    if (from == state_.piece.size() || to == state_.piece.size()) return;  // onto a piece of the same code: complete() shows it
    clear(to, steps);
    steps.push_back(step::Move{at(from), at(to)});
  }

  void changed(const Deed& deed, std::vector<scene::Step>& steps) const {
    const auto kind = static_cast<std::size_t>(std::max(0, deed.step->piece)), seat = static_cast<std::size_t>(state_.seat);
    const bool from_hand = deed.step->kind == Kind::place && game_.rules().kinds[kind].has_hand;
    for (std::size_t s = 0; s < state_.piece.size(); ++s) {
      if (state_.piece[s] != deed.after.piece[s]) {
        clear(s, steps);
        if (from_hand)
          steps.push_back(step::Move{hand_tray(game_.rules(), kind, seat), at(s)});
        else if (deed.after.piece[s] >= 0)
          steps.push_back(step::Put{piece_at(deed.after, s)});
      }
      if (!state_.stones.empty() && state_.stones[s] > deed.after.stones[s])
        steps.push_back(deed.step->kind == Kind::take ? step::Take{at(s), {}, store_tray(game_.rules(), seat)}
                                                      : step::Take{at(s), state_.stones[s] - deed.after.stones[s], {}});
    }
  }

  void flipped(const Deed& deed, std::vector<scene::Step>& steps) const {
    step::Flip flip;
    for (std::size_t s = 0; s < state_.piece.size(); ++s) {
      if (state_.piece[s] == deed.after.piece[s]) continue;
      scene::Piece was = piece_at(state_, s);
      const scene::Piece is = piece_at(deed.after, s);
      was.seat = is.seat;
      if (was == is) {
        flip.at.push_back(at(s));
        flip.seat = is.seat.value_or(0);
      } else {  // its letter shows the owner
        steps.push_back(step::Take{at(s), {}, {}});
        steps.push_back(step::Put{is});
      }
    }
    if (!flip.at.empty()) steps.push_back(std::move(flip));
  }

  void sown(const Deed& deed, std::vector<scene::Step>& steps) const {
    for (const Scattering& sowing : deed.sowings) {
      step::Sow sow{at(static_cast<std::size_t>(sowing.from)), {}};
      for (const int hole : sowing.over) sow.over.push_back(at(static_cast<std::size_t>(hole)));
      if (!sow.over.empty()) steps.push_back(std::move(sow));
    }
  }

  void carried(const Deed& deed, std::vector<scene::Step>& steps) const {
    step::Carry carry;
    for (std::size_t s = 0; s < state_.stones.size(); ++s) {
      if (state_.stones[s] > deed.after.stones[s]) carry.from.push_back(at(s));
      if (state_.stones[s] < deed.after.stones[s]) carry.to = at(s);
    }
    if (!carry.from.empty()) steps.push_back(std::move(carry));
  }

  const TextGame& game_;
  State state_;
  scene::Scene now_;
  std::vector<scene::Step> steps_;
};

}  // namespace

std::vector<scene::Step> TextGame::steps(const std::uint8_t* before, std::uint64_t move, const std::int32_t* gained) const {
  const State state = interpreter_->layout().read(rules_, before);
  std::vector<std::uint8_t> after(before, before + interpreter_->layout().size);
  std::array<std::int32_t, 8> sum{};
  std::copy_n(gained, rules_.seats.size(), sum.begin());
  interpreter_->play(after.data(), move, sum.data());
  const scene::Scene target = scene(after.data(), sum.data(), before, move);

  scene::Scene start;
  start.pieces = pieces_of(*this, state, gained);
  put_in_order(start);
  Animation animation(*this, state, start.pieces);
  const std::string& seat = rules_.seats[static_cast<std::size_t>(state.seat)];
  if (interpreter_->turn(before) == chance)
    animation.say({"say.rules.roll", {{"value", static_cast<std::int64_t>(move)}}});
  else if (move == Interpreter::pass_move)
    animation.say({"say.rules.pass", {{"seat", seat}}});
  else
    animation.say({"say.rules.move", {{"seat", seat}, {"move", interpreter_->move_text(before, move)}}});
  if (move != Interpreter::pass_move && interpreter_->turn(before) >= 0) {
    Interpreter::MoveParts parts = interpreter_->parts_of(before, move);
    const std::string text = rules::move_text(rules_, parts.notes, parts.words);
    std::erase_if(parts.notes, [](const Note& note) { return !note.chosen; });
    if (const auto course = reference_.course(state, parts.notes, text)) {
      if (course->endless) {  // played once, then the board is restored
        animation.animate_endless(*course);
        auto steps = std::move(animation).finish(target);
        steps.back() = step::Set{target};
        return steps;
      }
      // Of a sowing of very many stones only the result is shown.
      constexpr std::size_t most_sown = 1 << 17;
      std::size_t sown = 0;
      for (const Deed& deed : course->deeds)
        for (const Scattering& sowing : deed.sowings) sown += sowing.over.size();
      if (sown > most_sown) return {step::Set{target}};
      for (const Deed& deed : course->deeds) animation.animate(deed);
    }
  }
  animation.complete(target);
  auto steps = std::move(animation).finish(target);
  // For any rules, the steps must lead to the target.
  if (!(scene::apply(std::move(start), steps) == target)) return {step::Set{target}};
  return steps;
}

}  // namespace banmen::rules
