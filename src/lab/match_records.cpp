#include "lab/match_records.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/files.hpp"
#include "play/record.hpp"

namespace banmen::lab {

Result<MatchKeeper> keep_records(const std::string& folder, const OpenGame& table, const MatchPlan& plan, std::uint64_t seed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("can't make the folder '" + folder + "': " + error.message());
  const auto path = [folder](std::uint64_t index) { return fmt::format("{}/{:06}.record", folder, index + 1); };
  // What a game depends on besides its seats: kept in each record, so that a folder of another match is never taken for this one's.
  const auto stamp = [&table, opening = plan.opening, limit = plan.limit, seconds = plan.seconds,
                      agents = plan.agents](std::uint64_t index) {
    std::string all;
    for (const std::string& agent : agents) all += " | " + agent;
    if (const std::string rules = table.rules_stamp(); !rules.empty()) all += " | rules " + rules;
    return fmt::format("game {} of a match: opening {}, limit {}, time {:g}{}", index + 1, opening, limit, seconds, all);
  };
  const auto seats_of = [&table, agents = plan.agents](const std::vector<int>& seats) {
    std::vector<std::pair<std::string, std::string>> named;
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
      named.emplace_back(table.seat_name(static_cast<Seat>(seat)), agents[static_cast<std::size_t>(seats[seat])]);
    return named;
  };
  MatchKeeper keeper;
  keeper.find = [=, &table](std::uint64_t index, const std::vector<int>& seats) -> std::optional<MatchGame> {
    if (!std::filesystem::exists(path(index))) return std::nullopt;
    const auto text = read_file(path(index));
    if (!text) return std::nullopt;
    const auto record = read_record(*text);
    // A game that was not ended by play is played again.
    if (!record || !record->result || record->game != table.name() || record->seed != seed || record->seats != seats_of(seats) ||
        record->comments.empty() || record->comments.front() != stamp(index))
      return std::nullopt;
    MatchGame game;
    game.index = index;
    game.seats = seats;
    game.result = *record->result;
    for (const Record::Line& line : record->moves) game.moves.push_back(line.text);
    return game;
  };
  keeper.keep = [=, &table](const MatchGame& game) -> Result<void> {
    Record record;
    record.game = table.name();
    record.seats = seats_of(game.seats);
    record.seed = seed;
    record.comments = {stamp(game.index)};
    if (!game.verdict.empty()) record.comments.push_back(game.verdict);
    for (const std::string& move : game.moves) {
      Record::Line line;
      line.text = move;
      record.moves.push_back(std::move(line));
    }
    if (!game.forfeit && game.verdict.empty()) record.result = game.result;
    return write_file(path(game.index), write_record(record));
  };
  return keeper;
}

}  // namespace banmen::lab
