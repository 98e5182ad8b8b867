#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "backend.cuh"

namespace banmen::wide {
namespace {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw Trouble(std::string(what) + ": " + cudaGetErrorString(status));
}
void launched(const char* what) { check(cudaGetLastError(), what); }

constexpr std::uint64_t pinned_bytes = std::uint64_t{64} << 20;
constexpr int threads = 128;                     // per block
constexpr int blocks = 8;                        // per multiprocessor: more leave too few registers
constexpr std::uint32_t most_chunk = 512;        // others per block
constexpr std::uint32_t most_few = threads / 3;  // fewer positions in a block leave its threads idle
constexpr std::uint32_t near_strikes = 5;        // maximum number of exposed points of a configuration

/// Resolves the target of each play of a list for an opposing side of one part, and the number of plays per level. One thread per
/// list.
struct Bases {
  std::uint64_t begin[17];
  std::uint32_t stride;
};
__global__ void resolve(const ListedPlay* listed, const std::uint64_t* first, std::uint64_t lists, Bases bases, Play* out) {
  const std::uint64_t list = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (list >= lists) return;
  for (std::uint64_t at = first[list]; at < first[list + 1];) {
    std::uint64_t end = at;
    for (; end < first[list + 1] && listed[end].level == listed[at].level; ++end) {
      const ListedPlay play = listed[end];
      out[end] = {bases.begin[play.left] + std::uint64_t{play.result} * bases.stride, play.landing, 0};
    }
    out[at].count = static_cast<std::uint32_t>(end - at);
    at = end;
  }
}

/// Returns the tile that contains a block of work.
__device__ const Tile& tile_of(const Tile* tiles, std::uint32_t count, std::uint64_t block) {
  std::uint32_t low = 0, high = count;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    if (tiles[middle].before <= block)
      low = middle;
    else
      high = middle;
  }
  return tiles[low];
}

/// Cached strikes of one opposing side: [number of exposed points before the hit one][item]. Without a hit all are before it, and
/// the entry is the configuration itself. Few plays hit more than one point.
struct NearStruck {
  const View& view;
  const std::uint32_t* near;
  std::uint32_t exposed;

  __device__ void operator()(const std::uint32_t* met, std::uint32_t* to) const {
    std::uint32_t more = 0;
    BANMEN_UNROLL
    for (int k = 0; k < together; ++k) {
      to[k] = near[static_cast<std::uint32_t>(__popc(exposed & (met[k] - 1) & ~met[k])) * most_chunk];
      more |= met[k] & (met[k] - 1);
    }
    if (more == 0) return;
    BANMEN_UNROLL
    for (int k = 0; k < together; ++k) to[k] = struck_at(view, to[k], met[k] & (met[k] - 1));
  }
};

/// Computes new values of one mover against a chunk of others. Compatible ones are compacted first, so that each gets a thread.
/// With few positions in total or per block, `split` threads share one, each with some of the outcomes: sums are exact, so the
/// order of addition does not matter.
template <Look look>
__global__ void __launch_bounds__(threads, blocks)
    find(const __grid_constant__ View view, const Tile* tiles, std::uint32_t count, std::uint64_t first_block, std::uint32_t chunk,
         std::uint32_t split, int slack, Word* waiting) {
  using Looking = std::conditional_t<look == Look::radius, RadiusLook, ValueLook>;
  __shared__ std::uint32_t words[most_chunk / 32];
  __shared__ std::uint16_t line[most_chunk];
  __shared__ std::uint32_t near[(near_strikes + 1) * most_chunk];
  __shared__ unsigned long long few[2 * most_few];
  extern __shared__ unsigned long long many[];              // used when all blocks split
  unsigned long long* const sums = split > 1 ? many : few;  // [item], then the same for the other ends
  const std::uint32_t sums_each = split > 1 ? most_chunk : most_few;
  const std::uint64_t block = first_block + blockIdx.x;
  const Tile& tile = tile_of(tiles, count, block);
  const auto inside = static_cast<std::uint32_t>(block - tile.before);
  const std::uint32_t a = tile.a + inside % tile.movers, from = tile.b + inside / tile.movers * chunk;
  const std::uint32_t some = min(chunk, tile.b + tile.others - from);
  const std::uint32_t groups = (some + 31) / 32, lane = threadIdx.x % 32;
  for (std::uint32_t group = threadIdx.x / 32; group < groups; group += threads / 32) {
    const std::uint32_t k = group * 32 + lane;
    const std::uint32_t ballot = __ballot_sync(~0u, k < some && view.compatible(a, from + k));
    if (lane == 0) words[group] = ballot;
  }
  __syncthreads();
  std::uint32_t total = 0;
  for (std::uint32_t group = 0; group < groups; ++group) {
    const std::uint32_t word = words[group];
    if (threadIdx.x / 32 == group % (threads / 32) && (word >> lane & 1) != 0) {
      const std::uint32_t item = total + static_cast<std::uint32_t>(__popc(word & ((1u << lane) - 1))),
                          b = from + group * 32 + lane;
      line[item] = static_cast<std::uint16_t>(group * 32 + lane);
      std::uint32_t set = view.exposed[b];
      std::uint32_t k = 0;
      for (; set != 0; ++k, set &= set - 1) near[k * most_chunk + item] = struck_at(view, b, set & (0u - set));
      near[k * most_chunk + item] = b;
      if (item < sums_each && look != Look::endless) sums[item] = sums[sums_each + item] = 0;
    }
    total += static_cast<std::uint32_t>(__popc(word));
  }
  __syncthreads();
  if (look != Look::endless && total <= most_few) split = max(split, total <= threads / 21 ? 21u : total <= threads / 7 ? 7u : 3u);
  auto write = [&](std::uint32_t b, const Looking& looking) {
    Word found = 0;
    if constexpr (look == Look::value) found = nearest(looking.sum, view.total);
    if constexpr (look == Look::radius)
      found = looking.radius(view.values[view.at(a, b)], view.radii[view.at(a, b)], view.total, slack);
    if constexpr (look == Look::endless) found = view.radii[view.at(a, b)] != 0 && endless(view, a, b);
    waiting[tile.begin + std::uint64_t{b - tile.b} * tile.movers + (a - tile.a)] = found;
  };
  for (std::uint32_t unit = threadIdx.x; unit < total * split; unit += threads) {
    const std::uint32_t part = split == 1 ? 0 : unit / total, item = unit - part * total, b = from + line[item];
    const Looked p{a, b, view.blocked[b], view.exposed[b]};
    Looking looking;
    if constexpr (look != Look::endless) {
      const auto outcomes = static_cast<std::uint32_t>(view.outcomes);
      look_at<look == Look::radius>(view, p, static_cast<int>(part * outcomes / split),
                                    static_cast<int>((part + 1) * outcomes / split), NearStruck{view, near + item, p.exposed},
                                    looking);
    }
    if (split == 1) {
      write(b, looking);
      continue;
    }
    if constexpr (look == Look::value) atomicAdd(sums + item, static_cast<unsigned long long>(looking.sum));
    if constexpr (look == Look::radius) {
      atomicAdd(sums + item, static_cast<unsigned long long>(looking.low));
      atomicAdd(sums + sums_each + item, static_cast<unsigned long long>(looking.high));
    }
  }
  if (split == 1) return;
  __syncthreads();
  for (std::uint32_t item = threadIdx.x; item < total; item += threads) {
    Looking looking;
    if constexpr (look == Look::value) looking.sum = static_cast<std::int64_t>(sums[item]);
    if constexpr (look == Look::radius) {
      looking.low = static_cast<std::int64_t>(sums[item]);
      looking.high = static_cast<std::int64_t>(sums[sums_each + item]);
    }
    write(from + line[item], looking);
  }
}

/// Block reduction: adds the sum of `more` and the maximum (or the sum) of `most` to tally[1] and tally[2], and the positions to
/// tally[0].
template <bool sum>
__device__ void add_up(unsigned long long* tally, std::uint32_t positions, std::uint32_t more, std::uint32_t most) {
  __shared__ std::uint32_t parts[3][threads / 32];
  positions = __reduce_add_sync(~0u, positions);
  more = __reduce_add_sync(~0u, more);
  most = sum ? __reduce_add_sync(~0u, most) : __reduce_max_sync(~0u, most);
  if (threadIdx.x % 32 == 0) {
    parts[0][threadIdx.x / 32] = positions;
    parts[1][threadIdx.x / 32] = more;
    parts[2][threadIdx.x / 32] = most;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  positions = more = most = 0;
  for (int k = 0; k < threads / 32; ++k) {
    positions += parts[0][k];
    more += parts[1][k];
    most = sum ? most + parts[2][k] : max(most, parts[2][k]);
  }
  if (positions != 0) atomicAdd(tally, static_cast<unsigned long long>(positions));
  if (more != 0) atomicAdd(tally + 1, static_cast<unsigned long long>(more));
  if (most != 0) {
    if (sum)
      atomicAdd(tally + 2, static_cast<unsigned long long>(most));
    else
      atomicMax(tally + 2, static_cast<unsigned long long>(most));
  }
}

/// Writes the results into the table: a block handles a row of a tile, one opposing side against all of its movers.
template <Look look>
__global__ void __launch_bounds__(threads) write_back(const __grid_constant__ View view, const Tile* tiles, std::uint32_t count,
                                                      const Word* waiting, Note* notes, Word scale, unsigned long long* tally) {
  std::uint32_t row = blockIdx.x, t = 0;
  while (row >= tiles[t].others) row -= tiles[t++].others;
  const Tile tile = tiles[t];
  const std::uint32_t b = tile.b + row, facing = view.blocked[b] | view.exposed[b];
  const Word* const found = waiting + tile.begin + std::uint64_t{row} * tile.movers;
  const std::uint64_t at = view.at(tile.a, b);
  std::uint32_t positions = 0, changed = 0, most = 0;
  notes += at - view.group_begin;
  for (std::uint32_t k = threadIdx.x; k < tile.movers; k += threads) {
    if ((view.held[tile.a + k] & facing) != 0) continue;
    ++positions;
    const Word next = found[k];
    if constexpr (look == Look::value) {
      Word& value = const_cast<Word*>(view.values)[at + k];
      const auto step = static_cast<long long>(next) - value;
      const auto change = static_cast<std::uint32_t>(abs(step));
      if (scale != 0) notes[k] = noted(step, scale);
      changed += change != 0;
      most = max(most, change);
      value = next;
    } else if constexpr (look == Look::agree || look == Look::hold) {
      const auto off = static_cast<std::uint32_t>(
          abs(static_cast<long long>(next) - (look == Look::agree ? view.values[at + k] : Word{view.radii[at + k]})));
      most = max(most, look == Look::agree ? off : static_cast<std::uint32_t>(next));
      if (off <= static_cast<std::uint32_t>(look == Look::agree ? scale : 0)) continue;
      ++changed;
      atomicMax(tally + 3, ~static_cast<unsigned long long>(at + k));  // the first is the largest complement
    } else {
      std::uint8_t& radius = const_cast<std::uint8_t*>(view.radii)[at + k];
      changed += radius != next;
      most = look == Look::radius ? max(most, static_cast<std::uint32_t>(next)) : most + static_cast<std::uint32_t>(next);
      radius = static_cast<std::uint8_t>(next);
    }
  }
  static_cast<void>(count);
  add_up<look == Look::endless>(tally, positions, changed, most);
}

/// One block per column: numbers its compatible others in order, a chunk at a time.
template <bool write>
__global__ void __launch_bounds__(256)
    move_columns(const std::uint32_t* held, const std::uint32_t* blocked, const std::uint32_t* exposed, std::uint64_t begin,
                 std::uint32_t movers, const std::uint32_t* others, const Column* columns, Word* values, std::uint8_t* radii,
                 Word* table, std::uint8_t* table_radii) {
  __shared__ std::uint32_t counts[2][8];
  const Column column = columns[blockIdx.x];
  const std::uint32_t mine = held[column.a], warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  std::uint64_t place = column.place;
  int turn = 0;
  for (std::uint32_t from = column.from; from < column.to; from += 256, turn ^= 1) {
    const std::uint32_t k = from + threadIdx.x, b = k < column.to ? others[k] : 0;
    const bool there = k < column.to && (mine & (blocked[b] | exposed[b])) == 0;
    const std::uint32_t ballot = __ballot_sync(~0u, there);
    if (lane == 0) counts[turn][warp] = static_cast<std::uint32_t>(__popc(ballot));
    __syncthreads();  // one is enough: the next round writes the other row
    std::uint32_t before = static_cast<std::uint32_t>(__popc(ballot & ((1u << lane) - 1))), all = 0;
    for (std::uint32_t w = 0; w < 8; ++w) {
      before += w < warp ? counts[turn][w] : 0;
      all += counts[turn][w];
    }
    if (there) {
      const std::uint64_t cell = begin + std::uint64_t{b} * movers + column.a, at = place + before;
      if constexpr (write) {
        if (values != nullptr) table[cell] = values[at];
        if (radii != nullptr) table_radii[cell] = radii[at];
      } else {
        if (values != nullptr) values[at] = table[cell];
        if (radii != nullptr) radii[at] = table_radii[cell];
      }
    }
    place += all;
  }
}

__global__ void push_cells(Word* values, const Note* notes, std::uint64_t count, Word scale, int factor) {
  for (std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; k < count;
       k += std::uint64_t{gridDim.x} * blockDim.x) {
    const Note note = notes[k];
    if (note != 0) values[k] = pushed(values[k], note, scale, factor);
  }
}

__global__ void set_radii(const __grid_constant__ View view, std::uint8_t radius) {
  const std::uint32_t b = blockIdx.x, facing = view.blocked[b] | view.exposed[b];
  for (std::uint32_t a = threadIdx.x; a < view.movers; a += blockDim.x)
    if ((view.held[a] & facing) == 0) const_cast<std::uint8_t*>(view.radii)[view.at(a, b)] = radius;
}

__global__ void add_cells(const Word* values, const std::uint8_t* radii, std::uint64_t begin, std::uint64_t end,
                          unsigned long long* out) {
  unsigned long long sum = 0;
  for (std::uint64_t at = begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; at < end;
       at += std::uint64_t{gridDim.x} * blockDim.x)
    sum += cell_sum(at - begin, values[at], radii == nullptr ? std::uint8_t{0} : radii[at]);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void look_up_cells(const __grid_constant__ View view, const Pair* pairs, std::uint64_t count, Word* values,
                              std::uint8_t* radii) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const std::uint64_t at = view.at(pairs[k].a, pairs[k].b);
  values[k] = view.values[at];
  radii[k] = view.radii == nullptr ? std::uint8_t{0} : view.radii[at];
}

__global__ void find_best(const __grid_constant__ View view, const Pair* pairs, const std::uint8_t* outcomes, std::uint64_t count,
                          BestPlay* out) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const Chosen chosen = best_play(view, pairs[k].a, pairs[k].b, outcomes[k]);
  out[k] = {chosen.play, view.values[chosen.at]};
}

__global__ void find_gain(const __grid_constant__ View view, unsigned long long* out) {
  unsigned long long most = 0;
  for (std::uint32_t b = blockIdx.x; b < view.others; b += gridDim.x)
    for (std::uint32_t a = threadIdx.x; a < view.movers; a += blockDim.x)
      if (view.compatible(a, b))
        most = max(most,
                   static_cast<unsigned long long>(packed_gain(std::uint64_t{b} * view.movers + a, gain_of_meeting(view, a, b))));
  for (int step = 16; step > 0; step /= 2) most = max(most, __shfl_down_sync(~0u, most, step));
  if (threadIdx.x % 32 == 0) atomicMax(out, most);
}

__global__ void play_out(const __grid_constant__ View mine, const __grid_constant__ View theirs, Pair pair, std::uint64_t games,
                         std::uint64_t seed, unsigned long long* tally) {
  const std::uint64_t game = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (game >= games) return;
  const Played played = played_out(mine, theirs, pair.a, pair.b, game_key(seed, game));
  atomicAdd(tally, 1ULL);
  atomicAdd(tally + 1, static_cast<unsigned long long>(static_cast<long long>(played.value)));
  atomicAdd(tally + 2, static_cast<unsigned long long>(square_of(played.value)));
  atomicAdd(tally + 3, static_cast<unsigned long long>(played.turns));
}

std::uint32_t blocks_for(std::uint64_t count, int each) {
  return static_cast<std::uint32_t>((count + static_cast<unsigned>(each) - 1) / static_cast<unsigned>(each));
}

}  // namespace

template <class T>
DeviceArray<T>::DeviceArray(std::uint64_t size) : size_(size) {
  if (size != 0) check(cudaMalloc(&data_, size * sizeof(T)), "allocating device memory");
}
template <class T>
DeviceArray<T>::DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
  if (!from.empty())
    check(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copying to the device");
}
template <class T>
DeviceArray<T>::~DeviceArray() {
  if (data_ != nullptr) cudaFree(data_);
}

Cuda::~Cuda() {
  if (beside_ != nullptr) cudaStreamDestroy(beside_);
  for (const cudaEvent_t mark : marks_)
    if (mark != nullptr) cudaEventDestroy(mark);
  if (pinned_ != nullptr) cudaFreeHost(pinned_);
}

Cuda::Cuda(int device, Rules rules, int n, int m, bool radii) : rules_(std::move(rules)), layout_(rules_, n, m), device_(device) {
  check(cudaSetDevice(device), "choosing the device");
  check(cudaStreamCreateWithFlags(&beside_, cudaStreamNonBlocking), "creating a stream for copies");
  check(cudaMallocHost(&pinned_, pinned_bytes), "pinned memory");
  for (cudaEvent_t& mark : marks_) check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming), "an event");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, device), "querying the device");
  name_ = properties.name;
  std::uint64_t free = 0, all = 0;
  {
    std::size_t f = 0, t = 0;
    check(cudaMemGetInfo(&f, &t), "querying device memory");
    free = f;
    all = t;
  }
  for (const Part& part : rules_.parts)
    for (const std::uint32_t exposed : part.exposed)
      if (__builtin_popcount(exposed) > static_cast<int>(near_strikes))
        throw Trouble("this device supports at most " + std::to_string(near_strikes) + " exposed places in a configuration");
  const std::uint64_t need = needs_of(rules_, layout_, radii).all();
  if (need > free)
    throw Trouble(std::to_string(n) + " against " + std::to_string(m) + " checkers need " + std::to_string(need >> 20) +
                  " MiB of device memory, but " + std::to_string(free >> 20) + " MiB of " + std::to_string(all >> 20) +
                  " are free");
  const char* given = std::getenv("BANMEN_WIDE_CHUNK");  // for measurements: any value gives the same table
  chunk_ = std::clamp<std::uint32_t>(given != nullptr ? static_cast<std::uint32_t>(std::atoi(given)) : 512, 32, most_chunk);
  values_ = DeviceArray<Word>(layout_.all());
  check(cudaMemset(values_.data(), 0, layout_.all() * sizeof(Word)), "clearing the tables");
  if (radii) {
    radii_ = DeviceArray<std::uint8_t>(layout_.all());
    check(cudaMemset(radii_.data(), 0, layout_.all()), "clearing the radii");
  }
  notes_ = DeviceArray<Note>(needs_of(rules_, layout_, radii).notes / sizeof(Note));
  tally_ = DeviceArray<unsigned long long>(4);
  parts_.resize(rules_.parts.size());
  for (std::size_t k = 1; k < rules_.parts.size(); ++k) {
    const Part& part = rules_.parts[k];
    parts_[k] = {DeviceArray(part.held),   DeviceArray(part.blocked), DeviceArray(part.exposed),
                 DeviceArray(part.struck), DeviceArray(part.first),   DeviceArray(part.plays)};
    write(layout_.begin(static_cast<int>(k), 0), part.size, part.lost.data(), nullptr);
  }
}

void Cuda::begin(int n, int m) {
  n_ = n;
  m_ = m;
  const auto [group_begin, group_end] = layout_.range(n, m);
  const auto outcomes = static_cast<int>(rules_.weights.size());
  for (int t = 0; t < (n == m ? 1 : 2); ++t) {
    const int x = t == 0 ? n : m, y = t == 0 ? m : n;
    const DevicePart& mine = parts_[static_cast<std::size_t>(x)];
    const DevicePart& theirs = parts_[static_cast<std::size_t>(y)];
    plays_[t] = {};
    plays_[t] = DeviceArray<Play>(mine.plays.size());
    Bases bases{};
    for (int left = 0; left <= x; ++left) bases.begin[left] = layout_.begin(y, left);
    bases.stride = layout_.size(y);
    const std::uint64_t lists = std::uint64_t{layout_.size(x)} * static_cast<unsigned>(outcomes);
    resolve<<<blocks_for(lists, threads), threads>>>(mine.plays.data(), mine.first.data(), lists, bases, plays_[t].data());
    launched("resolving the lists");
    View& view = views_[t] = {plays_[t].data(),
                              mine.first.data(),
                              mine.held.data(),
                              theirs.blocked.data(),
                              theirs.exposed.data(),
                              theirs.struck.data(),
                              values_.data(),
                              radii_.data(),
                              layout_.begin(x, y),
                              group_begin,
                              group_end,
                              layout_.size(x),
                              layout_.size(y),
                              outcomes,
                              rules_.total,
                              {}};
    std::copy(rules_.weights.begin(), rules_.weights.end(), view.weights);
  }
  if (n == m) views_[1] = views_[0];
  std::vector<Tile> all;
  shells_.clear();
  std::uint64_t widest = 0;
  for (const Shell& shell : shells_of(rules_, n, m, chunk_)) {
    std::vector<Launch> launches;
    for (const Tile& tile : shell.tiles) {
      if (launches.empty() || launches.back().tier != static_cast<int>(tile.tier))
        launches.push_back({all.size(), 0, tile.before, 0, 0, static_cast<int>(tile.tier)});
      Launch& launch = launches.back();
      ++launch.tiles;
      launch.blocks += std::uint64_t{tile.chunks} * tile.movers;
      launch.rows += tile.others;
      all.push_back(tile);
    }
    widest = std::max(widest, shell.cells);
    shells_.push_back(std::move(launches));
  }
  tiles_ = DeviceArray<Tile>(all);
  if (waiting_.size() < widest) {
    waiting_ = {};
    waiting_ = DeviceArray<Word>(widest);
  }
  check(cudaMemset(notes_.data(), 0, (group_end - group_begin) * sizeof(Note)), "clearing the notes");
  check(cudaDeviceSynchronize(), "beginning a group");
}

void Cuda::push_on(Word scale, int factor) {
  const std::uint64_t begin = views_[0].group_begin, count = views_[0].group_end - begin;
  push_cells<<<4096, 256>>>(values_.data() + begin, notes_.data(), count, scale, factor);
  launched("pushing on");
  check(cudaDeviceSynchronize(), "pushing on");
}

void Cuda::wait_for(cudaEvent_t mark) {
  const auto began = std::chrono::steady_clock::now();
  for (;;) {
    const cudaError_t status = cudaEventQuery(mark);
    if (status == cudaSuccess) return;
    if (status != cudaErrorNotReady) check(status, "a sweep");
    if (std::chrono::steady_clock::now() - began > std::chrono::milliseconds(2))
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

Swept Cuda::sweep(Look look, Word with) {
  check(cudaMemset(tally_.data(), 0, 4 * sizeof(unsigned long long)), "clearing the tally");
  // Limits the number of shells launched ahead: a thread blocked on a full queue or in a copy keeps the driver to itself, and reads
  // by other threads then advance only between sweeps.
  constexpr int ahead = 16;
  int shell = 0;
  auto run = [&](auto finding, auto writing) {
    for (const auto& launches : shells_) {
      if (shell % ahead == 0) {
        const cudaEvent_t mark = marks_[shell / ahead % 2];
        if (shell >= 2 * ahead) wait_for(mark);
        check(cudaEventRecord(mark), "a sweep");
      }
      ++shell;
      for (const Launch& l : launches) {
        // A shell that does not fill the device takes as long as one thread takes for its position.
        const std::uint32_t split = look == Look::endless ? 1 : l.blocks < 2000 ? 7 : l.blocks < 8000 ? 3 : 1;
        finding<<<static_cast<unsigned>(l.blocks), threads, split == 1 ? 0 : 2 * most_chunk * sizeof(unsigned long long)>>>(
            views_[l.tier], tiles_.data() + l.tile, static_cast<std::uint32_t>(l.tiles), l.block, chunk_, split, with,
            waiting_.data());
      }
      for (const Launch& l : launches)
        writing<<<l.rows, threads>>>(views_[l.tier], tiles_.data() + l.tile, static_cast<std::uint32_t>(l.tiles), waiting_.data(),
                                     notes_.data(), with, tally_.data());
    }
  };
  if (look == Look::value) run(find<Look::value>, write_back<Look::value>);
  if (look == Look::radius) run(find<Look::radius>, write_back<Look::radius>);
  if (look == Look::endless) run(find<Look::endless>, write_back<Look::endless>);
  if (look == Look::agree) run(find<Look::value>, write_back<Look::agree>);
  if (look == Look::hold) {
    if (with != 0) throw Trouble("a sweep that checks intervals takes no slack");
    run(find<Look::radius>, write_back<Look::hold>);
  }
  launched("starting a sweep");
  check(cudaEventRecord(marks_[0]), "a sweep");
  wait_for(marks_[0]);
  unsigned long long tally[4];
  check(cudaMemcpy(tally, tally_.data(), sizeof tally, cudaMemcpyDeviceToHost), "a sweep");
  return {tally[0], tally[1], tally[2], ~static_cast<std::uint64_t>(tally[3])};
}

void Cuda::fill_radii(std::uint8_t radius) {
  for (int t = 0; t < (n_ == m_ ? 1 : 2); ++t) set_radii<<<views_[t].others, 256>>>(views_[t], radius);
  launched("setting radii");
  check(cudaDeviceSynchronize(), "setting radii");
}

std::uint64_t Cuda::checksum(int n, int m) {
  check(cudaMemset(tally_.data(), 0, sizeof(unsigned long long)), "clearing the tally");
  const std::uint64_t begin = layout_.begin(n, m);
  add_cells<<<4096, 256>>>(values_.data(), radii_.data(), begin, begin + layout_.cells(n, m), tally_.data());
  launched("adding up");
  unsigned long long sum = 0;
  check(cudaMemcpy(&sum, tally_.data(), sizeof sum, cudaMemcpyDeviceToHost), "adding up");
  return sum;
}

void Cuda::fetch(void* to, const void* from, std::uint64_t bytes, const char* what) {
  check(cudaSetDevice(device_), "choosing the device");  // the calling thread may not have set it yet
  for (std::uint64_t at = 0; at < bytes; at += pinned_bytes) {
    const std::uint64_t some = std::min(pinned_bytes, bytes - at);
    check(cudaMemcpyAsync(pinned_, static_cast<const char*>(from) + at, some, cudaMemcpyDeviceToHost, beside_), what);
    check(cudaStreamSynchronize(beside_), what);
    std::memcpy(static_cast<char*>(to) + at, pinned_, some);
  }
}

void Cuda::read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) {
  const std::lock_guard lock(reading_);
  if (values != nullptr) fetch(values, values_.data() + at, count * sizeof(Word), "reading values");
  if (radii != nullptr && radii_.data() != nullptr) fetch(radii, radii_.data() + at, count, "reading radii");
}

void Cuda::write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) {
  if (values != nullptr)
    check(cudaMemcpy(values_.data() + at, values, count * sizeof(Word), cudaMemcpyHostToDevice), "writing values");
  if (radii != nullptr && radii_.data() != nullptr)
    check(cudaMemcpy(radii_.data() + at, radii, count, cudaMemcpyHostToDevice), "writing radii");
}

void Cuda::read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                        Word* values, std::uint8_t* radii) {
  if (columns.empty()) return;
  const DeviceArray<std::uint32_t> order(std::vector<std::uint32_t>(others.begin(), others.end()));
  const DeviceArray<Column> asked(std::vector<Column>(columns.begin(), columns.end()));
  const DeviceArray<Word> found(values != nullptr ? count : 0);
  const DeviceArray<std::uint8_t> around(radii != nullptr ? count : 0);
  const DevicePart &mine = parts_[static_cast<std::size_t>(n)], &theirs = parts_[static_cast<std::size_t>(m)];
  move_columns<false><<<static_cast<unsigned>(columns.size()), 256>>>(
      mine.held.data(), theirs.blocked.data(), theirs.exposed.data(), layout_.begin(n, m), layout_.size(n), order.data(),
      asked.data(), found.data(), around.data(), values_.data(), radii_.data());
  launched("reading columns");
  check(cudaDeviceSynchronize(), "reading columns");
  const std::lock_guard lock(reading_);
  if (values != nullptr) fetch(values, found.data(), count * sizeof(Word), "reading columns");
  if (radii != nullptr) fetch(radii, around.data(), count, "reading columns");
}

void Cuda::write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t count,
                         const Word* values, const std::uint8_t* radii) {
  if (columns.empty()) return;
  const DeviceArray<std::uint32_t> order(std::vector<std::uint32_t>(others.begin(), others.end()));
  const DeviceArray<Column> asked(std::vector<Column>(columns.begin(), columns.end()));
  const DeviceArray<Word> given(values != nullptr ? count : 0);
  const DeviceArray<std::uint8_t> around(radii != nullptr ? count : 0);
  if (values != nullptr) check(cudaMemcpy(given.data(), values, count * sizeof(Word), cudaMemcpyHostToDevice), "writing columns");
  if (radii != nullptr) check(cudaMemcpy(around.data(), radii, count, cudaMemcpyHostToDevice), "writing columns");
  const DevicePart &mine = parts_[static_cast<std::size_t>(n)], &theirs = parts_[static_cast<std::size_t>(m)];
  move_columns<true><<<static_cast<unsigned>(columns.size()), 256>>>(
      mine.held.data(), theirs.blocked.data(), theirs.exposed.data(), layout_.begin(n, m), layout_.size(n), order.data(),
      asked.data(), given.data(), around.data(), values_.data(), radii_.data());
  launched("writing columns");
  check(cudaDeviceSynchronize(), "writing columns");
}

void Cuda::look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) {
  if (pairs.empty()) return;
  const DeviceArray<Pair> asked(std::vector<Pair>(pairs.begin(), pairs.end()));
  const DeviceArray<Word> found(pairs.size());
  const DeviceArray<std::uint8_t> around(pairs.size());
  look_up_cells<<<blocks_for(pairs.size(), 256), 256>>>(view(n, m), asked.data(), pairs.size(), found.data(), around.data());
  launched("looking up");
  check(cudaMemcpy(values, found.data(), pairs.size() * sizeof(Word), cudaMemcpyDeviceToHost), "looking up");
  if (radii != nullptr) check(cudaMemcpy(radii, around.data(), pairs.size(), cudaMemcpyDeviceToHost), "looking up");
}

void Cuda::best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) {
  if (pairs.empty()) return;
  const DeviceArray<Pair> asked(std::vector<Pair>(pairs.begin(), pairs.end()));
  const DeviceArray<std::uint8_t> thrown(std::vector<std::uint8_t>(outcomes, outcomes + pairs.size()));
  const DeviceArray<BestPlay> found(pairs.size());
  find_best<<<blocks_for(pairs.size(), threads), threads>>>(view(n, m), asked.data(), thrown.data(), pairs.size(), found.data());
  launched("finding plays");
  check(cudaMemcpy(plays, found.data(), pairs.size() * sizeof(BestPlay), cudaMemcpyDeviceToHost), "finding plays");
}

Gain Cuda::greatest_gain(int n, int m) {
  check(cudaMemset(tally_.data(), 0, sizeof(unsigned long long)), "clearing the tally");
  find_gain<<<4 * 1024, threads>>>(view(n, m), tally_.data());
  launched("looking for gains");
  unsigned long long most = 0;
  check(cudaMemcpy(&most, tally_.data(), sizeof most, cudaMemcpyDeviceToHost), "looking for gains");
  return unpacked_gain(most);
}

RolledOut Cuda::roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) {
  check(cudaMemset(tally_.data(), 0, 4 * sizeof(unsigned long long)), "clearing the tally");
  play_out<<<blocks_for(games, threads), threads>>>(view(n, m), view(m, n), pair, games, seed, tally_.data());
  launched("playing out");
  unsigned long long tally[4];
  check(cudaMemcpy(tally, tally_.data(), sizeof tally, cudaMemcpyDeviceToHost), "playing out");
  return {tally[0], static_cast<std::int64_t>(tally[1]), tally[2], tally[3]};
}

}  // namespace banmen::wide
