#include "search/objective.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace banmen {

Result<Aim> read_aim(std::string_view text) {
  Aim aim;
  aim.result = {};
  Reader reader(text);
  if (reader.done()) return fail("expected an aim", "for example own, own+0.5*facing or own-rest");
  bool first = true;
  while (!reader.done()) {
    int sign = 1;
    if (reader.take('-')) {
      sign = -1;
    } else if (!reader.take('+') && !first) {
      return reader.wanted("'+' or '-' between the parts of an aim");
    }
    first = false;
    int weight = 1000;
    if (reader.peek() >= '0' && reader.peek() <= '9') {
      const auto whole = reader.number(1000);
      if (!whole) return reader.wanted("a weight up to 1000");
      weight = static_cast<int>(*whole) * 1000;
      if (reader.take('.')) {
        for (int unit = 100; reader.peek() >= '0' && reader.peek() <= '9'; unit /= 10) {
          if (unit == 0) return reader.wanted("at most three decimals");
          weight += unit * (reader.next() - '0');
        }
      }
      if (!reader.take('*')) return reader.wanted("'*' after a weight", "for example 0.5*facing");
    }
    const int column = reader.column();
    const std::string_view word = reader.word("+-*.");
    int party;
    if (word == "own") {
      party = Aim::own;
    } else if (word == "facing") {
      party = Aim::facing;
    } else if (word == "rest") {
      party = Aim::rest;
    } else {
      return fail(fmt::format("'{}' is not part of an aim", word), suggest(word, {"own", "facing", "rest"}), column);
    }
    auto& weights = reader.take(".score") ? aim.score : aim.result;
    weights[static_cast<std::size_t>(party)] += sign * weight;
  }
  return aim;
}

}  // namespace banmen
