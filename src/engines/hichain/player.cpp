#include "engines/hichain/player.hpp"

#include "engines/hichain/expert.hpp"
#include "games/hichain/threats.hpp"

namespace banmen::hichain {

std::vector<Player::Opinion> Player::opinions(const HichainRules& g, Board& board, Random& random, std::size_t,
                                              std::uint64_t& nodes) const {
  nodes += g.count(board);
  return {{choose(g, board, random), {}}};
}

Player::Move RandomPlayer::choose(const HichainRules& g, Board& board, Random& random) const {
  return g.sample(board, random).move;
}

Player::Move GreedyPlayer::choose(const HichainRules& g, Board& board, Random& random) const {
  std::vector<ScoringMove> best;
  each_scoring_move(g, board, 1, [&](Move m, std::int32_t gain) {
    if (!best.empty() && gain < best.front().gain) return false;
    if (!best.empty() && gain > best.front().gain) best.clear();
    best.push_back({m, gain});
    return false;
  });
  if (best.empty()) return g.sample(board, random).move;
  return best[random.below(static_cast<std::uint32_t>(best.size()))].move;
}

Player::Move MobilityPlayer::choose(const HichainRules& g, Board& board, Random& random) const {
  std::int32_t most = 0;
  std::vector<Move> moves;
  each_scoring_move(g, board, 1, [&](Move m, std::int32_t gain) {
    if (gain > most) most = gain, moves.clear();
    if (gain == most) moves.push_back(m);
    return false;
  });
  if (moves.empty()) {
    moves.resize(g.count(board));
    MoveList<Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
    g.moves(board, list);
  }
  std::vector<Move> best;
  std::int64_t least = INT64_MAX;
  for (const auto m : moves) {
    if (HichainRules::is_pass(m)) return m;
    g.play(board, m);
    const std::int64_t left = HichainRules::placements(board, board.at.mover);
    g.undo(board);
    const std::int64_t cost = fewest_ ? left : -left;
    if (cost < least) least = cost, best.clear();
    if (cost == least) best.push_back(m);
  }
  return best[random.below(static_cast<std::uint32_t>(best.size()))];
}

const std::vector<std::string>& player_names() {
  static const std::vector<std::string> names = {"random", "greedy", "few", "many", "expert"};
  return names;
}

std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits) {
  if (name == "greedy") return std::make_unique<GreedyPlayer>();
  if (name == "few") return std::make_unique<MobilityPlayer>(true);
  if (name == "many") return std::make_unique<MobilityPlayer>(false);
  if (name == "expert") return std::make_unique<ExpertPlayer>(limits);
  return std::make_unique<RandomPlayer>();
}

}  // namespace banmen::hichain
