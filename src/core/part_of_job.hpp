// The control of a part of a job.
#pragma once

#include "core/control.hpp"

namespace banmen {

/// For a part of a job of `total`, of which `before` is done: what the part tells is told of the whole.
inline Control part_of_job(const Control& control, std::uint64_t before, std::uint64_t total) {
  Control out = control;
  if (control.progress)
    out.progress = [tell = control.progress, before, total](std::uint64_t done, std::uint64_t, std::string_view what) {
      tell(before + done, total, what);
    };
  return out;
}

}  // namespace banmen
