#include "catalog/plugin_game.hpp"

#include <charconv>
#include <utility>

#include "catalog/scene_json.hpp"
#include "core/seat.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen {

static_assert(BANMEN_MAX_POSITION == RuntimeGame::most_bytes && BANMEN_MAX_PLAYERS == RuntimeGame::most_players);
static_assert(BANMEN_MAX_PAYOFF == RuntimeGame::most_payoff(1) && BANMEN_MAX_EVALUATION == RuntimeGame::most_evaluation);
static_assert(BANMEN_MAX_SCALED_PAYOFF / 16384 == RuntimeGame::most_payoff(16384));
static_assert(BANMEN_CHANCE == chance && BANMEN_OVER == over);

namespace {

/// "sowings=3\nendless=false"
Figures facts_of_lines(std::string_view lines) {
  Figures facts;
  for (const std::string_view line : split(lines, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    Figure fact{std::string(line.substr(0, equals)), {}};
    const std::string_view value = line.substr(equals + 1);
    long number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value == "true" || value == "false")
      fact.value = Datum(value == "true");
    else if (error == std::errc{} && end == value.data() + value.size())
      fact.value = number;
    else
      fact.value = value;
    facts.push_back(std::move(fact));
  }
  return facts;
}

Picture picture_of_lines(std::string_view lines) {
  Picture picture;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    picture.line();
    // Bytes 1 … 8 select the ink of the following text; the name of the site that it draws is enclosed in 14 and 15.
    Ink ink = Ink::plain;
    std::string text, site;
    bool naming = false;
    const auto put = [&] {
      if (!text.empty()) picture.put(std::exchange(text, {}), ink, std::exchange(site, {}));
    };
    for (const char c : lines.substr(0, end)) {
      const bool chooses_ink = c >= 1 && c <= 8;
      if (chooses_ink || c == 14) {
        put();
        site.clear();
        naming = c == 14;
        if (chooses_ink) ink = static_cast<Ink>(c - 1);
      } else if (c == 15) {
        naming = false;
      } else {
        (naming ? site : text) += c;
      }
    }
    put();
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return picture;
}

/// Texts passed a trial when the game was opened; a later failure is the plug-in's fault.
template <class T>
T or_fault(const char* what, Result<T> read) {
  if (!read) throw SceneFault(what, read.error());
  return std::move(*read);
}

/// Calls read(error, room), which returns 0 on success.
template <class Read>
Result<void> understood(const char* fallback, Read read) {
  char error[256];
  std::snprintf(error, sizeof error, "%s", fallback);
  if (read(error, sizeof error) == 0) return {};
  error[sizeof error - 1] = '\0';
  return fail(error, {}, 1);
}

}  // namespace

PluginGame::PluginGame(std::shared_ptr<const BanmenGame> table, void* rules, std::string rules_stamp)
    : table_(std::move(table)), rules_(rules), stamp_(std::move(rules_stamp)) {
  const BanmenGame& t = *table_;
  functions_ = {rules, t.turn, t.moves, t.play, t.count, t.draw, t.sample, t.is_pass, t.weight, t.hash};
  traits_.position_size = t.position_size(rules);
  traits_.players = t.players(rules);
  traits_.move_capacity = t.move_capacity(rules);
  if (t.symmetries) traits_.symmetries = t.symmetries(rules);
  if (t.evaluation_unit) traits_.evaluation_unit = t.evaluation_unit(rules);
  if (t.evaluation_scale) traits_.evaluation_scale = t.evaluation_scale(rules);
  traits_.zero_sum = t.zero_sum && t.zero_sum(rules) != 0;
  traits_.has_scene = t.layout;
  CapabilitySet& can = traits_.capabilities;
  can.add(Capability::chance, t.weight);
  can.add(Capability::loopy, t.endless || t.forever);
  can.add(Capability::symmetric, t.symmetries);
  can.add(Capability::team, t.team);
  can.add(Capability::sampled, t.draw || t.sample);
  can.add(Capability::pass, t.is_pass);
  can.add(Capability::evaluated, t.evaluate);
  can.add(Capability::horizon, t.horizon);
  can.add(Capability::scored, t.score);
  can.add(Capability::drawable, t.picture);
  can.add(Capability::narrated, t.facts);
  can.add(Capability::sure, t.sure);
}

Result<void> PluginGame::read_position(std::string_view text, std::uint8_t* p) const {
  return understood("the position is not understood", [&](char* error, std::size_t room) {
    return table_->read_position(rules_, std::string(text).c_str(), p, error, room);
  });
}

Result<std::uint64_t> PluginGame::read_move(const std::uint8_t* p, std::string_view text) const {
  if (table_->read_move) {
    std::uint64_t move = 0;
    TRY(understood("the move is not understood", [&](char* error, std::size_t room) {
      return table_->read_move(rules_, p, std::string(text).c_str(), &move, error, room);
    }));
    return move;
  }
  // Without a reader, compare with the texts of the legal moves.
  Result<std::uint64_t> found = fail("there is no move '" + std::string(text) + "' here", {}, 1);
  if (table_->turn(rules_, p) == over) return found;
  std::vector<std::uint64_t> list(traits_.move_capacity);
  list.resize(table_->moves(rules_, p, list.data()));
  for (const std::uint64_t move : list)
    if (move_text(p, move) == text) found = move;
  return found;
}

std::string PluginGame::seat_name(int seat) const {
  if (table_->seat_name) return written(table_->seat_name, seat);
  if (traits_.players == 2) return seat == 0 ? "first" : "second";
  return std::to_string(seat + 1);
}

Picture PluginGame::picture(const std::uint8_t* p) const {
  return picture_of_lines(table_->picture ? written(table_->picture, p) : position_text(p));
}

scene::Layout PluginGame::layout() const { return or_fault("layout", scene::read_layout(written(table_->layout))); }

scene::Scene PluginGame::scene(const std::uint8_t* p, const std::int32_t* gained, const std::uint8_t* before,
                               std::uint64_t move) const {
  return or_fault("scene", scene::read_scene(written(table_->scene, p, gained, before, move)));
}

std::vector<scene::Step> PluginGame::steps(const std::uint8_t* before, std::uint64_t move, const std::int32_t* gained) const {
  return or_fault("steps", scene::read_steps(written(table_->steps, before, move, gained)));
}

scene::Choices PluginGame::choices(const std::uint8_t* p) const {
  return or_fault("choices", scene::read_choices(written(table_->choices, p)));
}

Figures PluginGame::facts(const std::uint8_t* p, std::uint64_t move) const {
  return table_->facts ? facts_of_lines(written(table_->facts, p, move)) : Figures{};
}

}  // namespace banmen
