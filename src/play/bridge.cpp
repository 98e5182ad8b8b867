#include "play/bridge.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace banmen {

std::string_view name_of(Protocol protocol) { return protocol == Protocol::uci ? "uci" : "gtp"; }

Result<Bridge> Bridge::of(const OpenGame& game, Protocol protocol) {
  const auto all = game.correspondences();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& data) { return data.protocol == name_of(protocol); });
  if (found == all.end() || game.players() != 2)
    return fail(game.name() + " has no bridge to " + std::string(name_of(protocol)),
                "a rule file defines one in its section 'bridge'; see docs/language.md");
  Bridge bridge(protocol, *found, {game.seat_name(0), game.seat_name(1)});
  const auto session = game.session();
  const std::string start = session->position();
  const auto rows = split(std::string_view(start).substr(0, start.find(' ')), '/');
  if (rows.size() == rows[0].size()) bridge.board_size_ = static_cast<int>(rows.size());
  if (found->start.empty()) return bridge;
  const auto theirs = bridge.our_position(found->start);
  if (!theirs || !session->restart(*theirs))
    return fail(game.name() + " is not the game that " + std::string(name_of(protocol)) + " calls '" + found->variant + "'",
                "that game starts from " + found->start);
  bridge.same_start_ = session->from_initial();
  return bridge;
}

Result<std::string> Bridge::their_move(const Session&, std::string_view ours) const { return banmen::their_move(data_, ours); }

Result<std::string> Bridge::our_move(const Session& session, std::string_view theirs) const {
  const bool any_case = protocol_ == Protocol::gtp;
  const std::string given = any_case ? lower(theirs) : std::string(theirs);
  const auto legal = session.moves();
  std::vector<std::string> translated;
  for (const std::string& move : legal) {
    translated.push_back(banmen::their_move(data_, move));
    if (translated.back() == given) return move;
  }
  const std::string said(theirs.substr(0, 60));
  for (std::size_t k = 0; k < legal.size() && !any_case; ++k)
    if (translated[k] == lower(theirs)) return fail("'" + said + "' is a move in the wrong case", "write " + translated[k]);
  return fail("'" + said + "' is not a legal move here", suggest(said, translated));
}

Result<std::string> Bridge::their_position(std::string_view ours) const { return banmen::their_position(data_, seats_, ours); }

Result<std::string> Bridge::our_position(std::string_view theirs) const { return banmen::our_position(data_, seats_, theirs); }

std::uint64_t leaves(Session& session, int depth, const std::stop_token& stop) {
  if (depth == 0 || stop.stop_requested()) return 1;
  const auto moves = session.moves();
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const std::string& move : moves) {
    (void)session.play(move);
    sum += leaves(session, depth - 1, stop);
    session.undo();
  }
  return sum;
}

}  // namespace banmen
