// NVIDIA GPU backend of the wide solver (src/solve/wide/backend.hpp).
#pragma once

#include <cuda_runtime.h>

#include <memory>
#include <mutex>
#include <vector>

#include "solve/wide/backend.hpp"

namespace banmen::wide {

/// Device memory.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::uint64_t size);
  explicit DeviceArray(const std::vector<T>& from);
  DeviceArray(DeviceArray&& other) noexcept : data_(other.data_), size_(other.size_) { other.data_ = nullptr; }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceArray();

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

class Cuda : public Backend {
 public:
  /// Throws Trouble if the device is missing or too small.
  Cuda(int device, Rules rules, int n, int m, bool radii);
  ~Cuda() override;

  [[nodiscard]] std::string name() const override { return name_; }
  void begin(int n, int m) override;
  Swept sweep(Look look, Word with) override;
  void push_on(Word scale, int factor) override;
  void fill_radii(std::uint8_t radius) override;
  std::uint64_t checksum(int n, int m) override;
  void read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) override;
  void write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) override;
  void read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                    Word* values, std::uint8_t* radii) override;
  void write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                     const Word* values, const std::uint8_t* radii) override;
  void look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) override;
  void best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) override;
  Gain greatest_gain(int n, int m) override;
  RolledOut roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) override;

 private:
  struct DevicePart {
    DeviceArray<std::uint32_t> held, blocked, exposed, struck;
    DeviceArray<std::uint64_t> first;
    DeviceArray<ListedPlay> plays;
  };
  /// A shell's tiles of one tier, as stored in tiles_.
  struct Launch {
    std::uint64_t tile = 0, tiles = 0, block = 0, blocks = 0;
    std::uint32_t rows = 0;
    int tier = 0;
  };
  [[nodiscard]] const View& view(int n, int m) const { return views_[n == n_ && m == m_ ? 0 : 1]; }

  /// Copies between host and device concurrently with the device's work: uses a separate stream and pinned memory.
  void fetch(void* to, const void* from, std::uint64_t bytes, const char* what);
  /// Waits for everything launched before the mark, without blocking the driver for other threads.
  static void wait_for(cudaEvent_t mark);

  Rules rules_;
  Layout layout_;
  std::string name_;
  int device_;
  cudaStream_t beside_ = nullptr;
  cudaEvent_t marks_[2] = {};  // within the launches of a sweep
  void* pinned_ = nullptr;
  std::mutex reading_;  // guards the pinned memory
  std::uint32_t chunk_;
  DeviceArray<Word> values_, waiting_;
  DeviceArray<std::uint8_t> radii_;
  DeviceArray<Note> notes_;
  std::vector<DevicePart> parts_;
  DeviceArray<Play> plays_[2];
  DeviceArray<Tile> tiles_;
  DeviceArray<unsigned long long> tally_;
  int n_ = 0, m_ = 0;
  View views_[2] = {};
  std::vector<std::vector<Launch>> shells_;
};

}  // namespace banmen::wide
