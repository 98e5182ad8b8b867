// Exports a backend through the C interface of device.h: a shared object includes this in one source, after defining the two
// functions declared first.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "solve/wide/backend.hpp"
#include "solve/wide/device.h"

namespace banmen::wide {

/// Defined by the shared object: its devices, and the backend of one of them. Both may throw.
std::vector<banmen_wide_device> listed_devices();
std::unique_ptr<Backend> make_backend(int device, Rules rules, int n, int m, bool radii);

struct Exported {
  std::unique_ptr<Backend> backend;
  std::string name;
  inline static thread_local std::string error;  // of this thread's last call: one thread may read while another sweeps

  /// Returns 0, or -1 and keeps the exception's text.
  template <class Work>
  int guarded(Work work) {
    try {
      work();
      return 0;
    } catch (const std::exception& e) {
      error = e.what();
    }
    return -1;
  }
  static Exported& of(void* handle) { return *static_cast<Exported*>(handle); }
};

/// Calls work(backend of the handle).
template <class Work>
int guarded(void* handle, Work work) {
  Exported& exported = Exported::of(handle);
  return exported.guarded([&] { work(*exported.backend); });
}

inline Rules rules_of(const banmen_wide_plan& plan) {
  Rules rules;
  rules.weights.assign(plan.weights, plan.weights + plan.outcomes);
  rules.total = plan.total;
  for (int k = 0; k < plan.parts; ++k) {
    const banmen_wide_part& from = plan.part[k];
    Part part;
    part.size = from.size;
    if (from.held != nullptr) {
      part.held.assign(from.held, from.held + from.size);
      part.blocked.assign(from.blocked, from.blocked + from.size);
      part.exposed.assign(from.exposed, from.exposed + from.size);
      part.struck.assign(from.struck, from.struck + std::size_t{from.size} * places);
      part.first_of.assign(from.first_of, from.first_of + from.potentials);
      part.first.assign(from.first, from.first + std::size_t{from.size} * static_cast<std::size_t>(plan.outcomes) + 1);
      const auto* plays = static_cast<const ListedPlay*>(from.plays);
      part.plays.assign(plays, plays + from.play_count);
      part.lost.assign(from.lost, from.lost + from.size);
    }
    rules.parts.push_back(std::move(part));
  }
  return rules;
}

}  // namespace banmen::wide

extern "C" {

using banmen::wide::Backend;
using banmen::wide::Exported;
using banmen::wide::guarded;

int banmen_wide_abi() { return BANMEN_WIDE_ABI; }

int banmen_wide_devices(banmen_wide_device* out, int most) {
  try {
    const auto devices = banmen::wide::listed_devices();
    for (int k = 0; k < most && k < static_cast<int>(devices.size()); ++k) out[k] = devices[static_cast<std::size_t>(k)];
    return static_cast<int>(devices.size());
  } catch (const std::exception&) {
    return -1;
  }
}

void* banmen_wide_open(int device, const banmen_wide_plan* plan, char* error, std::size_t error_bytes) {
  auto made = std::make_unique<Exported>();
  const int status = made->guarded([&] {
    made->backend = banmen::wide::make_backend(device, banmen::wide::rules_of(*plan), plan->n, plan->m, plan->radii != 0);
    made->name = made->backend->name();
  });
  if (status == 0) return made.release();
  if (error_bytes > 0) {
    std::strncpy(error, made->error.c_str(), error_bytes - 1);
    error[error_bytes - 1] = '\0';
  }
  return nullptr;
}

void banmen_wide_close(void* handle) { delete static_cast<Exported*>(handle); }
const char* banmen_wide_error(void*) { return Exported::error.c_str(); }
const char* banmen_wide_name(void* handle) { return Exported::of(handle).name.c_str(); }

int banmen_wide_begin(void* handle, int n, int m) {
  return guarded(handle, [&](Backend& backend) { backend.begin(n, m); });
}

int banmen_wide_sweep(void* handle, int look, int32_t with, uint64_t out[4]) {
  return guarded(handle, [&](Backend& backend) {
    const banmen::wide::Swept swept = backend.sweep(static_cast<banmen::wide::Look>(look), with);
    out[0] = swept.positions;
    out[1] = swept.changed;
    out[2] = swept.largest;
    out[3] = swept.first;
  });
}

int banmen_wide_push_on(void* handle, int32_t scale, int factor) {
  return guarded(handle, [&](Backend& backend) { backend.push_on(scale, factor); });
}

int banmen_wide_fill_radii(void* handle, int radius) {
  return guarded(handle, [&](Backend& backend) { backend.fill_radii(static_cast<std::uint8_t>(radius)); });
}

int banmen_wide_checksum(void* handle, int n, int m, uint64_t* sum) {
  return guarded(handle, [&](Backend& backend) { *sum = backend.checksum(n, m); });
}

int banmen_wide_read(void* handle, uint64_t at, uint64_t count, int32_t* values, uint8_t* radii) {
  return guarded(handle, [&](Backend& backend) { backend.read(at, count, values, radii); });
}

int banmen_wide_write(void* handle, uint64_t at, uint64_t count, const int32_t* values, const uint8_t* radii) {
  return guarded(handle, [&](Backend& backend) { backend.write(at, count, values, radii); });
}

int banmen_wide_columns(void* handle, int n, int m, uint64_t others_count, const uint32_t* others, uint64_t columns_count,
                        const banmen_wide_column* columns, uint64_t count, int32_t* values, uint8_t* radii, int write) {
  return guarded(handle, [&](Backend& backend) {
    const std::span asked(columns, columns_count);
    if (write != 0)
      backend.write_columns(n, m, {others, others_count}, asked, count, values, radii);
    else
      backend.read_columns(n, m, {others, others_count}, asked, count, values, radii);
  });
}

int banmen_wide_look_up(void* handle, int n, int m, uint64_t count, const banmen_wide_pair* pairs, int32_t* values,
                        uint8_t* radii) {
  return guarded(handle, [&](Backend& backend) { backend.look_up(n, m, {pairs, count}, values, radii); });
}

int banmen_wide_best(void* handle, int n, int m, uint64_t count, const banmen_wide_pair* pairs, const uint8_t* outcomes,
                     uint32_t* plays, int32_t* values) {
  return guarded(handle, [&](Backend& backend) {
    std::vector<banmen::wide::BestPlay> found(count);
    backend.best(n, m, {pairs, count}, outcomes, found.data());
    for (std::uint64_t k = 0; k < count; ++k) {
      plays[k] = found[k].play;
      values[k] = found[k].value;
    }
  });
}

int banmen_wide_greatest_gain(void* handle, int n, int m, uint64_t out[2]) {
  return guarded(handle, [&](Backend& backend) {
    const banmen::wide::Gain gain = backend.greatest_gain(n, m);
    out[0] = gain.cell;
    out[1] = gain.amount;
  });
}

int banmen_wide_roll_out(void* handle, int n, int m, banmen_wide_pair pair, uint64_t games, uint64_t seed, uint64_t out[4]) {
  return guarded(handle, [&](Backend& backend) {
    const banmen::wide::RolledOut rolled = backend.roll_out(n, m, pair, games, seed);
    out[0] = rolled.games;
    out[1] = static_cast<std::uint64_t>(rolled.sum);
    out[2] = rolled.squares;
    out[3] = rolled.turns;
  });
}

}  // extern "C"
