#include "play/verdict.hpp"

#include <algorithm>
#include <map>

namespace banmen {

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k) out += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return out;
}

namespace {

/// The seats of each side.
std::map<int, std::vector<std::string>> sides_of(const OpenGame& table) {
  std::map<int, std::vector<std::string>> sides;
  for (Seat seat = 0; seat < table.players(); ++seat) sides[table.search().side(seat)].push_back(table.seat_name(seat));
  return sides;
}

std::string wins(const std::vector<std::string>& side) { return listed(side) + (side.size() == 1 ? " wins" : " win"); }

std::string place(std::size_t rank) {
  static const char* const names[] = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
  return rank < std::size(names) ? names[rank] : std::to_string(rank + 1) + "th";
}

}  // namespace

std::string verdict(const OpenGame& table, const std::vector<long>& result) {
  if (result.size() == 1) return "the result is " + std::to_string(result[0]);
  std::map<long, std::vector<std::string>, std::greater<>> ranked;
  for (Seat seat = 0; seat < table.players(); ++seat)
    ranked[result[static_cast<std::size_t>(seat)]].push_back(table.seat_name(seat));
  if (ranked.size() == 1) return "a draw";
  if (sides_of(table).size() == 2) return wins(ranked.begin()->second);
  std::string out;
  std::size_t rank = 0;
  for (const auto& [points, seats] : ranked) {
    out += (rank == 0 ? "" : ", ") + listed(seats) + ' ' + place(rank);
    rank += seats.size();
  }
  return out;
}

std::string verdict(const OpenGame& table, const Record::Ending& ending) {
  if (ending.how == "draw") return "a draw, agreed on";
  std::string out = ending.seat + (ending.how == "time"      ? " is out of time"
                                   : ending.how == "forfeit" ? " forfeits"
                                   : ending.how == "left"    ? " has left"
                                                             : " resigns");
  if (!ending.why.empty()) out += " (" + ending.why + ")";
  const auto sides = sides_of(table);
  if (sides.size() != 2) return out;
  for (const auto& [side, seats] : sides)
    if (std::find(seats.begin(), seats.end(), ending.seat) == seats.end()) out += ", " + wins(seats);
  return out;
}

}  // namespace banmen
