// Devices of the wide solver: shared objects with the functions of device.h, loaded on demand.
#pragma once

#include <memory>
#include <vector>

#include "solve/wide/backend.hpp"
#include "solve/wide/device.h"

namespace banmen::wide {

class Device;

class DeviceLibrary {
 public:
  /// Loads the shared object of a kind, such as "cuda": the file in BANMEN_CUDA (the kind in capitals), else libbanmen_cuda.so next
  /// to the program, else on the system's library path. Null if there is none; `why` then describes the attempt.
  static std::shared_ptr<const DeviceLibrary> load(const std::string& kind, std::string& why);
  DeviceLibrary(const DeviceLibrary&) = delete;
  DeviceLibrary& operator=(const DeviceLibrary&) = delete;
  ~DeviceLibrary();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<banmen_wide_device> devices() const;
  /// Throws Trouble if the device is missing or too small.
  [[nodiscard]] static std::unique_ptr<Backend> open(const std::shared_ptr<const DeviceLibrary>& library, int device,
                                                     const Rules& rules, int n, int m, bool radii);

 private:
  friend class Device;
  DeviceLibrary() = default;

  void* handle_ = nullptr;
  std::string path_;
  decltype(&banmen_wide_devices) devices_ = nullptr;
  decltype(&banmen_wide_open) open_ = nullptr;
  decltype(&banmen_wide_close) close_ = nullptr;
  decltype(&banmen_wide_error) error_ = nullptr;
  decltype(&banmen_wide_name) name_ = nullptr;
  decltype(&banmen_wide_begin) begin_ = nullptr;
  decltype(&banmen_wide_sweep) sweep_ = nullptr;
  decltype(&banmen_wide_push_on) push_on_ = nullptr;
  decltype(&banmen_wide_fill_radii) fill_radii_ = nullptr;
  decltype(&banmen_wide_checksum) checksum_ = nullptr;
  decltype(&banmen_wide_read) read_ = nullptr;
  decltype(&banmen_wide_write) write_ = nullptr;
  decltype(&banmen_wide_columns) columns_ = nullptr;
  decltype(&banmen_wide_look_up) look_up_ = nullptr;
  decltype(&banmen_wide_best) best_ = nullptr;
  decltype(&banmen_wide_greatest_gain) greatest_gain_ = nullptr;
  decltype(&banmen_wide_roll_out) roll_out_ = nullptr;
};

}  // namespace banmen::wide
