#include "solve/wide/cpu.hpp"

#include <algorithm>
#include <mutex>

#include "host/threads.hpp"

namespace banmen::wide {

std::vector<Play> resolved_plays(const Layout& layout, const Part& mover, int outcomes, int m) {
  std::vector<Play> out;
  out.reserve(mover.plays.size());
  for (const ListedPlay& play : mover.plays) out.push_back(resolved(layout, play, m));
  const std::size_t lists = std::size_t{mover.size} * static_cast<std::size_t>(outcomes);
  for (std::size_t list = 0; list < lists; ++list)
    for (std::uint64_t at = mover.first[list]; at < mover.first[list + 1];) {
      std::uint64_t end = at;
      while (end < mover.first[list + 1] && mover.plays[end].level == mover.plays[at].level) ++end;
      out[at].count = static_cast<std::uint32_t>(end - at);
      at = end;
    }
  return out;
}

Cpu::Cpu(const Rules& rules, const Layout& layout, bool radii, int threads)
    : rules_(rules),
      layout_(layout),
      threads_(std::max(1, threads)),
      values_(layout.all()),
      radii_(radii ? layout.all() : 0),
      runs_(rules.parts.size()) {
  for (std::size_t m = 1; m < rules.parts.size(); ++m)
    std::copy(rules.parts[m].lost.begin(), rules.parts[m].lost.end(),
              values_.begin() + static_cast<std::ptrdiff_t>(layout.begin(static_cast<int>(m), 0)));
}

void Cpu::begin(int n, int m) {
  n_ = n;
  m_ = m;
  const auto [group_begin, group_end] = layout_.range(n, m);
  for (int t = 0; t < 2; ++t) {
    if (t == 1 && n == m) {
      views_[1] = views_[0];
      break;
    }
    const int x = t == 0 ? n : m, y = t == 0 ? m : n;
    plays_[t] = resolved_plays(layout_, part(x), static_cast<int>(rules_.weights.size()), y);
    View& view = views_[t] = {plays_[t].data(),
                              part(x).first.data(),
                              part(x).held.data(),
                              part(y).blocked.data(),
                              part(y).exposed.data(),
                              part(y).struck.data(),
                              values_.data(),
                              radii_.data(),
                              layout_.begin(x, y),
                              group_begin,
                              group_end,
                              part(x).size,
                              part(y).size,
                              static_cast<int>(rules_.weights.size()),
                              rules_.total,
                              {}};
    std::copy(rules_.weights.begin(), rules_.weights.end(), view.weights);
    if (auto& runs = runs_[static_cast<std::size_t>(y)]; !runs) runs = std::make_unique<Runs>(part(y));
  }
  shells_ = shells_of(rules_, n, m, 1u << 30);  // a block of work is one mover against all others of a tile
  std::uint64_t widest = 0;
  for (const Shell& shell : shells_) widest = std::max(widest, shell.cells);
  waiting_.assign(widest, 0);
  notes_.assign(group_end - group_begin, 0);
}

const View& Cpu::view(int n, int m) const { return views_[n == n_ && m == m_ ? 0 : 1]; }

template <class Work>
void Cpu::over_movers(const Shell& shell, std::uint64_t begin, std::uint64_t end, Work work) const {
  auto tile = std::upper_bound(shell.tiles.begin(), shell.tiles.end(), begin,
                               [](std::uint64_t at, const Tile& t) { return at < t.before; }) -
              1;
  for (std::uint64_t at = begin; at < end; ++at) {
    while (at >= tile->before + tile->movers) ++tile;
    work(*tile, tile->a + static_cast<std::uint32_t>(at - tile->before));
  }
}

void Cpu::find(const Shell& shell, std::uint64_t begin, std::uint64_t end, Look look, Word with) {
  over_movers(shell, begin, end, [&](const Tile& tile, std::uint32_t a) {
    const View& view = views_[tile.tier];
    const Runs& runs = *runs_[static_cast<std::size_t>(tile.tier == 0 ? m_ : n_)];
    std::int64_t low[64], high[64];
    // The runs of this tile: neighbours of the same potential.
    auto run =
        std::lower_bound(runs.runs.begin(), runs.runs.end(), tile.b, [](const Run& r, std::uint32_t b) { return r.begin < b; });
    for (; run != runs.runs.end() && run->begin < tile.b + tile.others; ++run) {
      const std::uint64_t mask = compatible(*run, view.held[a]);
      if (mask == 0) continue;
      if (look == Look::value || look == Look::agree) weigh<false>(view, a, *run, mask, low, high);
      if (look == Look::radius || look == Look::hold) weigh<true>(view, a, *run, mask, low, high);
      for (std::uint64_t bits = mask; bits != 0; bits &= bits - 1) {
        const int k = std::countr_zero(bits);
        const std::uint32_t b = run->begin + static_cast<std::uint32_t>(k);
        Word found = 0;
        if (look == Look::value || look == Look::agree) found = nearest(low[k], view.total);
        if (look == Look::radius || look == Look::hold) {
          RadiusLook looking;
          looking.low = low[k];
          looking.high = high[k];
          found = looking.radius(values_[view.at(a, b)], radii_[view.at(a, b)], view.total, look == Look::radius ? with : 0);
        }
        if (look == Look::endless) found = radii_[view.at(a, b)] != 0 && endless(view, a, b);
        waiting_[tile.begin + std::uint64_t{b - tile.b} * tile.movers + (a - tile.a)] = found;
      }
    }
  });
}

Swept Cpu::write_back(const Shell& shell, std::uint64_t begin, std::uint64_t end, Look look, Word with) {
  Swept swept;
  over_movers(shell, begin, end, [&](const Tile& tile, std::uint32_t a) {
    const View& view = views_[tile.tier];
    for (std::uint32_t b = tile.b; b < tile.b + tile.others; ++b) {
      if (!view.compatible(a, b)) continue;
      const Word found = waiting_[tile.begin + std::uint64_t{b - tile.b} * tile.movers + (a - tile.a)];
      ++swept.positions;
      Note& note = notes_[view.at(a, b) - view.group_begin];
      if (look == Look::value) {
        Word& value = values_[view.at(a, b)];
        const std::int64_t step = std::int64_t{found} - value;
        const auto change = static_cast<std::uint64_t>(std::abs(step));
        if (with != 0) note = noted(step, with);
        swept.changed += change != 0;
        swept.largest = std::max(swept.largest, change);
        value = found;
      } else if (look == Look::agree || look == Look::hold) {
        const auto off = static_cast<std::uint64_t>(
            std::abs(std::int64_t{found} - (look == Look::agree ? values_[view.at(a, b)] : radii_[view.at(a, b)])));
        const bool wrong = off > static_cast<std::uint64_t>(look == Look::agree ? with : 0);
        swept.changed += wrong;
        if (wrong) swept.first = std::min(swept.first, view.at(a, b));
        swept.largest = std::max(swept.largest, look == Look::agree ? off : static_cast<std::uint64_t>(found));
      } else {
        std::uint8_t& radius = radii_[view.at(a, b)];
        swept.changed += radius != found;
        swept.largest = look == Look::radius ? std::max(swept.largest, static_cast<std::uint64_t>(found))
                                             : swept.largest + static_cast<std::uint64_t>(found);
        radius = static_cast<std::uint8_t>(found);
      }
    }
  });
  return swept;
}

void Cpu::push_on(Word scale, int factor) {
  const std::uint64_t begin = views_[0].group_begin;
  for (std::uint64_t k = 0; k < notes_.size(); ++k)
    if (notes_[k] != 0) values_[begin + k] = pushed(values_[begin + k], notes_[k], scale, factor);
}

Swept Cpu::sweep(Look look, Word with) {
  Swept all;
  Control control;
  control.stop = stop_;
  for (const Shell& shell : shells_) {
    control.threads = shell.cells < 20'000 ? 1 : threads_;  // one thread is faster for fewer
    const std::uint64_t chunk = std::max<std::uint64_t>(1, shell.blocks / (8 * static_cast<std::uint64_t>(control.threads)));
    run_chunks(control, shell.blocks, chunk, "",
               [&] { return [&](std::uint64_t begin, std::uint64_t end) { find(shell, begin, end, look, with); }; });
    std::mutex mutex;
    run_chunks(control, shell.blocks, chunk, "", [&] {
      return [&](std::uint64_t begin, std::uint64_t end) {
        const Swept part = write_back(shell, begin, end, look, with);
        const std::lock_guard lock(mutex);
        all.add(part, look);
      };
    });
  }
  return all;
}

void Cpu::fill_radii(std::uint8_t radius) {
  for (int t = 0; t < (n_ == m_ ? 1 : 2); ++t)
    for (std::uint32_t b = 0; b < views_[t].others; ++b)
      for (std::uint32_t a = 0; a < views_[t].movers; ++a)
        if (views_[t].compatible(a, b)) radii_[views_[t].at(a, b)] = radius;
}

std::uint64_t Cpu::checksum(int n, int m) {
  const View& v = view(n, m);
  std::uint64_t sum = 0;
  for (std::uint64_t at = v.begin; at < v.begin + layout_.cells(n, m); ++at)
    sum += cell_sum(at - v.begin, values_[at], radii_.empty() ? std::uint8_t{0} : radii_[at]);
  return sum;
}

void Cpu::read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) {
  if (values != nullptr) std::copy_n(values_.data() + at, count, values);
  if (radii != nullptr) std::copy_n(radii_.data() + at, count, radii);
}

void Cpu::write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) {
  if (values != nullptr) std::copy_n(values, count, values_.data() + at);
  if (radii != nullptr) std::copy_n(radii, count, radii_.data() + at);
}

/// Calls use(place of the value among the columns', its cell) for all values, on all threads.
template <class Use>
void Cpu::over_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, Use use) const {
  const Part &mine = part(n), &theirs = part(m);
  Control control;
  control.threads = threads_;
  run_chunks(control, columns.size(), 16, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (const Column& column : columns.subspan(begin, end - begin)) {
        const std::uint32_t held = mine.held[column.a];
        std::uint64_t place = column.place;
        for (std::uint32_t k = column.from; k < column.to; ++k) {
          const std::uint32_t b = others[k];
          if ((held & (theirs.blocked[b] | theirs.exposed[b])) == 0) use(place++, layout_.at(n, column.a, m, b));
        }
      }
    };
  });
}

void Cpu::read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t,
                       Word* values, std::uint8_t* radii) {
  over_columns(n, m, others, columns, [&](std::uint64_t place, std::uint64_t cell) {
    if (values != nullptr) values[place] = values_[cell];
    if (radii != nullptr) radii[place] = radii_[cell];
  });
}

void Cpu::write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns, std::uint64_t,
                        const Word* values, const std::uint8_t* radii) {
  over_columns(n, m, others, columns, [&](std::uint64_t place, std::uint64_t cell) {
    if (values != nullptr) values_[cell] = values[place];
    if (radii != nullptr) radii_[cell] = radii[place];
  });
}

void Cpu::look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::uint64_t at = layout_.at(n, pairs[k].a, m, pairs[k].b);
    values[k] = values_[at];
    if (radii != nullptr) radii[k] = radii_.empty() ? std::uint8_t{0} : radii_[at];
  }
}

void Cpu::best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Chosen chosen = best_play(view(n, m), pairs[k].a, pairs[k].b, outcomes[k]);
    plays[k] = {chosen.play, values_[chosen.at]};
  }
}

Gain Cpu::greatest_gain(int n, int m) {
  const View& v = view(n, m);
  Control control;
  control.threads = threads_;
  std::mutex mutex;
  std::uint64_t most = 0;
  run_chunks(control, layout_.cells(n, m), 1 << 12, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t here = 0;
      for (std::uint64_t cell = begin; cell < end; ++cell) {
        const auto a = static_cast<std::uint32_t>(cell % v.movers), b = static_cast<std::uint32_t>(cell / v.movers);
        if (v.compatible(a, b)) here = std::max(here, packed_gain(cell, gain_of_meeting(v, a, b)));
      }
      const std::lock_guard lock(mutex);
      most = std::max(most, here);
    };
  });
  return unpacked_gain(most);
}

RolledOut Cpu::roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) {
  Control control;
  control.threads = threads_;
  std::mutex mutex;
  RolledOut all;
  run_chunks(control, games, 1000, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      RolledOut part;
      for (std::uint64_t game = begin; game < end; ++game) {
        const Played played = played_out(view(n, m), view(m, n), pair.a, pair.b, game_key(seed, game));
        part.sum += played.value;
        part.squares += square_of(played.value);
        part.turns += played.turns;
      }
      const std::lock_guard lock(mutex);
      all = {all.games + end - begin, all.sum + part.sum, all.squares + part.squares, all.turns + part.turns};
    };
  });
  return all;
}

}  // namespace banmen::wide
