#include "research/reversi/seating.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "host/threads.hpp"

namespace banmen::reversi {
namespace {

void add_products(FourByFour& sum, const Four& d) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) sum[i][j] += d[i] * d[j];
}

Four minus(const Four& a, const Four& b) {
  Four out{};
  for (std::size_t k = 0; k < 4; ++k) out[k] = a[k] - b[k];
  return out;
}

std::size_t seat_of(const SeatOrder& order, std::size_t player) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), player) - order.begin());
}

/// A worker owns a player for each seat: they keep tables of a seat's.
struct SeatingWorker {
  const Yonin* g;
  const std::array<std::array<YoninPlayer, 4>, 4>* players;  // by player and seat
  const std::vector<SeatOrder>* orders;
  int opening;
  const Control* control;
  std::vector<std::vector<PlayerRanks>>* games;  // 0 in a rank: not played

  void operator()(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t number = begin; number < end; ++number) {
      const std::size_t k = number % orders->size();
      const SeatOrder& order = (*orders)[k];
      std::array<Search<Yonin>*, 4> seated{};
      for (std::size_t seat = 0; seat < 4; ++seat) seated[seat] = (*players)[order[seat]][seat].get();
      const auto last = play_four(*g, seated, opening, number, *control, [](const DiscPosition&, int) {});
      if (!last) return;
      const Gains<4> paid = g->payoff(*last);
      for (std::size_t seat = 0; seat < 4; ++seat)
        (*games)[k][number / orders->size()][order[seat]] = static_cast<std::uint8_t>(-paid[seat]);
    }
  }
};

}  // namespace

std::vector<SeatOrder> all_orders() {
  std::vector<SeatOrder> orders;
  SeatOrder order = {0, 1, 2, 3};
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

int arrangement_of(const SeatOrder& order) {
  SeatOrder turned = order;
  std::rotate(turned.begin(), std::find(turned.begin(), turned.end(), 0), turned.end());
  const auto orders = all_orders();  // those that begin with player 0 come first
  return static_cast<int>(std::find(orders.begin(), orders.end(), turned) - orders.begin());
}

double ChiSquare::chance() const {
  return freedom < 1 ? 1 : boost::math::cdf(boost::math::complement(boost::math::chi_squared(freedom), std::max(0.0, value)));
}

Seating::Seating(const std::vector<std::vector<PlayerRanks>>& games) : games_(static_cast<double>(games.front().size())) {
  if (games_ < 2) return;
  for (std::size_t k = 0; k < 24; ++k) {
    for (const PlayerRanks& ranks : games[k])
      for (std::size_t a = 0; a < 4; ++a) mean_[k][a] += ranks[a] / games_;
    FourByFour products{}, by_seat{};
    for (const PlayerRanks& ranks : games[k]) {
      Four d{}, seated{};
      for (std::size_t a = 0; a < 4; ++a) d[a] = ranks[a] - mean_[k][a];
      for (std::size_t seat = 0; seat < 4; ++seat) seated[seat] = d[orders_[k][seat]];
      add_products(products, d);
      add_products(by_seat, seated);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      variance_[k][i] = products[i][i] / (games_ - 1);
      for (std::size_t j = 0; j < 4; ++j) {
        within_[i][j] += products[i][j] / (games_ - 1) / 24;
        seats_within_[i][j] += by_seat[i][j] / (games_ - 1) / 24;
      }
    }
  }
  determined_ = invert(within_, inverse_);
}

ChiSquare Seating::turns() const {
  ChiSquare out{0, 72};
  for (int arrangement = 0; arrangement < 6; ++arrangement) {
    Four middle{};
    for (std::size_t k = 0; k < 24; ++k)
      if (arrangement_of(orders_[k]) == arrangement)
        for (std::size_t a = 0; a < 4; ++a) middle[a] += mean_[k][a] / 4;
    for (std::size_t k = 0; k < 24; ++k)
      if (arrangement_of(orders_[k]) == arrangement) out.value += games_ * quadratic(minus(mean_[k], middle), inverse_);
  }
  return out;
}

ChiSquare Seating::arrangements() const {
  ChiSquare out{0, 20};
  std::array<Four, 6> means{};
  Four middle{};
  for (std::size_t k = 0; k < 24; ++k)
    for (std::size_t a = 0; a < 4; ++a) {
      means[static_cast<std::size_t>(arrangement_of(orders_[k]))][a] += mean_[k][a] / 4;
      middle[a] += mean_[k][a] / 24;
    }
  for (const Four& mean : means) out.value += 4 * games_ * quadratic(minus(mean, middle), inverse_);
  return out;
}

GroupMean Seating::seat(std::size_t seat) const {
  GroupMean out{0, std::sqrt(seats_within_[seat][seat] / (24 * games_))};
  for (std::size_t k = 0; k < 24; ++k) out.mean += mean_[k][orders_[k][seat]] / 24;
  return out;
}

ChiSquare Seating::seats() const {
  // The common mean that fits best is 1'V⁻¹m / 1'V⁻¹1.
  FourByFour inverse{};
  if (!invert(seats_within_, inverse)) return {0, 3};
  Four means{};
  double top = 0, below = 0;
  for (std::size_t i = 0; i < 4; ++i) means[i] = seat(i).mean;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) top += inverse[i][j] * means[j], below += inverse[i][j];
  const double common = top / below;
  return {24 * games_ * quadratic(minus(means, {common, common, common, common}), inverse), 3};
}

std::size_t Seating::group(std::size_t order, std::size_t player, By by) const {
  const SeatOrder& seated = orders_[order];
  const std::size_t seat = seat_of(seated, player);
  if (by == By::seat) return seat;
  if (by == By::arrangement) return static_cast<std::size_t>(arrangement_of(seated));
  const std::size_t there = seated[(seat + (by == By::next ? 1 : by == By::facing ? 2 : 3)) % 4];
  return there > player ? there - 1 : there;  // the others in their order
}

template <class Pick>
GroupMean Seating::over(std::size_t player, Pick pick) const {
  GroupMean out;
  double orders = 0;
  for (std::size_t k = 0; k < 24; ++k)
    if (pick(k)) {
      ++orders;
      out.mean += mean_[k][player];
      out.error += variance_[k][player] / games_;
    }
  return {out.mean / orders, std::sqrt(out.error) / orders};
}

std::vector<GroupMean> Seating::means(std::size_t player, By by) const {
  const std::size_t groups = by == By::seat ? 4 : by == By::arrangement ? 6 : 3;
  std::vector<GroupMean> out;
  for (std::size_t wanted = 0; wanted < groups; ++wanted)
    out.push_back(over(player, [&](std::size_t k) { return group(k, player, by) == wanted; }));
  return out;
}

ChiSquare Seating::differ(std::size_t player, By by) const {
  const auto groups = means(player, by);
  double weights = 0, middle = 0;
  ChiSquare out{0, static_cast<int>(groups.size()) - 1};
  for (const GroupMean& one : groups) {
    if (one.error == 0) return {0, out.freedom};  // always the same rank
    weights += 1 / (one.error * one.error);
    middle += one.mean / (one.error * one.error);
  }
  middle /= weights;
  for (const GroupMean& one : groups) out.value += (one.mean - middle) * (one.mean - middle) / (one.error * one.error);
  return out;
}

GroupMean Seating::overall(std::size_t player) const {
  return over(player, [](std::size_t) { return true; });
}

double Seating::share(std::size_t player, By by) const {
  const auto groups = means(player, by);
  const double n = static_cast<double>(groups.size()), middle = overall(player).mean;
  double between = 0;
  for (const GroupMean& one : groups) between += ((one.mean - middle) * (one.mean - middle)) / (n - 1) - one.error * one.error / n;
  between = std::max(0.0, between);
  const double all = within_[player][player] + between;
  return all > 0 ? between / all : 0;
}

std::vector<std::vector<PlayerRanks>> seated_games(const Yonin& g,
                                                   const std::vector<std::array<std::array<YoninPlayer, 4>, 4>>& players,
                                                   int opening, std::uint64_t games, const Control& control) {
  const auto orders = all_orders();
  std::vector<std::vector<PlayerRanks>> out(orders.size(), std::vector<PlayerRanks>(games));
  std::size_t next = 0;
  run_chunks(control, games * orders.size(), 4, "games",
             [&] { return SeatingWorker{&g, &players[next++], &orders, opening, &control, &out}; });
  // Where it was stopped, as many games of each order as all have.
  std::size_t whole = games;
  for (const auto& order : out)
    whole = std::min(whole, static_cast<std::size_t>(std::find(order.begin(), order.end(), PlayerRanks{}) - order.begin()));
  for (auto& order : out) order.resize(whole);
  return out;
}

}  // namespace banmen::reversi
