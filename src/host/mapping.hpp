// Pages that the system lends: a file read where it lies, and memory that costs nothing until it is written to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace banmen {

/// A range of addresses, given back when it goes.
class Mapping {
 public:
  Mapping(Mapping&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 protected:
  Mapping() = default;
  Mapping(void* data, std::uint64_t size) : data_(static_cast<std::byte*>(data)), size_(size) {}
  ~Mapping();

  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A whole file, to be read only.
class MappedFile : public Mapping {
 public:
  MappedFile() = default;
  static Result<MappedFile> open(const std::string& path);
  [[nodiscard]] const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(data_); }

 private:
  using Mapping::Mapping;
};

/// Zeros. Only address space is taken at once, and memory as it is written to.
class MappedMemory : public Mapping {
 public:
  MappedMemory() = default;
  /// In a `folder` it is a file that nobody else sees and that goes when it goes: the system may then write to disk what memory
  /// has no room for.
  static Result<MappedMemory> make(std::uint64_t bytes, const std::string& folder = {});
  [[nodiscard]] std::byte* data() const { return data_; }
  /// Asks for large pages from one byte up to another: they are cheaper to come by and to look things up in, where most of them
  /// is used. Harmless if refused.
  void want_large_pages(std::uint64_t begin, std::uint64_t end);
  /// Bytes of it that memory holds at present.
  [[nodiscard]] std::uint64_t resident() const;

 private:
  using Mapping::Mapping;
};

/// For programs that run for months: from now on large blocks go back to the system as soon as they are freed, and threads share
/// few heaps, so that what searches took does not stay with the program. Before other threads begin.
void return_memory_early();

}  // namespace banmen
