#pragma once
#include "core/hash.hpp"
#include "rules/reader.hpp"
namespace banmen::rules {
inline std::uint64_t meaning_hash(const Reading& r) { std::uint64_t h = 1; for (const Text& t : r.texts) h = mix(h, hash_bytes(t.content.data(), t.content.size())); return h; }
}
