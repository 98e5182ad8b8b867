// Vector width of the machine that the program is compiled for. Kernels have a form for each width and give the same results in all
// of them; the width is chosen here, at compile time. -DBANMEN_VECTOR_BITS=128 overrides it.
#pragma once

namespace banmen {

#if defined(BANMEN_VECTOR_BITS)
inline constexpr int vector_bits = BANMEN_VECTOR_BITS;
#elif defined(__AVX512F__)
inline constexpr int vector_bits = 512;
#elif defined(__AVX2__)
inline constexpr int vector_bits = 256;
#elif defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int vector_bits = 128;
#else
inline constexpr int vector_bits = 64;
#endif
static_assert(vector_bits == 512 || vector_bits == 256 || vector_bits == 128 || vector_bits == 64);

/// For `banmen --version`.
constexpr const char* vector_form() {
  switch (vector_bits) {
    case 512: return "vectors of 512 bits";
    case 256: return "vectors of 256 bits";
    case 128: return "vectors of 128 bits";
    default: return "plain words";
  }
}

}  // namespace banmen
