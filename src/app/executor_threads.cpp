#include "app/experiments.hpp"

namespace banmen::app {
namespace {

class Threads final : public Crew {
 public:
  // After Ctrl-C half a second is given to what is nearly done; cmd_run.cpp then ends the program.
  explicit Threads(int threads) : pool_(threads, 0.5) {}
  [[nodiscard]] int workers() const override { return pool_.workers(); }
  Result<bool> run(const lab::Campaign& campaign, const std::function<std::optional<lab::Task>()>& next,
                   const std::function<Result<void>(std::vector<lab::Done>)>& finish, const std::stop_token& stop) override {
    return pool_.run(campaign, next, finish, stop);
  }

 private:
  lab::ThreadExecutor pool_;
};

}  // namespace

std::unique_ptr<Crew> make_executor(int threads) { return std::make_unique<Threads>(threads); }

}  // namespace banmen::app
