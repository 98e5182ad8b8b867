/* Nim as a plug-in, in plain C. Two players take any number of tokens from one heap; taking the last one wins.
 *
 *   cc -O2 -shared -fPIC -I<where banmen's headers are> nim.c -o nim.so
 *   banmen --plugin ./nim.so perft nim:heaps=3-4-5 6
 *
 * A position is the heaps' sizes and the seat to move: one byte each. A move is (heap, how many), written b2: two from the second.
 * `layout` and the three functions after it draw the heaps on a page: docs/scene.md describes their output.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/plugin.h"

enum { MOST_HEAPS = 16, MOST_THINGS = 63 };

typedef struct Nim {
  int heaps;
  unsigned char start[MOST_HEAPS];
} Nim;

typedef struct Position {
  unsigned char heap[MOST_HEAPS];
  unsigned char to_move;
} Position;

static const BanmenParameter parameters[] = {
    {"heaps", "text", "3-4-5", "sizes separated by '-', as in 3-4-5", "number of things in each heap"},
};

/* Parses "3-4-5" into sizes; returns 0 if it is no such list. */
static int read_heaps(const char* text, unsigned char* heap, const char** end) {
  int count = 0;
  for (;;) {
    char* stop;
    const long size = strtol(text, &stop, 10);
    if (stop == text || *text < '0' || *text > '9' || size > MOST_THINGS || count == MOST_HEAPS) return 0;
    heap[count++] = (unsigned char)size;
    if (*stop != '-') {
      *end = stop;
      return count;
    }
    text = stop + 1;
  }
}

static void* make(const char* const* values, char* error, size_t room) {
  Nim* nim = calloc(1, sizeof *nim);
  const char* end = "";
  if (nim == NULL) return NULL;
  nim->heaps = read_heaps(values[0], nim->start, &end);
  if (nim->heaps == 0 || *end != '\0') {
    snprintf(error, room, "heaps=%s is not a list of at most %d sizes of at most %d, as in 3-4-5", values[0], MOST_HEAPS,
             MOST_THINGS);
    free(nim);
    return NULL;
  }
  return nim;
}

static void destroy(void* rules) { free(rules); }
static uint32_t position_size(const void* rules) { return (void)rules, (uint32_t)sizeof(Position); }
static int players(const void* rules) { return (void)rules, 2; }
static uint32_t move_capacity(const void* rules) { return (void)rules, MOST_HEAPS * MOST_THINGS; }

static void initial(const void* rules, void* position) {
  memcpy(((Position*)position)->heap, ((const Nim*)rules)->start, MOST_HEAPS);
}

static uint32_t count(const void* rules, const void* position) {
  const Position* p = position;
  uint32_t things = 0;
  (void)rules;
  for (int heap = 0; heap < MOST_HEAPS; ++heap) things += p->heap[heap];
  return things;
}

static int turn(const void* rules, const void* position) {
  return count(rules, position) == 0 ? BANMEN_OVER : ((const Position*)position)->to_move;
}

static uint64_t move_of(int heap, int taken) { return (uint64_t)heap << 8 | (uint64_t)taken; }

static uint32_t moves(const void* rules, const void* position, uint64_t* out) {
  const Position* p = position;
  uint32_t n = 0;
  (void)rules;
  for (int heap = 0; heap < MOST_HEAPS; ++heap)
    for (int taken = 1; taken <= p->heap[heap]; ++taken) out[n++] = move_of(heap, taken);
  return n;
}

/* Every token stands for one move: the k-th of a heap for taking k. */
static uint32_t sample(const void* rules, const void* position, uint64_t word, uint64_t* move) {
  const Position* p = position;
  const uint32_t n = count(rules, position);
  uint32_t k = (uint32_t)(((word >> 32) * n) >> 32);
  for (int heap = 0; heap < MOST_HEAPS; ++heap) {
    if (k < p->heap[heap]) {
      *move = move_of(heap, (int)k + 1);
      break;
    }
    k -= p->heap[heap];
  }
  return n;
}

static void play(const void* rules, void* position, uint64_t move, int32_t* gains) {
  Position* p = position;
  (void)rules, (void)gains;
  p->heap[move >> 8] = (unsigned char)(p->heap[move >> 8] - (move & 0xff));
  p->to_move ^= 1;
}

static void payoff(const void* rules, const void* position, int32_t* out) {
  const int loser = ((const Position*)position)->to_move;
  (void)rules;
  out[loser] = -1;
  out[1 - loser] = 1;
}

static int zero_sum(const void* rules) {
  (void)rules;
  return 1;
}

/* As in "3-4-5 first". */
static size_t position_text(const void* rules, const void* position, char* text, size_t room) {
  const Position* p = position;
  char out[4 * MOST_HEAPS + 16];
  size_t at = 0;
  for (int heap = 0; heap < ((const Nim*)rules)->heaps; ++heap)
    at += (size_t)snprintf(out + at, sizeof out - at, "%s%d", heap ? "-" : "", p->heap[heap]);
  return (size_t)snprintf(text, room, "%s %s", out, p->to_move ? "second" : "first");
}

static int read_position(const void* rules, const char* text, void* position, char* error, size_t room) {
  const Nim* nim = rules;
  Position* p = position;
  const char* end = text;
  if (read_heaps(text, p->heap, &end) != nim->heaps) {
    snprintf(error, room, "expected %d heaps separated by '-', as in 3-4-5", nim->heaps);
    return 1;
  }
  if (strcmp(end, " second") == 0) {
    p->to_move = 1;
  } else if (*end != '\0' && strcmp(end, " first") != 0) {
    snprintf(error, room, "expected 'first' or 'second' after the heaps");
    return 1;
  }
  return 0;
}

static size_t move_text(const void* rules, const void* position, uint64_t move, char* text, size_t room) {
  (void)rules, (void)position;
  return (size_t)snprintf(text, room, "%c%d", (char)('a' + (int)(move >> 8)), (int)(move & 0xff));
}

static size_t picture(const void* rules, const void* position, char* text, size_t room) {
  const Position* p = position;
  char out[MOST_HEAPS * (MOST_THINGS + 4) + 1];
  size_t at = 0;
  for (int heap = 0; heap < ((const Nim*)rules)->heaps; ++heap) {
    at += (size_t)snprintf(out + at, sizeof out - at, "%c ", 'a' + heap);
    for (int thing = 0; thing < p->heap[heap]; ++thing) out[at++] = '|';
    out[at++] = '\n';
  }
  out[at] = '\0';
  return (size_t)snprintf(text, room, "%s", out);
}

/* ---- The board as data: a pit for each heap, with tokens in it; one picks a heap and then a number. */

/* Text written piece by piece; beyond the buffer it is only counted. */
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
  const Nim* nim = rules;
  Text text = {out, room, 0};
  add(&text, "{\"v\":1,\"game\":\"nim\",\"tone\":\"wood\",\"view\":{\"bounds\":[0,0,%d,1],\"turns\":[]},\"sites\":[", nim->heaps);
  for (int heap = 0; heap < nim->heaps; ++heap)
    add(&text, "%s{\"id\":\"%c\",\"at\":[%d.5,0.5],\"size\":[1,1],\"shape\":\"pit\",\"say\":{\"plain\":\"heap %c\"}}",
        heap ? "," : "", 'a' + heap, heap, 'a' + heap);
  add(&text, "],\"seats\":[{\"plain\":\"first\"},{\"plain\":\"second\"}]}");
  return text.length;
}

/* "turn" and "marks", which end a scene as well as its steps. `last` is the heap taken from, or -1. */
static void add_standing(Text* text, const void* rules, const void* position, int last) {
  const int seat = turn(rules, position);
  if (seat == BANMEN_OVER)
    add(text, "\"turn\":\"over\",\"marks\":[");
  else
    add(text, "\"turn\":%d,\"marks\":[", seat);
  if (last >= 0) add(text, "{\"kind\":\"last\",\"sites\":[\"%c\"]}", 'a' + last);
  add(text, "]");
}

static size_t scene(const void* rules, const void* position, const int32_t* gained, const void* before, uint64_t move, char* out,
                    size_t room) {
  const Position* p = position;
  Text text = {out, room, 0};
  const char* comma = "";
  (void)gained;
  add(&text, "{");
  add_standing(&text, rules, position, before ? (int)(move >> 8) : -1);
  add(&text, ",\"pieces\":[");
  for (int heap = 0; heap < MOST_HEAPS; ++heap) {
    if (p->heap[heap] == 0) continue;
    add(&text, "%s{\"kind\":\"token\",\"at\":\"%c\",\"count\":%d}", comma, 'a' + heap, p->heap[heap]);
    comma = ",";
  }
  add(&text, "]}");
  return text.length;
}

static size_t steps(const void* rules, const void* before, uint64_t move, const int32_t* gained, char* out, size_t room) {
  const int heap = (int)(move >> 8);
  Position after = *(const Position*)before;
  Text text = {out, room, 0};
  (void)gained;
  play(rules, &after, move, NULL);
  add(&text, "[{\"do\":\"take\",\"at\":\"%c\",\"count\":%d},{\"do\":\"mark\",", 'a' + heap, (int)(move & 0xff));
  add_standing(&text, rules, &after, heap);
  add(&text, "}]");
  return text.length;
}

/* Node 0 asks for a heap; each heap that is not empty has a node that asks for a number. */
static size_t choices(const void* rules, const void* position, char* out, size_t room) {
  const Position* p = position;
  Text text = {out, room, 0};
  int node = 0;
  add(&text, "{\"form\":\"tree\",\"asks\":[{\"plain\":\"Choose a heap.\"},{\"plain\":\"How many?\"}],\"nodes\":[");
  if (count(rules, position) > 0) {
    add(&text, "{\"ask\":0,\"picks\":[");
    for (int heap = 0; heap < MOST_HEAPS; ++heap)
      if (p->heap[heap] > 0) add(&text, "%s{\"site\":\"%c\",\"next\":%d}", node ? "," : "", 'a' + heap, node + 1), ++node;
    add(&text, "]}");
  }
  for (int heap = 0; heap < MOST_HEAPS; ++heap) {
    if (p->heap[heap] == 0) continue;
    add(&text, ",{\"ask\":1,\"picks\":[");
    for (int taken = 1; taken <= p->heap[heap]; ++taken)
      add(&text, "%s{\"key\":\"%d\",\"next\":\"%c%d\"}", taken > 1 ? "," : "", taken, 'a' + heap, taken);
    add(&text, "]}");
  }
  add(&text, "]}");
  return text.length;
}

static const BanmenGame nim = {
    .magic = BANMEN_PLUGIN_MAGIC,
    .version = BANMEN_PLUGIN_VERSION,
    .size = sizeof(BanmenGame),
    .parameter_count = 1,
    .id = "nim",
    .title = "Nim: whoever takes the last thing wins",
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
    .sample = sample,
    .count = count,
    .picture = picture,
    .zero_sum = zero_sum,
    .layout = layout,
    .scene = scene,
    .steps = steps,
    .choices = choices,
};

const BanmenGame* banmen_game(void) { return &nim; }
