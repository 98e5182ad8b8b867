// The bridge between a game and the engines of another protocol: its name there, its moves and its positions.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "catalog/open_game.hpp"
#include "core/correspondence.hpp"

namespace banmen {

enum class Protocol : std::uint8_t { uci, gtp };
std::string_view name_of(Protocol protocol);

class Bridge {
 public:
  /// Bad input if the game has no correspondence, or not with these parameters.
  static Result<Bridge> of(const OpenGame& game, Protocol protocol);

  [[nodiscard]] Protocol protocol() const { return protocol_; }
  /// The protocol's name of the game: "chess", "breakthrough", …
  [[nodiscard]] const std::string& variant() const { return data_.variant; }
  /// Rows of a square board as GTP's `boardsize`; 0 for other boards.
  [[nodiscard]] int board_size() const { return board_size_; }
  /// True if `startpos` is the game's start with these parameters.
  [[nodiscard]] bool same_start() const { return same_start_; }

  /// `ours`: a legal move of the session's position, or one of its history.
  [[nodiscard]] Result<std::string> their_move(const Session& session, std::string_view ours) const;
  /// Always a legal move of the session's position; GTP's moves in any case. The error suggests one.
  [[nodiscard]] Result<std::string> our_move(const Session& session, std::string_view theirs) const;
  /// FEN. An error for what FEN can't express, and for protocols without positions.
  [[nodiscard]] Result<std::string> their_position(std::string_view ours) const;
  /// The text of a position; the session that reads it checks it.
  [[nodiscard]] Result<std::string> our_position(std::string_view theirs) const;

 private:
  Bridge(Protocol protocol, Correspondence data, SeatPair seats)
      : protocol_(protocol), data_(std::move(data)), seats_(std::move(seats)) {}

  Protocol protocol_;
  Correspondence data_;
  SeatPair seats_;
  int board_size_ = 0;
  bool same_start_ = true;
};

/// Positions after `depth` moves, as engines count them: games that have ended before do not count. Meaningless after a stop.
std::uint64_t leaves(Session& session, int depth, const std::stop_token& stop = {});

}  // namespace banmen
