// The CPU backend of the wide solver.
#pragma once

#include <memory>
#include <stop_token>

#include "solve/wide/backend.hpp"
#include "solve/wide/block.hpp"

namespace banmen::wide {

class Cpu : public Backend {
 public:
  Cpu(const Rules& rules, const Layout& layout, bool radii, int threads);

  /// Sweeps end early when a stop is requested; the tables of the group are then invalid.
  void stop_with(std::stop_token stop) { stop_ = std::move(stop); }

  [[nodiscard]] std::string name() const override { return "cpu"; }
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

  /// View of a tier of the group, for access to single positions.
  [[nodiscard]] const View& view(int n, int m) const;

 private:
  void find(const Shell& shell, std::uint64_t begin, std::uint64_t end, Look look, Word with);
  Swept write_back(const Shell& shell, std::uint64_t begin, std::uint64_t end, Look look, Word with);
  template <class Use>
  void over_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, Use use) const;
  template <class Work>
  void over_movers(const Shell& shell, std::uint64_t begin, std::uint64_t end, Work work) const;
  [[nodiscard]] const Part& part(int n) const { return rules_.parts[static_cast<std::size_t>(n)]; }

  const Rules& rules_;
  const Layout& layout_;
  int threads_;
  std::stop_token stop_;
  std::vector<Word> values_;
  std::vector<std::uint8_t> radii_;
  std::vector<std::unique_ptr<Runs>> runs_;  // [part]
  // The current group:
  int n_ = 0, m_ = 0;
  std::vector<Play> plays_[2];
  View views_[2];
  std::vector<Shell> shells_;
  std::vector<Word> waiting_;
  std::vector<Note> notes_;  // of the last sweep, from the group's first cell
};

/// The mover's plays, resolved against an opponent of part m, with the sizes of their levels.
std::vector<Play> resolved_plays(const Layout& layout, const Part& mover, int outcomes, int m);

}  // namespace banmen::wide
