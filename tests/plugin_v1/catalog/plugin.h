/* Games from outside: a plain C function table, so that a game in a shared object joins the catalog while the program runs.
 *
 * A plug-in exports one function, `const BanmenGame* banmen_game(void)`. Positions are position_size bytes that can be copied
 * freely; bytes that mean nothing must be zero, since equal positions must be equal bytes. Moves are 64-bit numbers. Texts are
 * written like snprintf: at most `room` bytes with the ending zero, returning the length that the whole text has. Readers return
 * 0 when they understood the text, else they write what is wrong into `error`.
 *
 * The rules object that `make` returns is never written to afterwards: all functions may be called from several threads. */
#ifndef BANMEN_PLUGIN_H
#define BANMEN_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BANMEN_PLUGIN_MAGIC 0x6e6d6e62u /* "bnmn" */
#define BANMEN_PLUGIN_VERSION 1u
#define BANMEN_MAX_POSITION 1024u
#define BANMEN_MAX_PLAYERS 8
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
  uint32_t size;    /* sizeof(BanmenGame) */
  uint32_t parameter_count;
  const char* id; /* lower-case letters and digits */
  const char* title;
  const BanmenParameter* parameters;

  /* The rules for given values, in the order of `parameters`; NULL and an error text where they do not fit together. */
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

  /* The rest may be NULL. */
  uint64_t (*hash)(const void* rules, const void* position);
  /* Draws a move uniformly from the random 64-bit `word`; returns how many there are, 0 when the game is over. */
  uint32_t (*sample)(const void* rules, const void* position, uint64_t word, uint64_t* move);
  uint32_t (*count)(const void* rules, const void* position);
  uint32_t (*weight)(const void* rules, const void* position, uint64_t move); /* of a chance outcome; needed where turn is chance */
  size_t (*seat_name)(const void* rules, int seat, char* text, size_t room);
  size_t (*picture)(const void* rules, const void* position, char* text, size_t room); /* lines parted by '\n' */
  int (*is_pass)(const void* rules, uint64_t move);
  int (*zero_sum)(const void* rules); /* of two seats: what one gets the other always loses. NULL: it need not be so */
} BanmenGame;

/* The one symbol that a plug-in exports. */
const BanmenGame* banmen_game(void);

#ifdef __cplusplus
}
#endif

#endif
