#include "lab/match_records.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/files.hpp"
#include "host/lock.hpp"
#include "play/record.hpp"

namespace banmen::lab {

Result<MatchKeeper> keep_records(const std::string& folder, const Catalog& catalog, const OpenGame& table, const MatchPlan& plan,
                                 std::uint64_t seed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(kind_of_errno(error.value()), "can't make the folder '" + folder + "': " + error.message());
  auto lock = FileLock::take(folder);
  if (!lock) return fail(lock.error());
  const auto path = [folder](std::uint64_t index) { return fmt::format("{}/{:06}.record", folder, index + 1); };
  // What a game depends on besides its seats is kept in each record, so that no other match's is taken for this one's.
  const auto head = [&table, plan, seed](std::uint64_t index, const std::vector<int>& seats) {
    Record record;
    record.game = table.name();
    record.rules = table.rules_stamp();
    record.seed = seed;
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
      record.seats.emplace_back(table.seat_name(static_cast<Seat>(seat)), plan.agents[static_cast<std::size_t>(seats[seat])]);
    std::string all;
    for (const std::string& agent : plan.agents) all += " | " + agent;
    record.comments = {fmt::format("game {} of a match: opening {}, limit {}, time {:g}{}", index + 1, plan.opening, plan.limit,
                                   plan.seconds, all)};
    return record;
  };
  MatchKeeper keeper;
  keeper.hold = std::make_shared<FileLock>(std::move(*lock));
  keeper.find = [=, &catalog](std::uint64_t index, const std::vector<int>& seats) -> Result<std::optional<MatchGame>> {
    if (!std::filesystem::exists(path(index))) return std::nullopt;
    const auto at = [&](Error bad) {
      bad.where = path(index);
      return fail(std::move(bad));
    };
    const auto text = read_file(path(index));
    if (!text) return fail(text.error());
    const auto record = read_record(*text), ours = read_record(write_record(head(index, seats)));
    if (!record) return at(record.error());
    if (ours && record->game == ours->game && record->rules != ours->rules)
      return at({"the file has changed: this record was made under other rules of " + ours->game, "choose another folder"});
    if (!ours || record->game != ours->game || record->seed != ours->seed || record->seats != ours->seats ||
        record->comments.empty() || record->comments.front() != ours->comments.front())
      return at({"this is a record of another match", "a folder takes the records of one match: choose another"});
    if (!record->result) return std::nullopt;  // not ended by play: it is played again
    const auto replayed = replay(catalog, *record);
    if (!replayed) return at(replayed.error());
    return MatchGame{index, seats, replayed->session->history(), *record->result, {}, {}};
  };
  keeper.keep = [=](const MatchGame& game) -> Result<void> {
    Record record = head(game.index, game.seats);
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
