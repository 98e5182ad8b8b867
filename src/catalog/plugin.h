/* Plug-ins: a plain C function table through which a game in a shared object joins the catalog at run time.
 *
 * A plug-in exports one function, `const BanmenGame* banmen_game(void)`. Positions are position_size bytes, aligned to 8, that can
 * be copied freely; bytes that mean nothing must be zero, since equal positions must be equal bytes. Moves are 64-bit numbers.
 * Texts are written like snprintf: at most `room` bytes with the ending zero, returning the length that the whole text has. Readers
 * return 0 when they understood the text, else they write what is wrong into `error`.
 *
 * The rules object that `make` returns is never written to afterwards: all functions may be called from several threads. `destroy`
 * is called once for each, from any thread, when everything made from it (game, sessions, agents) is gone.
 *
 * Functions are only added at the end. `size` gives the extent of a table, so a plug-in built with an older header still works:
 * missing functions count as NULL. Of a longer table the known part is used.
 * Everything from `hash` on may be NULL: the game lacks that capability, and `banmen games ID` does not list it.
 *
 * docs/add-a-game.md lists the rules for plug-ins. Some are checked when a game is opened and during play. */
#ifndef BANMEN_PLUGIN_H
#define BANMEN_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BANMEN_PLUGIN_MAGIC 0x6e6d6e62u /* "bnmn" */
#define BANMEN_PLUGIN_VERSION 1u        /* changes only when older tables become unreadable */
#define BANMEN_MAX_POSITION 1024u
#define BANMEN_MAX_PLAYERS 8
#define BANMEN_MAX_TEXT 1048576u /* bytes of a text */
/* Limit of a seat's total in a game, gains and payoff together, and of every partial sum, in both directions.
 * In points of evaluation (times evaluation_unit, or 16384 if `evaluate` has no unit) the limit is BANMEN_MAX_SCALED_PAYOFF.
 * The same holds for `score` and `forever`. */
#define BANMEN_MAX_PAYOFF 100000
#define BANMEN_MAX_SCALED_PAYOFF 500000000
#define BANMEN_MAX_EVALUATION 30000000
#define BANMEN_CHANCE (-1)
#define BANMEN_OVER (-2)

/* A parameter of the game. The program parses values and checks them against the range; `make` gets them as text. */
typedef struct BanmenParameter {
  const char* name;
  const char* kind;     /* "integer", "flag", "choice" or "text" */
  const char* fallback; /* the default */
  const char* range;    /* integer: "2..13"; choice: "a|b|c"; text: what it looks like; flag: "" */
  const char* help;
} BanmenParameter;

typedef struct BanmenGame {
  uint32_t magic;   /* BANMEN_PLUGIN_MAGIC */
  uint32_t version; /* BANMEN_PLUGIN_VERSION */
  uint32_t size;    /* sizeof(BanmenGame), as the plug-in was compiled */
  uint32_t parameter_count;
  const char* id; /* lower-case letters and digits */
  const char* title;
  const BanmenParameter* parameters;

  /* The rules for given values, in the order of `parameters`; NULL and an error text if they are incompatible. */
  void* (*make)(const char* const* values, char* error, size_t room);
  void (*destroy)(void* rules);

  uint32_t (*position_size)(const void* rules); /* at most BANMEN_MAX_POSITION */
  int (*players)(const void* rules);            /* 1 … BANMEN_MAX_PLAYERS */
  uint32_t (*move_capacity)(const void* rules); /* no position has more moves */
  void (*initial)(const void* rules, void* position);
  int (*turn)(const void* rules, const void* position); /* a seat, BANMEN_CHANCE or BANMEN_OVER */
  uint32_t (*moves)(const void* rules, const void* position, uint64_t* moves);
  void (*play)(const void* rules, void* position, uint64_t move, int32_t* gains); /* gains: zeros on entry */
  void (*payoff)(const void* rules, const void* position, int32_t* payoff);       /* payoff: zeros on entry */
  size_t (*position_text)(const void* rules, const void* position, char* text, size_t room);
  int (*read_position)(const void* rules, const char* text, void* position, char* error, size_t room); /* bytes are zero on entry */
  size_t (*move_text)(const void* rules, const void* position, uint64_t move, char* text, size_t room);

  /* The required part ends here: a table may end after it, or after any of the functions below. */
  uint64_t (*hash)(const void* rules, const void* position);
  /* Draws a move uniformly from the random 64-bit `word`; returns the number of moves, 0 when the game is over.
   * `draw`, below, takes precedence. */
  uint32_t (*sample)(const void* rules, const void* position, uint64_t word, uint64_t* move);
  uint32_t (*count)(const void* rules, const void* position);
  uint32_t (*weight)(const void* rules, const void* position, uint64_t move); /* of a chance outcome; needed at chance */
  size_t (*seat_name)(const void* rules, int seat, char* text, size_t room);
  size_t (*picture)(const void* rules, const void* position, char* text, size_t room); /* lines separated by '\n'; see below */
  /* In a picture a byte from 1 to 8 selects the ink of the text after it on the line: plain, faint, frame, the first to the fourth
   * seat's, mark. A name between the bytes 14 and 15 says which site of the board the text up to the next such byte draws, by the
   * name that the texts of moves have for it: `banmen play` marks there what can be played, and the last move. */
  int (*is_pass)(const void* rules, uint64_t move);
  int (*zero_sum)(const void* rules); /* of two seats: one's gain is the other's loss. NULL: not always */

  /* The first header of version 1 ended here. */

  /* team: seats with the same number play together and get the same payoff. Playouts, matches and all searches count them as one
   * side. */
  int (*team)(const void* rules, int seat); /* a number from 0 */

  /* scored: the standing at any time, gains excluded; zeros on entry. Shown by sessions, measured by `measure`, and used by
   * searches of games without `evaluate`. */
  void (*score)(const void* rules, const void* position, int32_t* score);

  /* evaluated: a heuristic value of the result for a seat, more is better, in points of which evaluation_unit make one of payoff
   * (NULL: a result outweighs every guess) and evaluation_scale make a win e times as likely as a loss (NULL: four units, or 64
   * points). For greedy, alphabeta, maxn, paranoid, brs, expectimax, and uct with evaluate or cut. */
  int32_t (*evaluate)(const void* rules, const void* position, int seat);
  int32_t (*evaluation_unit)(const void* rules);
  double (*evaluation_scale)(const void* rules);

  /* horizon: upper bound of the remaining moves without passes (`is_pass`); every other move lowers it by at least one. For the
   * agent `exact`, and exact= of the others. */
  int (*horizon)(const void* rules, const void* position);

  /* symmetric: how many symmetries the rules have, 1 … 255, number 0 being the identity, and what each makes of a position (zeros
   * on entry), a move and a seat: the image of a game is a game. All four or none, `image_move_at` (below) being as good as
   * image_move. For the census, which counts positions up to symmetry, and for proofs, which keep one representative. */
  uint32_t (*symmetries)(const void* rules);
  void (*image)(const void* rules, uint32_t symmetry, const void* position, void* image);
  uint64_t (*image_move)(const void* rules, uint32_t symmetry, uint64_t move);
  int (*image_seat)(const void* rules, uint32_t symmetry, int seat);

  /* sampled: draws a move uniformly, without listing, with random words of 32 bits from next_word(source);
   * returns the number of moves, 0 when the game is over. For random play; a forced move should take no word. */
  uint32_t (*draw)(const void* rules, const void* position, uint32_t (*next_word)(void* source), void* source, uint64_t* move);

  /* loopy: play may never end. `endless`: this move itself never ends; it is listed like any other, and leads to a
   * position that is over. `forever`: what each seat still gets when positions repeat for ever; zeros on entry. Either may be NULL.
   * For the census, solvers, proofs and properties; dfpn refuses such games. */
  int (*endless)(const void* rules, const void* position, uint64_t move);
  void (*forever)(const void* rules, int32_t* worth);

  /* narrated: facts that the position after a move no longer shows, as lines name=value separated by '\n'. Whole numbers, true and
   * false become such in JSON, anything else stays text. For sessions. */
  size_t (*facts)(const void* rules, const void* position, uint64_t move, char* text, size_t room);

  /* Parses the output of move_text. NULL: the text is compared with those of all moves. */
  int (*read_move)(const void* rules, const void* position, const char* text, uint64_t* move, char* error, size_t room);

  /* The image of a move if it depends on the position: that of `move` at `position`, before the image. Takes precedence over
   * image_move. */
  uint64_t (*image_move_at)(const void* rules, uint32_t symmetry, const void* position, uint64_t move);

  /* scene: the board as data, four texts in the JSON of docs/scene.md; all four or none. `gained` has the gains of each seat so
   * far. `before` and `move` led to `position`; `before` is NULL at the start. `steps` turns the scene of `before` (at which
   * `gained` was got) into the one after `move`. Checked when a game is opened; for the page. */
  size_t (*layout)(const void* rules, char* text, size_t room);
  size_t (*scene)(const void* rules, const void* position, const int32_t* gained, const void* before, uint64_t move, char* text,
                  size_t room);
  size_t (*steps)(const void* rules, const void* before, uint64_t move, const int32_t* gained, char* text, size_t room);
  size_t (*choices)(const void* rules, const void* position, char* text, size_t room);

  /* Bound of the absolute difference between what the two sides still get, however play continues.
   * NULL: unbounded. For proofs and certificates. */
  int32_t (*stake)(const void* rules, const void* position);

  /* sure: if it is evident what each seat still gets under best play of both sides at a position that is not over, writes it (zeros
   * on entry) and returns 1; else returns 0. For proofs, not for certificates. */
  int (*sure)(const void* rules, const void* position, int32_t* payoff);
} BanmenGame;

/* The one symbol that a plug-in exports. */
const BanmenGame* banmen_game(void);

#ifdef __cplusplus
}
#endif

#endif
