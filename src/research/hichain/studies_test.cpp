// HICHAIN's players as agents, and its studies as data.
#include "research/studies.hpp"

#include <gtest/gtest.h>

#include "engines/hichain/extensions.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"
#include "research/hichain/games.hpp"

namespace banmen::hichain {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

const Study& study_of(std::string_view id) {
  for (const Study& study : studies_of("hichain"))
    if (study.id == id) return study;
  ADD_FAILURE() << "there is no study " << id;
  return studies_of("hichain").front();
}

Result<Findings> ask(std::string_view id, const Given& given, const Control& control = {}) {
  const Study& study = study_of(id);
  const auto values = check_values(id, study.parameters, given);
  if (!values) return fail(values.error());
  return study.run(*values, control);
}

Datum figure(const Findings& found, std::string_view name) {
  for (const auto& entry : found.entries)
    if (const auto* figure = std::get_if<Figure>(&entry); figure != nullptr && figure->name == name) return figure->value;
  ADD_FAILURE() << "there is no figure " << name;
  return {};
}

}  // namespace

TEST(HichainAgents, MatchTheirPlayers) {
  const Hichain g;
  const std::vector<std::pair<std::string, std::string>> players = {
      {"scorer", "greedy"}, {"few", "few"}, {"many", "many"}, {"expert", "expert"}};
  ASSERT_EQ(extensions_of<Hichain>().agents.size(), players.size());
  for (const auto& [id, name] : players) {
    const OwnAgent<Hichain>* agent = nullptr;
    for (const auto& own : extensions_of<Hichain>().agents)
      if (own.kind.id == id) agent = &own;
    ASSERT_NE(agent, nullptr) << id;
    EXPECT_FALSE(find_agent_kind(id)) << id << " would hide an agent that all games have";
    const Given given = name == "expert" ? Given{{"nodes", "1"}} : Given{};
    const auto search = agent->make(g, check_values(id, agent->kind.parameters, given).value()).value();
    Limits limits;
    limits.nodes = name == "expert" ? 1 : 0;
    const auto player = make_player(name, limits);
    // The player keeps one board, as the studies do; the agent gets positions.
    auto board = g.board(g.initial());
    std::uint32_t ply = 0;
    for (; board.at.royal == 0 && g.count(board) > 0; ++ply) {
      Question<Hichain> question;
      question.position = g.position(board);
      question.seed = 5;
      question.game = 3;
      question.ply = ply;
      Random random(question.seed, question.game, question.ply);
      const auto chosen = player->choose(g, board, random);
      ASSERT_EQ(search->think(question).lines.at(0).move, chosen) << id << " at ply " << ply;
      g.play(board, chosen);
    }
    EXPECT_GE(ply, 20u);
    Question<Hichain> question;
    question.position = g.position(board);
    EXPECT_TRUE(search->think(question).lines.empty());
  }
}

TEST(HichainStudies, ExpertSortsItsLinesByTheValueItShows) {
  const Hichain g;
  const auto& agents = extensions_of<Hichain>().agents;
  const auto agent = std::find_if(agents.begin(), agents.end(), [](const auto& one) { return one.kind.id == "expert"; });
  ASSERT_NE(agent, agents.end());
  Question<Hichain> question;
  question.position = g.initial();
  for (const char* nodes : {"0", "1", "3000"}) {
    const auto search = agent->make(g, check_values("expert", agent->kind.parameters, {{"nodes", nodes}}).value()).value();
    question.lines = 1;
    const auto choice = search->think(question).lines.at(0).move;
    for (const int lines : {8, 14}) {
      question.lines = lines;
      const auto answer = search->think(question);
      if (lines == 8) {
        EXPECT_EQ(answer.lines.at(0).move, choice) << nodes;
      }
      if (std::string_view(nodes) != "3000") {
        EXPECT_EQ(answer.lines.size(), static_cast<std::size_t>(lines)) << nodes;
      }
      for (std::size_t k = 0; k < answer.lines.size(); ++k) {
        EXPECT_EQ(answer.lines[k].value, answer.lines[k].more.at(0).value.number()) << nodes;
        if (k > 0) {
          EXPECT_LE(answer.lines[k].value, answer.lines[k - 1].value) << nodes << ", line " << k;
        }
      }
    }
  }
}

TEST(HichainStudies, DoNotDependOnThreads) {
  const Hichain g;
  Control one, three;
  one.seed = three.seed = 9;
  three.threads = 3;
  const Survey a = survey_games(g, *make_player("greedy"), 20, one), b = survey_games(g, *make_player("greedy"), 20, three);
  EXPECT_EQ(a.games, 20u);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.in_chain, b.in_chain);
  EXPECT_EQ(a.dual.black_wins, b.dual.black_wins);
  EXPECT_EQ(a.more.games, b.more.games);
  const Duel c = play_duel(g, *make_player("few"), *make_player("greedy"), 20, one);
  const Duel d = play_duel(g, *make_player("few"), *make_player("greedy"), 20, three);
  EXPECT_EQ(c.games, 20u);
  EXPECT_EQ(c.wins, d.wins);
  EXPECT_EQ(c.black_wins, d.black_wins);
  const MatePlan plan{.gain = 4, .games = 12, .from = 48, .every = 2};
  const MateSurvey e = survey_mates(g, *make_player("random"), plan, one), f = survey_mates(g, *make_player("random"), plan, three);
  EXPECT_EQ(e.positions, 36u);
  EXPECT_EQ(e.at_once, f.at_once);
  EXPECT_EQ(e.mates, f.mates);
  EXPECT_EQ(e.found, f.found);
}

TEST(HichainStudies, EndWhenStopped) {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  for (const char* id : {"survey", "duel"}) EXPECT_FALSE(ask(id, {}, control)) << id;
  for (const char* id : {"mate", "mates", "block"}) {
    const auto found = ask(id, {}, control);
    ASSERT_TRUE(found) << id;
    EXPECT_FALSE(found->complete) << id;
  }
}

TEST(HichainStudies, FiguresAreMeasures) {
  const auto mate = ask("mate", {{"gain", "9"}}).value();
  EXPECT_EQ(figure(mate, "mating_moves").number(), 18);
  EXPECT_EQ(figure(mate, "legal").number(), 738);
  EXPECT_TRUE(mate.complete);
  const auto duel = ask("duel", {{"player", "greedy"}, {"opponent", "random"}, {"games", "10"}}).value();
  EXPECT_EQ(figure(duel, "score").number(), 1);
  const auto score = std::get<Datum::List>(figure(ask("score", {{"cards", "b Xn0+0, b Xn1+0"}}).value(), "score").value);
  EXPECT_EQ(score.at(0).number(), 4);
  EXPECT_EQ(score.at(1).number(), 0);
  EXPECT_FALSE(ask("score", {{"cards", "b An0+0"}, {"rules", "bao"}}));
}

}  // namespace banmen::hichain
