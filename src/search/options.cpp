#include "search/options.hpp"

#include "core/text.hpp"
#include "search/maxn.hpp"
#include "search/uct.hpp"

namespace banmen {

std::vector<Parameter> with_limits(std::vector<Parameter> own) {
  own.push_back(Parameter::real("time", "0", 0, 86400, "seconds per move; 0: no limit (a limit makes play irreproducible)"));
  own.push_back(Parameter::integer("nodes", 0, 0, 1'000'000'000'000, "positions (uct: playouts) per move; 0: no limit"));
  own.push_back(Parameter::integer("seed", 0, 0, 1'000'000'000'000, "random seed; 0: the match's seed"));
  return own;
}

namespace {

Parameter depth(const char* usual) {
  return Parameter::integer(
      "depth", 0, 0, deepest,
      std::string("plies to look ahead; 0: ") + usual + ", or if time or nodes is set, as deep as they allow");
}
Parameter table() { return Parameter::integer("table", 16, 1, most_mebibytes, "MiB of transposition table"); }
Parameter exact() { return Parameter::integer("exact", 0, 0, 64, "moves before the end at which exact search begins; 0: never"); }
Parameter ties() {
  return Parameter::choice("ties", {"first", "random", "cautious", "all"},
                           "choice among equal moves: the first, a random one, the worst for the searching seat (cautious), "
                           "or the range of results over every choice (all)");
}
Parameter plain_ties() { return Parameter::choice("ties", {"first", "random"}, "choice among equal moves: the first, or random"); }
Parameter aim() {
  return Parameter::text("aim", "own", "a sum like own+0.5*facing-rest",
                         "the agent's aim: a weighting of results (own, facing, rest) and standings (own.score etc.)");
}
Parameter model() { return Parameter::text("model", "own", "a sum like own-0.5*rest", "the assumed aim of the other seats"); }

std::vector<AgentKind> make_kinds() {
  std::vector<AgentKind> kinds;
  kinds.push_back({"random",
                   "any legal move, uniformly",
                   {Parameter::integer("seed", 0, 0, 1'000'000'000'000, "random seed; 0: the match's seed")}});
  kinds.push_back({"greedy",
                   "the move to the best next position",
                   {Parameter::choice("ties", {"random", "first"}, "choice among equal moves: random, or the first"), aim(),
                    Parameter::integer("seed", 0, 0, 1'000'000'000'000, "random seed; 0: the match's seed")}});
  kinds.push_back(
      {"alphabeta", "two sides: principal variation search with iterative deepening",
       with_limits({depth("6"), exact(), table(),
                    Parameter::integer("noise", 0, 0, 1'000'000, "width of random noise on evaluations, in evaluation points"),
                    Parameter::path("db", "endgame database made by `banmen db build`")})});
  kinds.push_back(
      {"maxn", "any number of seats: each maximises its own aim",
       with_limits({depth("4"), exact(), ties(), aim(), model(), table(),
                    Parameter::integer("noise", 0, 0, 1'000'000, "width of random noise on evaluations, in evaluation points")})});
  kinds.push_back({"paranoid", "any number of seats: all others against the searcher",
                   with_limits({depth("4"), exact(), plain_ties(), aim(), table()})});
  kinds.push_back({"brs", "best-reply search: between two own moves only the worst single reply counts",
                   with_limits({depth("4"), plain_ties(), aim(), table()})});
  kinds.push_back(
      {"uct", "Monte-Carlo tree search with UCB1: mean + c·√(2 ln N / n)",
       with_limits(
           {Parameter::integer("playouts", 1000, 1, 1'000'000'000, "playouts per move, unless time or nodes limit it"),
            Parameter::real("c", "1", 0, 100, "weight of exploration"),
            Parameter::integer("expand", 1, 1, 1'000'000, "visits after which a leaf is expanded"),
            Parameter::choice("backup", {"own", "paper"},
                              "reward that a node maximises: its own seat's (own) or the root seat's (paper)"),
            Parameter::flag("solve", false, "back up proved results exactly and stop sampling them"),
            Parameter::choice("reward", {"win", "rank", "margin"},
                              "reward of a playout: 1 for a win, shared in a draw (win); share of seats beaten (rank); or margin"),
            Parameter::flag("evaluate", false, "replace playouts by the evaluation"),
            Parameter::integer("cut", 0, 0, 100000,
                               "plies after which a playout is cut off and evaluated; 0: only where random play does not end"),
            Parameter::real("scale", "0", 0, 1e6, "evaluation points that count as a likely win; 0: the game's own"),
            Parameter::choice("playout", {"whole", "staged"},
                              "random choice of playout moves: whole moves, or stage by stage if the game has staged moves"),
            Parameter::real("widen", "0", 0, 100, "progressive widening: only the first widen·√visits children; 0: off"),
            Parameter::flag("reuse", false, "reuse the part of the tree below the moves played"),
            Parameter::integer("workers", 1, 1, 256, "threads, each with its own tree; visits are added up"), aim(),
            Parameter::integer("memory", 256, 1, most_mebibytes, "MiB for the tree; a full tree stops growing")})});
  kinds.push_back({"expectimax", "chance and two sides: chance outcomes averaged by probability",
                   with_limits({depth("2"), table(),
                                Parameter::integer("width", 8, 0, 100000,
                                                   "best moves of a one-ply search that are searched deeper; 0: all")})});
  kinds.push_back({"exact", "random until at most `empties` moves are left, then every seat plays to maximise its own result",
                   with_limits({Parameter::integer("empties", 8, 0, 64, "moves before the end at which exact search begins"),
                                ties(), aim(), table()})});
  kinds.push_back({"dfpn", "proof-number search: proves a win or a loss; otherwise the most promising move",
                   with_limits({table(), Parameter::integer("goal", 1, -1000000, 1000000, "smallest lead that counts as a win")})});
  return kinds;
}

}  // namespace

const std::vector<AgentKind>& agent_kinds() {
  static const std::vector<AgentKind> kinds = make_kinds();
  return kinds;
}

Result<const AgentKind*> find_agent_kind(std::string_view id) {
  std::vector<std::string> ids;
  for (const AgentKind& kind : agent_kinds()) {
    if (kind.id == id) return &kind;
    ids.push_back(kind.id);
  }
  return fail(ErrorKind::unknown_name, "there is no agent '" + std::string(id) + "'", suggest(id, ids));
}

CommonOptions CommonOptions::from(const Values& values) {
  return {values.real("time"), static_cast<std::uint64_t>(values.integer("nodes")),
          static_cast<std::uint64_t>(values.integer("seed"))};
}

int chosen_depth(const Values& values, const CommonOptions& common, int usual) {
  const auto given = static_cast<int>(values.integer("depth"));
  if (given > 0) return given;
  return common.limited() ? deepest : usual;
}

Ties read_ties(const std::string& text) {
  return text == "random" ? Ties::random : text == "cautious" ? Ties::cautious : text == "all" ? Ties::all : Ties::first;
}

Result<MaxNOptions> MaxNOptions::from(const Values& values, bool with_model) {
  const auto aim = read_aim(values.text("aim")), model = with_model ? read_aim(values.text("model")) : Aim{};
  if (!aim || !model) return fail((aim ? model : aim).error());
  const CommonOptions common = CommonOptions::from(values);
  return MaxNOptions{.common = common,
                     .depth = chosen_depth(values, common, 4),
                     .exact = static_cast<int>(values.integer("exact")),
                     .ties = read_ties(values.text("ties")),
                     .aim = *aim,
                     .model = *model,
                     .table = static_cast<int>(values.integer("table")),
                     .noise = static_cast<Value>(values.integer("noise"))};
}

Result<MaxNOptions> MaxNOptions::of_exact(const Values& values) {
  const auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  return MaxNOptions{.common = CommonOptions::from(values),
                     .depth = 1,
                     .exact = static_cast<int>(values.integer("empties")),
                     .ties = read_ties(values.text("ties")),
                     .aim = *aim,
                     .model = *aim,
                     .table = static_cast<int>(values.integer("table"))};
}

Result<UctOptions> UctOptions::from(const Values& values) {
  auto aim = read_aim(values.text("aim"));
  if (!aim) return fail(aim.error());
  UctOptions options;
  options.common = CommonOptions::from(values);
  options.playouts = static_cast<std::uint64_t>(values.integer("playouts"));
  options.c = values.real("c");
  options.expand = static_cast<std::uint32_t>(values.integer("expand"));
  options.paper = values.text("backup") == "paper";
  options.solve = values.flag("solve");
  options.reward = values.text("reward") == "rank"     ? RewardKind::rank
                   : values.text("reward") == "margin" ? RewardKind::margin
                                                       : RewardKind::win;
  options.evaluate = values.flag("evaluate");
  options.cut = static_cast<std::uint32_t>(values.integer("cut"));
  options.scale = values.real("scale");
  options.staged = values.text("playout") == "staged";
  options.widen = values.real("widen");
  options.reuse = values.flag("reuse");
  options.workers = static_cast<int>(values.integer("workers"));
  options.aim = *aim;
  options.memory = static_cast<int>(values.integer("memory"));
  return options;
}

const char* unit_of(RewardKind reward, const Aim& aim) {
  if (!aim.plain()) return "expected fulfilment of its aim, 0 to 1";
  switch (reward) {
    case RewardKind::win: break;
    case RewardKind::rank: return "expected share of the others beaten, 0 to 1";
    case RewardKind::margin: return "expected reward by margin, 0 to 1";
  }
  return "expected share of the win, 0 to 1";
}

}  // namespace banmen
