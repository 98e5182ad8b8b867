// A stand-in for a GPU: the CPU behind the C interface, to test code that loads and drives a device without one.
#include "solve/wide/cpu.hpp"
#include "solve/wide/exported.hpp"

namespace banmen::wide {
namespace {

/// A Cpu that owns its data, as a device does.
struct StandIn : Backend {
  StandIn(Rules given, int n, int m, bool radii) : rules(std::move(given)), layout(rules, n, m), cpu(rules, layout, radii, 1) {}
  [[nodiscard]] std::string name() const override { return "stand-in"; }
  void begin(int n, int m) override { cpu.begin(n, m); }
  Swept sweep(Look look, Word with) override { return cpu.sweep(look, with); }
  Gain greatest_gain(int n, int m) override { return cpu.greatest_gain(n, m); }
  void push_on(Word scale, int factor) override { cpu.push_on(scale, factor); }
  void fill_radii(std::uint8_t radius) override { cpu.fill_radii(radius); }
  std::uint64_t checksum(int n, int m) override { return cpu.checksum(n, m); }
  void read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) override {
    cpu.read(at, count, values, radii);
  }
  void write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) override {
    cpu.write(at, count, values, radii);
  }
  void read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                    Word* values, std::uint8_t* radii) override {
    cpu.read_columns(n, m, others, columns, count, values, radii);
  }
  void write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                     const Word* values, const std::uint8_t* radii) override {
    cpu.write_columns(n, m, others, columns, count, values, radii);
  }
  void look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) override {
    cpu.look_up(n, m, pairs, values, radii);
  }
  void best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) override {
    cpu.best(n, m, pairs, outcomes, plays);
  }
  RolledOut roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) override {
    return cpu.roll_out(n, m, pair, games, seed);
  }

  Rules rules;
  Layout layout;
  Cpu cpu;
};

constexpr std::uint64_t memory = 64 << 20;

}  // namespace

std::vector<banmen_wide_device> listed_devices() {
  banmen_wide_device device{};
  std::strncpy(device.name, "stand-in", sizeof device.name - 1);
  std::strncpy(device.driver, "none", sizeof device.driver - 1);
  device.memory = device.free = memory;
  device.multiprocessors = 1;
  return {device};
}

std::unique_ptr<Backend> make_backend(int device, Rules rules, int n, int m, bool radii) {
  if (device != 0) throw Trouble("there is no device " + std::to_string(device) + ": the devices are 0 to 0");
  const std::uint64_t need = needs_of(rules, Layout(rules, n, m), radii).all();
  if (need > memory) throw Trouble("need " + std::to_string(need >> 20) + " MiB of the device's memory, and 64 MiB are free");
  return std::make_unique<StandIn>(std::move(rules), n, m, radii);
}

}  // namespace banmen::wide
