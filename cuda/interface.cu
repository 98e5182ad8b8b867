// The shared library libbanmen_cuda.so: NVIDIA GPUs as an implementation of src/solve/wide/device.h.
#include <cuda_runtime.h>

#include "backend.cuh"
#include "solve/wide/exported.hpp"

namespace banmen::wide {

std::vector<banmen_wide_device> listed_devices() {
  std::vector<banmen_wide_device> out;
  int count = 0, driver = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();  // no driver, or no device: an empty list
    return out;
  }
  cudaDriverGetVersion(&driver);
  for (int k = 0; k < count; ++k) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, k) != cudaSuccess) continue;
    banmen_wide_device device{};
    std::strncpy(device.name, properties.name, sizeof device.name - 1);
    const std::string version = "CUDA " + std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10);
    std::strncpy(device.driver, version.c_str(), sizeof device.driver - 1);
    device.memory = properties.totalGlobalMem;
    std::size_t free = 0, all = 0;
    if (cudaSetDevice(k) == cudaSuccess && cudaMemGetInfo(&free, &all) == cudaSuccess) device.free = free;
    device.multiprocessors = properties.multiProcessorCount;
    out.push_back(device);
  }
  return out;
}

std::unique_ptr<Backend> make_backend(int device, Rules rules, int n, int m, bool radii) {
  const auto count = static_cast<int>(listed_devices().size());
  if (device < 0 || device >= count)
    throw Trouble("there is no device " + std::to_string(device) + ": " +
                  (count == 0 ? "none was found" : "the devices are 0 to " + std::to_string(count - 1)));
  return std::make_unique<Cuda>(device, std::move(rules), n, m, radii);
}

}  // namespace banmen::wide
