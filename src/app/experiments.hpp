// Who does the work of `run` and `reproduce`: threads in banmen, ranks in banmen-mpi, which links another make_executor.
#pragma once

#include <memory>

#include "lab/campaign.hpp"

namespace banmen::app {

class Crew : public lab::Executor {
 public:
  /// Whether this process owns the store; the others serve.
  [[nodiscard]] virtual bool leads() const { return true; }
  virtual void serve(const lab::Campaign&) {}
};

std::unique_ptr<Crew> make_executor(int threads);

}  // namespace banmen::app
