// Shared by the fuzz targets: a cursor over the input, an open game per parameter set, and assertions.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "parameter_sets.hpp"

namespace banmen::fuzz {

/// Aborts with a message if the property fails; libFuzzer then saves the input.
inline void check(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "property failed: %s\n", what.c_str());
  std::abort();
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  [[nodiscard]] bool done() const { return left_ == 0; }
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  std::string rest() {
    std::string text(reinterpret_cast<const char*>(data_), left_);
    left_ = 0;
    return text;
  }
  /// The remaining input, or a valid text mutated by it, which gets deeper into a reader.
  std::string text_near(std::string right) {
    if (byte() % 2 == 0) return rest();
    while (!done()) {
      const std::size_t at = right.empty() ? 0 : byte() % (right.size() + 1);
      const std::uint8_t edit = byte();
      const auto c = static_cast<char>(byte());
      if (edit % 4 == 0) right.insert(at, 1, c);
      if (edit % 4 == 1) right.erase(at, 1);
      if (edit % 4 == 2 && at < right.size()) right[at] = c;
      if (edit % 4 == 3) right.insert(at, right.substr(at, static_cast<std::size_t>(c & 15)));
    }
    return right;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

inline const OpenGame& pick_table(std::uint8_t which) {
  static const auto tables = [] {
    const Catalog catalog;
    std::vector<std::unique_ptr<OpenGame>> all;
    for (const auto& set : tests::parameter_sets()) all.push_back(std::move(catalog.open(set.name).value()));
    return all;
  }();
  return *tables[which % tables.size()];
}

/// A session after some random plies.
inline std::unique_ptr<Session> begin_session(const OpenGame& game, std::uint8_t plies) {
  auto session = game.session();
  Random random(plies);
  for (std::uint8_t ply = 0; ply < plies && !session->is_over(); ++ply) (void)session->play_random(random);
  return session;
}

}  // namespace banmen::fuzz
