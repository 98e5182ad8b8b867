/* A small game whose parameter selects a violation of the plug-in contract. Two seats take one to three tokens from a heap of ten;
   taking the last one wins or, built with -DOTHER_RULES, loses. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/plugin.h"

typedef enum Lie { NONE, LARGE, GROWING, LATE, TEXT, BLANK, EMPTY, SAME, ZERO_SUM, SYMMETRY, WEIGHT, SEATS, LIES } Lie;
static const char* const lies[LIES] = {"none",  "large", "growing", "late",     "text",   "blank",
                                       "empty", "same",  "zerosum", "symmetry", "weight", "seats"};

typedef struct Position {
  unsigned char heap, to_move, side, rolled; /* side: orientation of the heap, without meaning */
} Position;

static const BanmenParameter parameters[] = {
    {"lie", "choice", "none", "none|large|growing|late|text|blank|empty|same|zerosum|symmetry|weight|seats", "what is done wrong"},
};

static void* make(const char* const* values, char* error, size_t room) {
  Lie* lie = malloc(sizeof *lie);
  (void)error, (void)room;
  for (int k = 0; lie && k < LIES; ++k)
    if (strcmp(values[0], lies[k]) == 0) *lie = (Lie)k;
  return lie;
}
static Lie lie_of(const void* rules) { return *(const Lie*)rules; }
static void destroy(void* rules) { free(rules); }
static uint32_t position_size(const void* rules) { return (void)rules, (uint32_t)sizeof(Position); }
static int players(const void* rules) { return (void)rules, 2; }
static uint32_t move_capacity(const void* rules) { return (void)rules, 3; }
static void initial(const void* rules, void* position) {
  (void)rules;
  ((Position*)position)->heap = 10;
}

static int turn(const void* rules, const void* position) {
  const Position* p = position;
  if (p->heap == 0) return BANMEN_OVER;
  return lie_of(rules) == WEIGHT && !p->rolled ? BANMEN_CHANCE : p->to_move;
}

static uint32_t moves(const void* rules, const void* position, uint64_t* out) {
  const Position* p = position;
  uint32_t n = 0;
  (void)rules;
  for (int taken = 1; taken <= 3 && taken <= p->heap; ++taken) out[n++] = (uint64_t)taken;
  return n;
}

static void play(const void* rules, void* position, uint64_t move, int32_t* gains) {
  Position* p = position;
  if (turn(rules, position) == BANMEN_CHANCE) {
    p->rolled = 1;
    return;
  }
  if (lie_of(rules) == GROWING) gains[0] = 40000, gains[1] = -40000;
  p->heap = (unsigned char)(p->heap - move);
  p->to_move ^= 1;
}

static void payoff(const void* rules, const void* position, int32_t* out) {
  static atomic_int asked;
  const Position* p = position;
#ifdef OTHER_RULES
  const int loser = 1 - p->to_move;
#else
  const int loser = p->to_move;
#endif
  out[loser] = -1;
  out[1 - loser] = 1;
  switch (lie_of(rules)) {
    case LARGE: out[0] *= 600000, out[1] *= 600000; break;
    case LATE:
      if (++asked > 1000) out[0] *= 2000000000, out[1] *= 2000000000;
      break;
    case ZERO_SUM: out[loser] = 0; break;
    case SYMMETRY:
      if (p->side) out[0] = -out[0], out[1] = -out[1];
      break;
    default: break;
  }
}

/* As in "10 first -". */
static size_t position_text(const void* rules, const void* position, char* text, size_t room) {
  const Position* p = position;
  (void)rules;
  return (size_t)snprintf(text, room, "%d %s %s%s", p->heap, p->to_move ? "second" : "first", p->side ? "+" : "-",
                          p->rolled ? "!" : "");
}

static int read_position(const void* rules, const char* text, void* position, char* error, size_t room) {
  Position* p = position;
  unsigned heap = 0;
  char seat[8], end[3];
  (void)rules;
  if (sscanf(text, "%u %7s %2s", &heap, seat, end) != 3 || heap > 10) {
    snprintf(error, room, "expected a heap, a seat and - or +");
    return 1;
  }
  p->heap = (unsigned char)heap;
  p->to_move = seat[0] == 's';
  p->side = end[0] == '+';
  p->rolled = end[1] == '!';
  return 0;
}

static size_t move_text(const void* rules, const void* position, uint64_t move, char* text, size_t room) {
  (void)position;
  switch (lie_of(rules)) {
    case TEXT: return (size_t)-1;
    case BLANK: return (size_t)snprintf(text, room, "take %d", (int)move);
    case EMPTY: return (size_t)snprintf(text, room, "%s", move == 1 ? "" : "more");
    case SAME: return (size_t)snprintf(text, room, "t%d", (int)move / 2);
    default: return (size_t)snprintf(text, room, "t%d", (int)move);
  }
}

static size_t seat_name(const void* rules, int seat, char* text, size_t room) {
  return (size_t)snprintf(text, room, "%s", lie_of(rules) == SEATS ? "me" : seat ? "second" : "first");
}

static int zero_sum(const void* rules) { return (void)rules, 1; }
static uint32_t symmetries(const void* rules) { return (void)rules, 2; }
static void image(const void* rules, uint32_t symmetry, const void* position, void* out) {
  (void)rules, (void)symmetry;
  *(Position*)out = *(const Position*)position;
  ((Position*)out)->side ^= 1;
}
static uint64_t image_move(const void* rules, uint32_t symmetry, uint64_t move) { return (void)rules, (void)symmetry, move; }
static int image_seat(const void* rules, uint32_t symmetry, int seat) { return (void)rules, (void)symmetry, seat; }
#ifdef OTHER_RULES
static uint32_t weight(const void* rules, const void* position, uint64_t move) {
  return (void)rules, (void)position, (uint32_t)move - 1;
}
#endif

static const BanmenGame liar = {
    .magic = BANMEN_PLUGIN_MAGIC,
    .version = BANMEN_PLUGIN_VERSION,
    .size = sizeof(BanmenGame),
    .parameter_count = 1,
    .id = "liar",
    .title = "A game that breaks its word",
    .parameters = parameters,
    .make = make,
    .destroy = destroy,
    .position_size = position_size,
    .players = players,
    .move_capacity = move_capacity,
    .initial = initial,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .position_text = position_text,
    .read_position = read_position,
    .move_text = move_text,
    .seat_name = seat_name,
    .zero_sum = zero_sum,
    .symmetries = symmetries,
    .image = image,
    .image_move = image_move,
    .image_seat = image_seat,
#ifdef OTHER_RULES
    .weight = weight,
#endif
};

const BanmenGame* banmen_game(void) { return &liar; }
