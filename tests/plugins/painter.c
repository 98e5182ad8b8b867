/* A small game with a scene, whose parameter selects a fault in it. Two seats take one or two of seven tokens; taking the last one
   wins. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/plugin.h"

typedef enum Lie {
  NONE,
  FIELD,
  KIND,
  SITE,
  TWICE,
  MANY,
  MILLION,
  NOT_A_NUMBER,
  HUGE_NUMBER,
  MARKUP,
  ADDRESS,
  DEEP,
  LAW,
  UNENDED,
  TURN,
  STRAY,
  MISSING,
  CIRCLE,
  LIES
} Lie;
static const char* const lies[LIES] = {"none",   "field",   "kind", "site", "twice",   "many", "million", "nan",     "huge",
                                       "markup", "address", "deep", "law",  "unended", "turn", "stray",   "missing", "circle"};

typedef struct Position {
  unsigned char heap, to_move;
} Position;

static const BanmenParameter parameters[] = {
    {"lie", "choice", "none",
     "none|field|kind|site|twice|many|million|nan|huge|markup|address|deep|law|unended|turn|stray|missing|circle",
     "what is wrong with the picture"},
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
static uint32_t move_capacity(const void* rules) { return (void)rules, 2; }
static void initial(const void* rules, void* position) { (void)rules, ((Position*)position)->heap = 7; }
static int turn(const void* rules, const void* position) {
  const Position* p = position;
  return (void)rules, p->heap == 0 ? BANMEN_OVER : p->to_move;
}
static uint32_t moves(const void* rules, const void* position, uint64_t* out) {
  const Position* p = position;
  uint32_t n = 0;
  (void)rules;
  for (unsigned taken = 1; taken <= 2 && taken <= p->heap; ++taken) out[n++] = taken;
  return n;
}
static void play(const void* rules, void* position, uint64_t move, int32_t* gains) {
  Position* p = position;
  (void)rules, (void)gains;
  p->heap = (unsigned char)(p->heap - move);
  p->to_move ^= 1;
}
static void payoff(const void* rules, const void* position, int32_t* out) {
  const int loser = ((const Position*)position)->to_move;
  (void)rules;
  out[loser] = -1;
  out[1 - loser] = 1;
}
static size_t position_text(const void* rules, const void* position, char* text, size_t room) {
  const Position* p = position;
  return (void)rules, (size_t)snprintf(text, room, "%d %s", p->heap, p->to_move ? "second" : "first");
}
static int read_position(const void* rules, const char* text, void* position, char* error, size_t room) {
  Position* p = position;
  unsigned heap = 0;
  char seat[8];
  (void)rules;
  if (sscanf(text, "%u %7s", &heap, seat) != 2 || heap > 7) {
    snprintf(error, room, "expected a heap and a seat");
    return 1;
  }
  p->heap = (unsigned char)heap;
  p->to_move = seat[0] == 's';
  return 0;
}
static size_t move_text(const void* rules, const void* position, uint64_t move, char* text, size_t room) {
  (void)rules, (void)position;
  return (size_t)snprintf(text, room, "t%d", (int)move);
}

typedef struct Text {
  char* out;
  size_t room, length;
} Text;

static void add(Text* text, const char* format, ...) {
  const size_t left = text->length < text->room ? text->room - text->length : 0;
  va_list values;
  va_start(values, format);
  text->length += (size_t)vsnprintf(left ? text->out + text->length : NULL, left, format, values);
  va_end(values);
}

static size_t layout(const void* rules, char* out, size_t room) {
  const Lie lie = lie_of(rules);
  Text text = {out, room, 0};
  add(&text, "{\"v\":1,\"game\":\"painter\",\"tone\":\"wood\",%s", lie == FIELD ? "\"colour\":\"red\"," : "");
  add(&text, "\"view\":{\"bounds\":[0,0,%s,1],\"turns\":[]},", lie == NOT_A_NUMBER ? "NaN" : lie == HUGE_NUMBER ? "1e999" : "1");
  add(&text, "\"sites\":[{\"id\":\"a\",\"at\":[0.5,0.5],\"size\":[1,1],\"shape\":\"%s\",\"say\":{\"plain\":\"%s\"}}%s]}",
      lie == KIND ? "cup" : "pit",
      lie == MARKUP    ? "<b>heap</b>"
      : lie == ADDRESS ? "http:example"
                       : "heap",
      lie == TWICE ? ",{\"id\":\"a\",\"at\":[1.5,0.5],\"size\":[1,1],\"shape\":\"pit\",\"say\":{\"plain\":\"heap\"}}" : "");
  return text.length;
}

static void add_turn(Text* text, const void* rules, const void* position) {
  const int seat = turn(rules, position);
  if (seat == BANMEN_OVER)
    add(text, "\"turn\":\"over\"");
  else
    add(text, "\"turn\":%d", lie_of(rules) == TURN ? 1 - seat : seat);
}

static size_t scene(const void* rules, const void* position, const int32_t* gained, const void* before, uint64_t move, char* out,
                    size_t room) {
  const Position* p = position;
  const Lie lie = lie_of(rules);
  const int more = lie == MANY ? 20001 : lie == MILLION ? 1000000 : 0;
  Text text = {out, room, 0};
  (void)gained, (void)before, (void)move;
  add(&text, "{\"marks\":[],");
  add_turn(&text, rules, position);
  add(&text, ",\"pieces\":[");
  for (int k = 0; k < more; ++k) add(&text, "%s{\"kind\":\"token\",\"at\":\"a\"}", k ? "," : "");
  if (more == 0 && p->heap > 0) add(&text, "{\"kind\":\"token\",\"at\":\"%s\",\"count\":%d}", lie == SITE ? "b" : "a", p->heap);
  if (lie == DEEP)
    for (int k = 0; k < 100; ++k) add(&text, ",[");
  add(&text, "]}");
  return text.length;
}

static size_t steps(const void* rules, const void* before, uint64_t move, const int32_t* gained, char* out, size_t room) {
  const Lie lie = lie_of(rules);
  Position after = *(const Position*)before;
  Text text = {out, room, 0};
  (void)gained;
  play(rules, &after, move, NULL);
  add(&text, "[{\"do\":\"take\",\"at\":\"a\",\"count\":%d}", lie == LAW ? 1 : (int)move);
  if (lie != UNENDED) {
    add(&text, ",{\"do\":\"mark\",\"marks\":[],");
    add_turn(&text, rules, &after);
    add(&text, "}");
  }
  add(&text, "]");
  return text.length;
}

static size_t choices(const void* rules, const void* position, char* out, size_t room) {
  const Position* p = position;
  const Lie lie = lie_of(rules);
  Text text = {out, room, 0};
  add(&text, "{\"form\":\"tree\",\"asks\":[{\"plain\":\"How many?\"}],\"nodes\":[");
  if (p->heap > 0) add(&text, "{\"ask\":0,\"picks\":[{\"key\":\"1\",\"next\":\"t1\"}");
  if (p->heap > 1 && lie != MISSING) add(&text, ",{\"key\":\"2\",\"next\":\"t2\"}");
  if (lie == STRAY) add(&text, ",{\"key\":\"3\",\"next\":\"t3\"}");
  if (lie == CIRCLE) add(&text, ",{\"site\":\"a\",\"next\":0}");
  add(&text, p->heap > 0 ? "]}]}" : "]}");
  return text.length;
}

static const BanmenGame painter = {
    .magic = BANMEN_PLUGIN_MAGIC,
    .version = BANMEN_PLUGIN_VERSION,
    .size = sizeof(BanmenGame),
    .parameter_count = 1,
    .id = "painter",
    .title = "A game that draws itself, well or badly",
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
    .layout = layout,
    .scene = scene,
    .steps = steps,
    .choices = choices,
};

const BanmenGame* banmen_game(void) { return &painter; }
