#include "solve/wide/device.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cctype>
#include <climits>
#include <cstdlib>

namespace banmen::wide {
namespace {

std::string folder_of_program() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  const std::string whole(path, size > 0 ? static_cast<std::size_t>(size) : 0);
  return whole.substr(0, whole.rfind('/') + 1);
}

template <class Function>
bool find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

}  // namespace

/// A device behind the C interface.
class Device : public Backend {
 public:
  Device(std::shared_ptr<const DeviceLibrary> library, void* handle) : library_(std::move(library)), handle_(handle) {}
  ~Device() override { library_->close_(handle_); }

  [[nodiscard]] std::string name() const override { return library_->name_(handle_); }
  void begin(int n, int m) override { check(library_->begin_(handle_, n, m)); }
  Swept sweep(Look look, Word with) override {
    std::uint64_t out[4] = {};
    check(library_->sweep_(handle_, static_cast<int>(look), with, out));
    return {out[0], out[1], out[2], out[3]};
  }
  void push_on(Word scale, int factor) override { check(library_->push_on_(handle_, scale, factor)); }
  void fill_radii(std::uint8_t radius) override { check(library_->fill_radii_(handle_, radius)); }
  std::uint64_t checksum(int n, int m) override {
    std::uint64_t sum = 0;
    check(library_->checksum_(handle_, n, m, &sum));
    return sum;
  }
  void read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) override {
    check(library_->read_(handle_, at, count, values, radii));
  }
  void write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) override {
    check(library_->write_(handle_, at, count, values, radii));
  }
  void read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                    Word* values, std::uint8_t* radii) override {
    check(library_->columns_(handle_, n, m, others.size(), others.data(), columns.size(), columns.data(), count, values, radii, 0));
  }
  void write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                     const Word* values, const std::uint8_t* radii) override {
    check(library_->columns_(handle_, n, m, others.size(), others.data(), columns.size(), columns.data(), count,
                             const_cast<Word*>(values), const_cast<std::uint8_t*>(radii), 1));
  }
  void look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) override {
    check(library_->look_up_(handle_, n, m, pairs.size(), pairs.data(), values, radii));
  }
  void best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) override {
    std::vector<std::uint32_t> play(pairs.size());
    std::vector<std::int32_t> value(pairs.size());
    check(library_->best_(handle_, n, m, pairs.size(), pairs.data(), outcomes, play.data(), value.data()));
    for (std::size_t k = 0; k < pairs.size(); ++k) plays[k] = {play[k], value[k]};
  }
  Gain greatest_gain(int n, int m) override {
    std::uint64_t out[2] = {};
    check(library_->greatest_gain_(handle_, n, m, out));
    return {out[0], out[1]};
  }
  RolledOut roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) override {
    std::uint64_t out[4] = {};
    check(library_->roll_out_(handle_, n, m, pair, games, seed, out));
    return {out[0], static_cast<std::int64_t>(out[1]), out[2], out[3]};
  }

 private:
  void check(int status) const {
    if (status < 0) throw Trouble(library_->error_(handle_));
  }

  std::shared_ptr<const DeviceLibrary> library_;
  void* handle_;
};

std::shared_ptr<const DeviceLibrary> DeviceLibrary::load(const std::string& kind, std::string& why) {
  std::string variable = "BANMEN_";
  for (const char c : kind) variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string file = "libbanmen_" + kind + ".so";
  const char* given = std::getenv(variable.c_str());
  std::vector<std::string> paths;
  if (given != nullptr && *given != '\0')
    paths = {given};
  else
    paths = {folder_of_program() + file, file};
  why.clear();
  for (const std::string& path : paths) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      const char* said = dlerror();
      if (why.empty()) why = said != nullptr ? said : "'" + path + "' can't be loaded";
      continue;
    }
    std::shared_ptr<DeviceLibrary> library(new DeviceLibrary);
    library->handle_ = handle;
    library->path_ = path;
    decltype(&banmen_wide_abi) abi = nullptr;
    const bool whole =
        find(handle, "banmen_wide_abi", abi) && find(handle, "banmen_wide_devices", library->devices_) &&
        find(handle, "banmen_wide_open", library->open_) && find(handle, "banmen_wide_close", library->close_) &&
        find(handle, "banmen_wide_error", library->error_) && find(handle, "banmen_wide_name", library->name_) &&
        find(handle, "banmen_wide_begin", library->begin_) && find(handle, "banmen_wide_sweep", library->sweep_) &&
        find(handle, "banmen_wide_push_on", library->push_on_) && find(handle, "banmen_wide_fill_radii", library->fill_radii_) &&
        find(handle, "banmen_wide_checksum", library->checksum_) && find(handle, "banmen_wide_read", library->read_) &&
        find(handle, "banmen_wide_write", library->write_) && find(handle, "banmen_wide_columns", library->columns_) &&
        find(handle, "banmen_wide_look_up", library->look_up_) && find(handle, "banmen_wide_best", library->best_) &&
        find(handle, "banmen_wide_greatest_gain", library->greatest_gain_) &&
        find(handle, "banmen_wide_roll_out", library->roll_out_);
    if (!whole) {
      why = "'" + path + "' is not a device library of this program";
      return nullptr;
    }
    if (abi() != BANMEN_WIDE_ABI) {
      why = "'" + path + "' was built for version " + std::to_string(abi()) + " of the interface, this program has " +
            std::to_string(BANMEN_WIDE_ABI);
      return nullptr;
    }
    return library;
  }
  return nullptr;
}

DeviceLibrary::~DeviceLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

std::vector<banmen_wide_device> DeviceLibrary::devices() const {
  std::vector<banmen_wide_device> out(64);
  const int count = devices_(out.data(), static_cast<int>(out.size()));
  out.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return out;
}

std::unique_ptr<Backend> DeviceLibrary::open(const std::shared_ptr<const DeviceLibrary>& library, int device, const Rules& rules,
                                             int n, int m, bool radii) {
  std::vector<banmen_wide_part> parts;
  for (const Part& part : rules.parts) {
    banmen_wide_part out{};
    out.size = part.size;
    out.potentials = static_cast<std::uint32_t>(part.first_of.size());
    if (!part.held.empty())
      out = {part.size,           out.potentials,     part.held.data(),     part.blocked.data(),
             part.exposed.data(), part.struck.data(), part.first_of.data(), part.first.data(),
             part.plays.data(),   part.plays.size(),  part.lost.data()};
    parts.push_back(out);
  }
  const banmen_wide_plan plan{static_cast<std::int32_t>(parts.size()),
                              static_cast<std::int32_t>(rules.weights.size()),
                              rules.total,
                              n,
                              m,
                              radii ? 1 : 0,
                              parts.data(),
                              rules.weights.data()};
  char error[512] = {};
  void* handle = library->open_(device, &plan, error, sizeof error);
  if (handle == nullptr) throw Trouble(error);
  return std::make_unique<Device>(library, handle);
}

}  // namespace banmen::wide
