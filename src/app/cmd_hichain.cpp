// What is HICHAIN's alone: scoring any cards, listing chains and the paper's chain trees, finding mates.
#include "app/command.hpp"
#include "catalog/name.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "games/hichain/hichain.hpp"
#include "games/hichain/layout.hpp"
#include "study/hichain/blockade.hpp"
#include "study/hichain/chain_tree.hpp"
#include "study/hichain/expert.hpp"
#include "study/hichain/mate_survey.hpp"
#include "study/hichain/survey.hpp"

namespace banmen::app {
namespace {

using hichain::Chain;
using hichain::Laid;

struct HichainArguments {
  std::string rules = "hichain";
  std::string cards;
  bool start = false;
  std::string position;
  std::string moves;
  bool tree = false;
  int mate = 1;
  int gain = 1;
  std::uint64_t games = 1000;
  std::string player = "random";
  std::string opponent = "greedy";
  std::string keep = "O", red_keep;
  std::size_t beam = 400;
  std::uint32_t from = 0, to = 54, every = 1;
};

Result<Hichain> open_rules(const std::string& text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  if (name->id != Hichain::id()) return fail("'" + name->id + "' is not hichain", "rules look like hichain:wrap=false");
  const auto values = check_values(name->id, Hichain::parameters(), name->given);
  if (!values) return fail(values.error());
  return Hichain::make(*values);
}

/// The position that --position and --moves lead to.
Result<Hichain::Position> open_position(const Hichain& g, const HichainArguments& arguments) {
  auto p = g.initial();
  if (!arguments.position.empty()) {
    const auto read = g.read_position(arguments.position);
    if (!read) {
      Error error = read.error();
      error.where = "--position";
      return fail(error);
    }
    p = *read;
  }
  for (const std::string_view word : words(arguments.moves)) {
    const auto move = g.read_move(p, word);
    if (!move) {
      Error error = move.error();
      error.where = "--moves";
      error.column = static_cast<int>(word.data() - arguments.moves.data()) + std::max(1, error.column);
      return fail(error);
    }
    g.play(p, *move);
  }
  return p;
}

Result<std::vector<Laid>> open_cards(const HichainArguments& arguments) {
  auto cards = hichain::read_cards(arguments.cards);
  if (!cards) {
    Error error = cards.error();
    error.where = "--cards";
    return fail(error);
  }
  if (!arguments.start) return cards;
  std::vector<Laid> all = hichain::start_block();
  for (const Laid& card : *cards) {
    for (const Laid& other : hichain::start_block())
      if (card.x == other.x && card.y == other.y) return fail(hichain::text(card) + " lies on a card of the start block");
    all.push_back(card);
  }
  return all;
}

const char* kind_name(Chain::Kind kind) {
  return kind == Chain::Kind::sequential ? "sequential" : kind == Chain::Kind::same ? "same-letter" : "royal";
}
const char* reader_name(int reader) {
  constexpr const char* names[4] = {"north", "east", "south", "west"};
  return names[reader];
}
std::string cell_name(const Laid& card) { return hichain::text(card).substr(2); }

struct Listing {
  std::vector<Laid> cards;
  std::vector<Chain> chains;
  std::array<int, 2> score{};
  std::array<bool, 2> royal{};
};

Result<Listing> list(const Hichain& g, std::vector<Laid> cards) {
  Listing out{std::move(cards), {}, {}, {}};
  for (int colour = 0; colour < 2; ++colour) {
    auto chains = hichain::list_chains(g.chain, out.cards, colour);
    if (!chains) return fail(chains.error());
    for (Chain& chain : *chains) {
      out.score[static_cast<std::size_t>(colour)] += chain.score;
      if (chain.kind == Chain::Kind::royal) out.royal[static_cast<std::size_t>(colour)] = true;
      out.chains.push_back(std::move(chain));
    }
  }
  return out;
}

Json to_json(const Listing& listing) {
  Json chains = Json::array();
  for (const Chain& chain : listing.chains) {
    Json cells = Json::array(), cards = Json::array();
    for (const int number : chain.cards) {
      const Laid& card = listing.cards[static_cast<std::size_t>(number)];
      cells.push_back(cell_name(card));
      cards.push_back(hichain::text(card));
    }
    chains.push_back({{"colour", Hichain::seat_name(static_cast<Seat>(chain.colour))},
                      {"kind", kind_name(chain.kind)},
                      {"cells", cells},
                      {"cards", cards},
                      {"letters", chain.letters},
                      {"reader", reader_name(chain.reader)},
                      {"score", chain.score}});
  }
  return {{"score", listing.score}, {"royal", listing.royal}, {"chains", chains}};
}

void say(Context& context, const Listing& listing) {
  context.draw(hichain::draw(listing.cards));
  for (const Chain& chain : listing.chains) {
    std::string cells;
    for (const int number : chain.cards) cells += " " + hichain::descriptive_text(listing.cards[static_cast<std::size_t>(number)]);
    context.say("{:<6} {:<12} {:>4}  {}  read from the {}:{}", Hichain::seat_name(static_cast<Seat>(chain.colour)),
                kind_name(chain.kind), chain.score, chain.letters, reader_name((chain.reader + 2) & 3), cells);
  }
  context.say("black {}, red {}", listing.score[0], listing.score[1]);
  for (int colour = 0; colour < 2; ++colour)
    if (listing.royal[static_cast<std::size_t>(colour)])
      context.say("{} has completed CHAIN and wins", Hichain::seat_name(static_cast<Seat>(colour)));
}

Result<int> run_score(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  auto cards = open_cards(arguments);
  if (!cards) return fail(cards.error());
  const auto listing = list(*g, std::move(*cards));
  if (!listing) return fail(listing.error());
  if (context.json)
    context.print(to_json(*listing));
  else
    say(context, *listing);
  return context.finish();
}

Json to_json(const hichain::ChainForest& forest, const std::vector<Laid>& cards) {
  Json trees = Json::array();
  for (const auto& tree : forest.trees) {
    Json nodes = Json::array();
    for (const auto& node : tree.nodes)
      nodes.push_back({{"card", hichain::text(cards[static_cast<std::size_t>(node.card)])},
                       {"letter", std::string(1, static_cast<char>('A' + node.letter))},
                       {"parent", node.parent},
                       {"valid", node.valid},
                       {"mature", node.mature},
                       {"coexisting", node.coexisting()}});
    trees.push_back({{"kind", kind_name(tree.kind)}, {"reader", reader_name(tree.reader)}, {"nodes", nodes}});
  }
  Json inclusions = Json::array();
  for (const auto& i : forest.inclusions)
    inclusions.push_back({{"tree", i.tree}, {"leaf", i.leaf}, {"inside_tree", i.other_tree}, {"inside_leaf", i.other_leaf}});
  return {{"score", forest.score}, {"trees", trees}, {"inclusions", inclusions}};
}

void say_tree(Context& context, const hichain::ChainForest& forest, const std::vector<Laid>& cards, int colour) {
  const auto path = [&](std::size_t tree, std::size_t leaf) {
    std::string out;
    for (int up = static_cast<int>(leaf); up >= 0; up = forest.trees[tree].nodes[static_cast<std::size_t>(up)].parent)
      out = static_cast<char>('A' + forest.trees[tree].nodes[static_cast<std::size_t>(up)].letter) + out;
    return out + " (" + kind_name(forest.trees[tree].kind) + ", up is " + reader_name(forest.trees[tree].reader) + ")";
  };
  for (const auto& tree : forest.trees) {
    context.say("{}, {}, up is {}", Hichain::seat_name(static_cast<Seat>(colour)), kind_name(tree.kind), reader_name(tree.reader));
    for (const auto& node : tree.nodes)
      context.say("{:>3} {:{}}{}  {}{}",
                  node.coexisting() ? "co" : fmt::format("{}{}", node.valid ? "v" : "", node.mature ? "m" : ""), "", 2 * node.depth,
                  static_cast<char>('A' + node.letter), hichain::descriptive_text(cards[static_cast<std::size_t>(node.card)]),
                  node.leaf && node.valid && node.mature ? fmt::format("   {}", node.depth * node.depth) : "");
  }
  for (const auto& i : forest.inclusions) context.say("{} lies in {}", path(i.tree, i.leaf), path(i.other_tree, i.other_leaf));
}

Result<int> run_chains(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  std::vector<Laid> cards;
  if (!arguments.cards.empty()) {
    if (!arguments.position.empty() || !arguments.moves.empty()) return fail("--cards excludes --position and --moves");
    auto given = open_cards(arguments);
    if (!given) return fail(given.error());
    cards = std::move(*given);
  } else {
    const auto p = open_position(*g, arguments);
    if (!p) return fail(p.error());
    cards = hichain::layout(*p);
  }
  const auto listing = list(*g, cards);
  if (!listing) return fail(listing.error());
  std::vector<hichain::ChainForest> forests;
  for (int colour = 0; arguments.tree && colour < 2; ++colour) {
    auto forest = hichain::chain_forest(g->chain, cards, colour);
    if (!forest) return fail(forest.error());
    forests.push_back(std::move(*forest));
  }
  if (context.json) {
    Json document = to_json(*listing);
    if (arguments.tree) document["trees"] = {{"black", to_json(forests[0], cards)}, {"red", to_json(forests[1], cards)}};
    context.print(document);
    return context.finish();
  }
  say(context, *listing);
  for (int colour = 0; arguments.tree && colour < 2; ++colour)
    say_tree(context, forests[static_cast<std::size_t>(colour)], cards, colour);
  return context.finish();
}

Result<int> run_mate(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  const auto p = open_position(*g, arguments);
  if (!p) return fail(p.error());
  const Control control = context.control();
  auto board = std::make_unique<Hichain::Board>(g->board(*p));
  std::vector<std::string> at_once, mates;
  for (const auto& scoring : hichain::scoring_moves(*g, *board, arguments.gain)) at_once.push_back(g->text(*p, scoring.move));
  hichain::MateSearch search(*g, arguments.gain, ~0ULL, control.stop);
  std::vector<Hichain::Move> moves(g->count(*p));
  MoveList<Hichain::Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
  g->moves(*p, list);
  std::uint64_t done_moves = 0;
  for (const auto m : list) {
    if (search.stopped()) break;
    if (control.progress) control.progress(done_moves, list.size(), "moves");
    if (search.mates(*board, m, arguments.mate)) mates.push_back(g->text(*p, m));
    ++done_moves;
  }
  const int status = context.finish();
  if (context.json) {
    context.print({{"position", g->text(*p)},
                   {"turn", g->seat_name(static_cast<Seat>(p->mover))},
                   {"moves", arguments.mate},
                   {"gain", arguments.gain},
                   {"at_once", at_once},
                   {"mates", mates},
                   {"legal", list.size()},
                   {"complete", done_moves == list.size()},
                   {"nodes", search.nodes}});
    return status;
  }
  context.say("{}: {} of {} moves score {} or more at once: {}", g->seat_name(static_cast<Seat>(p->mover)), at_once.size(),
              list.size(), arguments.gain, join(at_once, " "));
  context.say("{} mate in {} or fewer{}: {}", mates.size(), arguments.mate,
              done_moves == list.size() ? "" : " (not all moves tried)", join(mates, " "));
  return status;
}

Json to_json(const hichain::Survey::Opening& o) {
  return {{"games", o.games}, {"black_wins", o.wins}, {"draws", o.draws}, {"red_wins", o.games - o.wins - o.draws}};
}

/// f(player) with the player of that name.
template <class F>
auto with_player(const std::string& name, F&& f) {
  if (name == "greedy") return f(hichain::GreedyPlayer{});
  if (name == "few") return f(hichain::MobilityPlayer{true});
  if (name == "many") return f(hichain::MobilityPlayer{false});
  if (name == "expert") return f(hichain::ExpertPlayer{});
  return f(hichain::RandomPlayer{});
}
const std::vector<std::string> player_names = {"random", "greedy", "few", "many", "expert"};

Result<int> run_survey(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  const auto survey = [&](const auto& player) { return hichain::survey(*g, player, arguments.games, context.seed); };
  const hichain::Survey found = with_player(arguments.player, survey);
  const double n = static_cast<double>(found.games);
  Json letters = Json::object();
  for (int sign = 0; sign < hichain::signs; ++sign)
    letters[std::string(1, hichain::sign_letter(sign))] =
        static_cast<double>(found.in_chain[static_cast<std::size_t>(sign)]) / (2 * n);
  if (context.json) {
    context.print({{"player", arguments.player},
                   {"games", found.games},
                   {"black_wins", found.black_wins},
                   {"red_wins", found.red_wins},
                   {"draws", found.draws},
                   {"points", {static_cast<double>(found.points[0]) / n, static_cast<double>(found.points[1]) / n}},
                   {"royal", found.royal},
                   {"passes", found.passes},
                   {"ended_with_cards_left", found.cards_left},
                   {"in_chain", letters},
                   {"dual_opening", to_json(found.dual)},
                   {"other_opening", to_json(found.other)},
                   {"black_had_more_moves", to_json(found.more)},
                   {"black_had_fewer_moves", to_json(found.fewer)}});
    return context.finish();
  }
  context.say("{} games of {} players: black wins {}, red {}, draws {}; {:.2f} and {:.2f} points", grouped(found.games),
              arguments.player, found.black_wins, found.red_wins, found.draws, static_cast<double>(found.points[0]) / n,
              static_cast<double>(found.points[1]) / n);
  context.say("CHAIN completed {} times, {} forced passes, {} games ended with cards left", found.royal, found.passes,
              found.cards_left);
  std::string line;
  for (const auto& [sign, share] : letters.items()) line += fmt::format(" {} {:.3f}", sign, share.get<double>());
  context.say("share of each card that ends in a scoring chain:{}", line);
  context.say(
      "black's wins of games: {} of {} after a dual-use card, {} of {} after another; {} of {} with more moves than red, {} of {} "
      "with "
      "fewer",
      found.dual.wins, found.dual.games, found.other.wins, found.other.games, found.more.wins, found.more.games, found.fewer.wins,
      found.fewer.games);
  return context.finish();
}

Result<int> run_duel(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  const Control control = context.control();
  hichain::Duel sum;
  constexpr std::uint64_t part = 10;
  for (std::uint64_t begin = 0; begin < arguments.games && !control.stop.stop_requested(); begin += part) {
    if (control.progress) control.progress(begin, arguments.games, "games");
    sum += with_player(arguments.player, [&](const auto& a) {
      return with_player(arguments.opponent, [&](const auto& b) {
        return hichain::duel(*g, a, b, begin, std::min(begin + part, arguments.games), context.seed);
      });
    });
  }
  const int status = context.finish();
  if (sum.games == 0) return fail(ErrorKind::stopped, "stopped before the first game was over");
  const double score = static_cast<double>(sum.wins) + 0.5 * static_cast<double>(sum.draws);
  const auto games = static_cast<double>(sum.games);
  const ConfidenceInterval interval = exact_interval(score, sum.games);
  const std::uint64_t losses = sum.games - sum.wins - sum.draws;
  if (context.json) {
    context.print({{"player", arguments.player},
                   {"opponent", arguments.opponent},
                   {"games", sum.games},
                   {"wins", sum.wins},
                   {"draws", sum.draws},
                   {"losses", losses},
                   {"score", score / games},
                   {"interval", {interval.low, interval.high}},
                   {"black_wins", sum.black_wins},
                   {"red_wins", sum.red_wins},
                   {"royal", sum.royal}});
    return status;
  }
  context.say("{} against {}: {} won, {} drawn, {} lost of {}: {:.3f} [{:.3f}, {:.3f}]; black won {}, red {}; CHAIN {} times",
              arguments.player, arguments.opponent, sum.wins, sum.draws, losses, sum.games, score / games, interval.low,
              interval.high, sum.black_wins, sum.red_wins, sum.royal);
  return status;
}

Result<int> run_mates(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  if (arguments.from > arguments.to) return fail("--from is after --to");
  const Control control = context.control();
  const hichain::MateSurvey found = with_player(arguments.player, [&](const auto& player) {
    return hichain::survey_mates(*g, player, arguments.gain, arguments.games, arguments.from, arguments.to, arguments.every,
                                 control);
  });
  const int status = context.finish();
  if (context.json) {
    Json positions = Json::array();
    for (const auto& p : found.found) positions.push_back(g->text(p));
    context.print({{"player", arguments.player},
                   {"gain", arguments.gain},
                   {"positions", found.positions},
                   {"at_once", found.at_once},
                   {"mate_in_1", found.mates[0]},
                   {"mate_in_2", found.mates[1]},
                   {"found", positions}});
    return status;
  }
  context.say("{} positions of {} play: {} score {} or more at once, {} more mate in one, {} more in two", found.positions,
              arguments.player, found.at_once, arguments.gain, found.mates[0], found.mates[1]);
  for (const auto& p : found.found) context.say("{}", g->text(p));
  return status;
}

Result<int> run_block(Context& context, const HichainArguments& arguments) {
  const auto g = open_rules(arguments.rules);
  if (!g) return fail(g.error());
  std::array<std::uint32_t, 2> kept{};
  for (std::size_t colour = 0; colour < 2; ++colour)
    for (const char c : colour == 0 ? arguments.keep : arguments.red_keep) {
      const int sign = c == '*' ? hichain::asterisk : c - 'A';
      if (sign < 0 || sign > hichain::asterisk || g->field_ways(sign).empty())
        return fail(std::string("there is no card '") + c + "'", "cards are A to Z and *, as in --keep OQ");
      kept[colour] |= 1u << sign;
    }
  const Control control = context.control();
  const hichain::Blockade found = hichain::BlockadeSearch(*g, kept, arguments.beam, control).run();
  const int status = context.finish();
  auto p = g->initial();
  std::vector<std::string> moves;
  for (const auto m : found.moves) {
    moves.push_back(g->text(p, m));
    g->play(p, m);
  }
  // The side to move has cards and no place for any.
  const bool stuck = p.royal == 0 && g->horizon(p) > 0 && found.placements[p.mover] == 0 && !g->ways_left(p, p.mover).empty();
  if (context.json) {
    context.print({{"kept", {arguments.keep, arguments.red_keep}},
                   {"moves", moves},
                   {"position", g->text(p)},
                   {"cards_left", g->horizon(p)},
                   {"turn", g->seat_name(static_cast<Seat>(p.mover))},
                   {"placements", found.placements},
                   {"stuck", stuck}});
    return status;
  }
  context.draw(g->picture(p));
  context.say("{} cards left; black has {} placements, red {}{}", g->horizon(p), found.placements[0], found.placements[1],
              stuck ? ": " + g->seat_name(static_cast<Seat>(p.mover)) + " is to move and can't" : "");
  context.say("{}", join(moves, " "));
  return status;
}

}  // namespace

void add_hichain(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<HichainArguments>();
  CLI::App* hichain =
      app.add_subcommand("hichain", "What is HICHAIN's alone: score cards, list chains, find mates, block the board");
  hichain->require_subcommand(1);

  CLI::App* score = add_command(*hichain, context, "score", "Score any cards on a board",
                                "banmen hichain score --cards \"b An0+0, b Bn1+0, b Cn2+0\"\n"
                                "banmen hichain score --start --cards \"b Gn0-1\" --json",
                                [arguments](Context& c) { return run_score(c, *arguments); });
  score->add_option("--cards", arguments->cards, "The cards, as in: b An0+0, r Bn1+0")->required();

  CLI::App* chains = add_command(*hichain, context, "chains", "List the scoring strings of a position with their cells",
                                 "banmen hichain chains --moves \"In0-1 Hn3+1\"\n"
                                 "banmen hichain chains --tree --cards \"b Xn0+0, b *n1+0, b Zn2+0\"",
                                 [arguments](Context& c) { return run_chains(c, *arguments); });
  chains->add_option("--cards", arguments->cards, "Any cards instead of a position of a game");
  chains->add_flag("--tree", arguments->tree, "The paper's chain trees too, with valid, mature and coexisting marks");

  CLI::App* mate = add_command(*hichain, context, "mate", "Find moves after which the mover surely scores within K more moves",
                               "banmen hichain mate 1 --gain 9\nbanmen hichain mate 2 --position \"start,b:Zs2-1 r\"",
                               [arguments](Context& c) { return run_mate(c, *arguments); });
  mate->add_option("K", arguments->mate, "In how many moves")->check(CLI::Range(1, 4));
  mate->add_option("--gain", arguments->gain, "Points that count as scoring")->check(CLI::Range(1, 10'000));

  CLI::App* survey = add_command(
      *hichain, context, "survey", "Play games and count who wins, which cards end in chains, and how games end",
      "banmen hichain survey --player greedy --games 10000 --json", [arguments](Context& c) { return run_survey(c, *arguments); });
  survey->add_option("--player", arguments->player, "Who plays both sides")->check(CLI::IsMember(player_names));

  CLI::App* duel = add_command(*hichain, context, "duel", "Games between two of HICHAIN's own players, who change colours",
                               "banmen hichain duel few greedy --games 1000\nbanmen hichain duel expert greedy --games 20 --json",
                               [arguments](Context& c) { return run_duel(c, *arguments); });
  duel->add_option("player", arguments->player, "few and many: greedy, and among equals the move that leaves the opponent so")
      ->required()
      ->check(CLI::IsMember(player_names));
  duel->add_option("opponent", arguments->opponent, "The other")->required()->check(CLI::IsMember(player_names));

  CLI::App* mates = add_command(*hichain, context, "mates", "Count the positions of play where the mover has a mate in one or two",
                                "banmen hichain mates --games 20 --from 44 --gain 9\n"
                                "banmen hichain mates --player greedy --games 5 --from 40 --every 4 --json",
                                [arguments](Context& c) { return run_mates(c, *arguments); });
  mates->add_option("--player", arguments->player, "Who plays both sides")->check(CLI::IsMember(player_names));
  mates->add_option("--gain", arguments->gain, "Points that count as scoring")->check(CLI::Range(1, 10'000));
  mates->add_option("--from", arguments->from, "Cards laid before the first position looked at")->check(CLI::Range(0, 54));
  mates->add_option("--to", arguments->to, "Cards laid before the last")->check(CLI::Range(0, 54));
  mates->add_option("--every", arguments->every, "Look at one position in so many")->check(CLI::Range(1, 54));

  CLI::App* block =
      add_command(*hichain, context, "block", "Try to bring about a position with cards left and no legal move, both sides helping",
                  "banmen hichain block --keep O --beam 40\nbanmen hichain block --keep O --red O --beam 400 --json",
                  [arguments](Context& c) { return run_block(c, *arguments); });
  block->add_option("--keep", arguments->keep, "The cards that black keeps, as in OQ");
  block->add_option("--red", arguments->red_keep, "The cards that red keeps; none without it");
  block->add_option("--beam", arguments->beam, "Positions carried on from ply to ply")->check(CLI::Range(1, 1'000'000));

  for (CLI::App* command : {survey, duel, mates})
    command->add_option("--games", arguments->games, "How many")->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32));

  for (CLI::App* command : {score, chains})
    command->add_flag("--start", arguments->start, "With the start block under the --cards");
  for (CLI::App* command : {chains, mate}) {
    command->add_option("--position", arguments->position, "The position; the start of the game without it");
    command->add_option("--moves", arguments->moves, "Moves from there, as in \"Zs2-1 Is1-2\"");
  }
  for (CLI::App* command : {score, chains, mate, survey, duel, mates, block})
    command->add_option("--rules", arguments->rules, "The rules, as hichain[:key=value,…]");
}

}  // namespace banmen::app
