// Turns that are chains of choices: their moves are counted, listed and drawn without trying them.
#pragma once

#include "rules/vm.hpp"

namespace banmen::rules {

template <int W>
struct Vm<W>::Links {
  const Vm& m;
  const Chain& chain;
  Env env;
  Sites s[most_registers];
  long n[most_registers];

  Links(const Vm& vm, const Chain& of, const std::uint8_t* p, int roll_slot) : m(vm), chain(of), env(p) {
    if (roll_slot >= 0) env.slots[roll_slot] = m.rolled(p);
    m.read_pieces(p, s);
  }

  [[nodiscard]] std::uint32_t count() {
    if constexpr (W <= 4)
      if (chain.volley) {
        m.run(chain.before, env, s, n);
        const RayBlockers<W> view = m.geometry_.view(s[chain.open]);
        return QueenVolley<W>(m.geometry_.rays_of_all(), s[chain.movers], view).count();
      }
    std::uint32_t found = 0;
    each(0, 0, [&](const Sites& options, std::uint64_t, int) {
      found += static_cast<std::uint32_t>(options.size());
      return false;
    });
    return found;
  }

  [[nodiscard]] bool any() {
    return each(0, 0, [](const Sites& options, std::uint64_t, int) { return !options.empty(); });
  }

  std::uint32_t list(std::uint64_t* list) {
    std::uint32_t found = 0;
    each(0, 0, [&](const Sites& options, std::uint64_t code, int shift) {
      if (static_cast<std::uint32_t>(options.size()) > m.most_moves_ - found) m.too_many_moves(m.rules_, env.p);
      options.each([&](int bit) { list[found++] = code | static_cast<std::uint64_t>(bit) << shift; });
      return false;
    });
    return found;
  }

  /// Draws one of all moves uniformly and returns their number; `below(n)` draws a number less than n.
  template <class Below>
  std::uint32_t draw(Below below, std::uint64_t& move) {
    if constexpr (W <= 4)
      if (chain.volley) {
        m.run(chain.before, env, s, n);
        const RayBlockers<W> view = m.geometry_.view(s[chain.open]);
        const QueenVolley<W> volley(m.geometry_.rays_of_all(), s[chain.movers], view);
        const std::uint32_t found = volley.count();
        if (found == 0) return 0;
        const auto drawn = volley.pick(below(found));
        move = static_cast<std::uint64_t>(drawn.from) | static_cast<std::uint64_t>(drawn.to) << chain.links[1].shift |
               static_cast<std::uint64_t>(drawn.arrow) << chain.links[2].shift;
        return found;
      }
    const auto& first = chain.links[0];
    m.run(first.code, env, s, n);
    const Sites options = s[first.options];
    std::uint32_t upto[64 * W];
    std::uint32_t found = 0;
    int k = 0;
    options.each([&](int bit) {
      env.slots[first.slot] = bit;
      each(1, 0, [&](const Sites& last, std::uint64_t, int) {
        found += static_cast<std::uint32_t>(last.size());
        return false;
      });
      upto[k++] = found;
    });
    if (found == 0) return 0;
    std::uint32_t wanted = below(found);
    int chosen = 0;
    while (upto[chosen] <= wanted) ++chosen;
    if (chosen > 0) wanted -= upto[chosen - 1];
    const int bit = options.select(static_cast<unsigned>(chosen));
    env.slots[first.slot] = bit;
    each(1, static_cast<std::uint64_t>(bit), [&](const Sites& last, std::uint64_t code, int shift) {
      const auto here = static_cast<std::uint32_t>(last.size());
      if (wanted >= here) {
        wanted -= here;
        return false;
      }
      move = code | static_cast<std::uint64_t>(last.select(wanted)) << shift;
      return true;
    });
    return found;
  }

 private:
  /// Calls last(options of the last choice, code of those before, shift) for all earlier choices, until it returns true.
  template <class Last>
  bool each(std::size_t k, std::uint64_t code, const Last& last) {
    using How = Chain::Link::How;
    const auto& link = chain.links[k];
    Sites options;
    if (link.how == How::computed) {
      m.run(link.code, env, s, n);
      options = s[link.options];
    } else {
      options = found(link, env.slots[chain.links[k - 1].slot], s[link.among]);
    }
    if (k + 1 == chain.links.size()) return last(options, code, link.shift);
    const auto& next = chain.links[k + 1];
    if (k + 2 == chain.links.size() && next.how != How::computed)
      return options.any([&](int bit) {
        return last(found(next, bit, s[next.among]), code | static_cast<std::uint64_t>(bit) << link.shift, next.shift);
      });
    return options.any([&](int bit) {
      env.slots[link.slot] = bit;
      return each(k + 1, code | static_cast<std::uint64_t>(bit) << link.shift, last);
    });
  }
};

template <int W>
void Vm<W>::look_for_pairs(const std::uint8_t* p, int seat, Kept& place) const {
  const CompiledTurn& turn = code_.turns[static_cast<std::size_t>(seat)];
  Links links(*this, *turn.chain, p, turn.roll_slot);
  const auto &first = turn.chain->links[0], &second = turn.chain->links[1];
  run(first.code, links.env, links.s, links.n);
  count_pairs(*turn.chain, place, links.s[first.options], counting(second, links.s[second.among]));
  keep(place, p, turn);
}

template <int W>
void Vm<W>::count_pairs(const Chain& chain, Kept& place, const Sites& options, const Sites& among) {
  const auto* const table = static_cast<const Sites*>(chain.links[1].bound);
  place.options = options;
  place.among = among;
  std::uint32_t sum = 0, k = 0;
  const auto add = [&](int bit) {
    sum += static_cast<std::uint32_t>((table[bit] & among).size());
    place.first[k] = static_cast<std::uint16_t>(bit);
    place.upto[k++] = sum;
  };
  if constexpr (W == 2) {
    // Like each_steadily, without making a set for every site.
    std::uint64_t low = options.word[0], high = options.word[1];
    for (int left = options.size(); left > 0; --left) {
      const std::uint64_t in_low = 0 - std::uint64_t{low != 0};  // all ones or zero, without an unpredictable branch
      add(static_cast<int>(~in_low & 64) + __builtin_ctzll((low & in_low) | (high & ~in_low)));
      high &= (high - 1) | in_low;
      low &= low - 1;
    }
  } else {
    options.each_steadily(add);
  }
  for (std::uint32_t beyond = 0; beyond < 4; ++beyond) place.upto[k + beyond] = ~std::uint32_t{0};
  place.total = sum;
  place.firsts = k;
}

template <int W>
std::uint64_t Vm<W>::pick_pair(const Chain& chain, const Kept& all, std::uint32_t which) {
  // Counts instead of searching, four at a time: the position is unpredictable, the loop count is not.
  std::size_t k = 0;
  for (std::size_t at = 0; at < all.firsts; at += 4) {
    const std::uint32_t* const upto = all.upto + at;
    k += std::size_t{upto[0] <= which} + (upto[1] <= which) + (upto[2] <= which) + (upto[3] <= which);
    hide(at);
  }
  const int first = all.first[k];
  if (k > 0) which -= all.upto[k - 1];
  const int second = (static_cast<const Sites*>(chain.links[1].bound)[first] & all.among).select(which);
  return static_cast<std::uint64_t>(first) | static_cast<std::uint64_t>(second) << chain.links[1].shift;
}

}  // namespace banmen::rules
