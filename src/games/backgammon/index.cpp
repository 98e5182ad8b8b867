#include "games/backgammon/index.hpp"

#include <algorithm>
#include <cassert>

namespace banmen::backgammon {

namespace {

/// Mover configurations with highest slot h and i different slots: all have the same number of opponents.
struct Group {
  int h, i;
  [[nodiscard]] int points() const { return h == bar ? i - 1 : i; }
  [[nodiscard]] std::uint64_t sets() const { return choose(h - 1, i - 1); }
  [[nodiscard]] std::uint64_t size(int n) const { return sets() * choose(n - 1, i - 1); }
  [[nodiscard]] std::uint64_t races(int m) const { return h == bar ? 0 : multisets(24 - h, m); }
  [[nodiscard]] std::uint64_t opponents(int m, Meeting meeting) const {
    return meeting == Meeting::race ? races(m) : choose(24 - points() + m, m) - races(m);
  }
};

template <class Visit>
void for_groups(int n, Visit visit) {
  for (int h = 1; h <= bar; ++h)
    for (int i = 1; i <= std::min(n, h); ++i)
      if (!visit(Group{h, i})) return;
}

/// The opponent's slots left free by the mover, in the opponent's order; the bar is the last.
int free_slots(const std::uint8_t* mover, int* slot_of) {
  int count = 0;
  for (int slot = 1; slot <= bar; ++slot)
    if (slot == bar || mover[bar - slot] == 0) slot_of[count++] = slot;
  return count;
}

}  // namespace

std::uint64_t count_positions(int n, int m, Meeting meeting) {
  if (n == 0) return meeting == Meeting::race ? side_count(m) : 0;
  std::uint64_t sum = 0;
  for_groups(n, [&](const Group& group) {
    sum += group.size(n) * group.opponents(m, meeting);
    return true;
  });
  return sum;
}

std::uint64_t count_positions(int n, int m) {
  return count_positions(n, m, Meeting::contact) + count_positions(n, m, Meeting::race);
}

std::uint64_t rank_position(const std::uint8_t* mover, const std::uint8_t* opponent, Meeting meeting) {
  int n = 0, m = 0, h = 0, i = 0;
  for (int slot = 1; slot <= bar; ++slot) {
    n += mover[slot];
    m += opponent[slot];
    if (mover[slot] == 0) continue;
    h = slot;
    ++i;
  }
  if (n == 0) return rank_side(opponent);
  std::uint64_t before = 0;
  for_groups(n, [&](const Group& group) {
    if (group.h == h && group.i == i) return false;
    before += group.size(n) * group.opponents(m, meeting);
    return true;
  });
  // Within the group: the slots below h (colex), then the checkers on each (as the set of their partial sums).
  const Group group{h, i};
  std::uint64_t set = 0, parts = 0;
  int seen = 0, sum = 0;
  for (int slot = 1; slot < h; ++slot) {
    if (mover[slot] == 0) continue;
    ++seen;
    set += choose(slot - 1, seen);
    sum += mover[slot];
    parts += choose(sum - 1, seen);
  }
  std::uint64_t theirs = 0;
  int slot_of[bar], used = 0;
  const int width = free_slots(mover, slot_of);
  for (int k = 0; k < width; ++k)
    for (int c = 0; c < opponent[slot_of[k]]; ++c, ++used) theirs += choose(k + used, used + 1);
  if (meeting == Meeting::contact) theirs -= group.races(m);
  return before + ((parts * group.sets() + set) * group.opponents(m, meeting)) + theirs;
}

void unrank_position(int n, int m, Meeting meeting, std::uint64_t rank, std::uint8_t* mover, std::uint8_t* opponent) {
  std::fill_n(mover + 1, bar, std::uint8_t{0});
  std::fill_n(opponent + 1, bar, std::uint8_t{0});
  if (n == 0) return unrank_side(m, rank, opponent);
  Group group{1, 1};
  for_groups(n, [&](const Group& candidate) {
    const std::uint64_t size = candidate.size(n) * candidate.opponents(m, meeting);
    group = candidate;
    if (rank < size) return false;
    rank -= size;
    return true;
  });
  const std::uint64_t opponents = group.opponents(m, meeting), sets = group.sets();
  assert(opponents != 0 && sets != 0);  // a group without positions has no ranks
  std::uint64_t theirs = rank % opponents;
  const std::uint64_t mine = rank / opponents;
  std::uint64_t set = mine % sets, parts = mine / sets;
  int slots_used[bar], slot = group.h - 1, top = n;
  slots_used[group.i - 1] = group.h;
  for (int k = group.i - 1; k >= 1; --k, --slot) {
    while (choose(slot - 1, k) > set) --slot;
    set -= choose(slot - 1, k);
    slots_used[k - 1] = slot;
  }
  for (int k = group.i - 1, sum = n - 1; k >= 1; --k, --sum) {
    while (choose(sum - 1, k) > parts) --sum;
    parts -= choose(sum - 1, k);
    mover[slots_used[k]] = static_cast<std::uint8_t>(top - sum);
    top = sum;
  }
  mover[slots_used[0]] = static_cast<std::uint8_t>(top);

  if (meeting == Meeting::contact) theirs += group.races(m);
  int slot_of[bar];
  int k = free_slots(mover, slot_of) - 1;
  for (int c = m; c >= 1; --c) {
    while (choose(k + c - 1, c) > theirs) --k;
    theirs -= choose(k + c - 1, c);
    ++opponent[slot_of[k]];
  }
}

std::uint64_t place_of(int n, int m, const std::uint8_t* mover, const std::uint8_t* opponent) {
  if (!is_race(mover, opponent)) return rank_position(mover, opponent, Meeting::contact);
  return count_positions(n, m, Meeting::contact) + rank_position(mover, opponent, Meeting::race);
}

void unplace(int n, int m, std::uint64_t contacts, std::uint64_t place, std::uint8_t* mover, std::uint8_t* opponent) {
  if (place < contacts)
    unrank_position(n, m, Meeting::contact, place, mover, opponent);
  else
    unrank_position(n, m, Meeting::race, place - contacts, mover, opponent);
}

}  // namespace banmen::backgammon
