// What the commands of `banmen db` are given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/command.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::app {

struct DbArguments {
  std::string game, file, position;
  std::optional<std::uint32_t> stones;
  std::uint64_t stride = 1;
  double memory = 4;
  // Backgammon
  int mover = 2, opponent = 2, bits = 16;
  std::string payoff;  // empty: the game's own
  bool prove = false;
};

/// The file that was named, or one named after the game.
std::string file_of(const DbArguments& arguments, const Table& table);

/// Expected values instead of bounds: databases of backgammon (db_backgammon.cpp).
bool is_backgammon(const Table& table);
Result<Backgammon> backgammon_of(const Table& table);
Result<int> build_backgammon(Context& context, const DbArguments& arguments, const Table& table);
Result<int> info_backgammon(Context& context, const DbArguments& arguments, const Table& table);
Result<int> probe_backgammon(Context& context, const DbArguments& arguments, const Table& table);
Result<int> verify_backgammon(Context& context, const DbArguments& arguments, const Table& table);

}  // namespace banmen::app
