// The ranks of an MPI job as an executor: rank 0 owns the store and hands out tasks one by one, the others play.
//
// Every rank expands the same files into the same cells, so a task is three numbers: cell, first game, number of games. Finished
// games come back as text. When a rank dies MPI ends the job; rank 0 has stored what it received, and starting the job again
// completes it.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/command.hpp"
#include "lab/campaign.hpp"

namespace banmen::app {
namespace {

using namespace lab;
using Json = nlohmann::json;

constexpr int tag_task = 1, tag_done = 2;
constexpr std::uint64_t no_more = ~std::uint64_t{0};

std::string packed(const Done& done) {
  Json units = Json::array();
  for (const Unit& unit : done.units) units.push_back({unit.number, unit.outcome, unit.record});
  Json all = {{"cell", done.task.cell},
              {"first", done.task.first},
              {"count", done.task.count},
              {"seconds", done.seconds},
              {"units", units}};
  if (done.error) {
    all["error"] = done.error->message();
    all["kind"] = static_cast<int>(done.error->kind);
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Done unpacked(const std::string& text) {
  const Json all = Json::parse(text);
  Done done;
  done.task = {all["cell"], all["first"], all["count"]};
  done.seconds = all["seconds"];
  for (const Json& unit : all["units"]) done.units.push_back({unit[0], unit[1], unit[2]});
  if (all.contains("error")) {
    done.error = Error{all["error"].get<std::string>(), ""};
    done.error->kind = static_cast<ErrorKind>(all["kind"].get<int>());
  }
  return done;
}

void send_task(int rank, const Task& task, bool last) {
  const std::uint64_t numbers[3] = {last ? no_more : task.cell, task.first, task.count};
  MPI_Send(numbers, 3, MPI_UINT64_T, rank, tag_task, MPI_COMM_WORLD);
}

class Ranks final : public Executor {
 public:
  Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  [[nodiscard]] bool leads() const override { return rank_ == 0; }
  [[nodiscard]] int workers() const override { return std::max(1, size_ - 1); }

  void serve(const Campaign& campaign) override {
    TaskRunner runner;
    for (;;) {
      std::uint64_t numbers[3];
      MPI_Recv(numbers, 3, MPI_UINT64_T, 0, tag_task, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (numbers[0] == no_more) return;
      const std::string text = packed(runner.run(campaign, {static_cast<std::size_t>(numbers[0]), numbers[1], numbers[2]}, {}));
      MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, tag_done, MPI_COMM_WORLD);
    }
  }

  Result<bool> run(const Campaign& campaign, const NextTask& next, const Finish& finish, const std::stop_token& stop) override {
    if (size_ == 1) return ThreadExecutor(1, 0.5).run(campaign, next, finish, stop);  // no other ranks
    std::vector<bool> busy(static_cast<std::size_t>(size_), false);
    std::optional<Error> trouble;
    bool whole = true;
    const auto feed = [&](int rank) {
      if (trouble || stop.stop_requested()) return;
      if (const auto task = next()) {
        send_task(rank, *task, false);
        busy[static_cast<std::size_t>(rank)] = true;
      }
    };
    for (int rank = 1; rank < size_; ++rank) feed(rank);
    auto asked = std::chrono::steady_clock::now();
    while (std::find(busy.begin(), busy.end(), true) != busy.end()) {
      std::vector<Done> finished;
      for (;;) {
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, tag_done, MPI_COMM_WORLD, &there, &status);
        if (there == 0) break;
        int length = 0;
        MPI_Get_count(&status, MPI_CHAR, &length);
        std::string text(static_cast<std::size_t>(length), '\0');
        MPI_Recv(text.data(), length, MPI_CHAR, status.MPI_SOURCE, tag_done, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        busy[static_cast<std::size_t>(status.MPI_SOURCE)] = false;
        finished.push_back(unpacked(text));
        feed(status.MPI_SOURCE);
      }
      const bool nothing = finished.empty();
      if (auto kept = finish(std::move(finished)); !kept && !trouble) trouble = kept.error();
      // After Ctrl-C games have half a second to finish; the rest is abandoned.
      if (!stop.stop_requested() && !trouble) asked = std::chrono::steady_clock::now();
      if (std::chrono::steady_clock::now() - asked > std::chrono::milliseconds(500)) {
        whole = false;
        break;
      }
      if (nothing) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (whole)
      for (int rank = 1; rank < size_; ++rank) send_task(rank, {}, true);
    if (trouble) return fail(*trouble);
    return whole;
  }

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<Executor> make_executor(int) { return std::make_unique<Ranks>(); }

}  // namespace banmen::app
