/*
 * Finds where objects and arrays begin and end in a piece of JSON, 64 bytes at a time.
 *
 * The text comes in pieces of any size; what must be remembered between two pieces is in `struct state`, which the
 * caller keeps. Positions are written for brackets at most `level` deep: the outermost bracket has depth 0. Everything
 * deeper is only counted. Brackets inside strings are not brackets. `scan` checks nothing: the caller sees a close too
 * many, and a parser or `check` sees the rest.
 *
 * `check` looks at one whole object and says whether it is surely JSON, at about 2 GB/s. It may be unsure of what is
 * JSON (when it is nested very deep), never sure of what is not.
 *
 * Built by build.mjs into ../scanner-wasm.ts. The same function in JavaScript is in ../scanner.ts and must give the
 * same answers.
 */
#include <wasm_simd128.h>

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

struct state {
  u32 in_string;
  u32 escaped; /* the next byte is escaped */
  int depth;
  int deepest; /* no bracket so far lay deeper; counted by blocks, so that it may be up to 64 too large */
  u32 broken;  /* a line ended inside of a bracket */
};

extern u8 __heap_base;

__attribute__((export_name("memory_start"))) u32 memory_start(void) { return (u32)&__heap_base; }

struct block {
  v128_t a, b, c, d;
};

static inline u64 bits(v128_t a, v128_t b, v128_t c, v128_t d) {
  return (u64)(u32)wasm_i8x16_bitmask(a) | ((u64)(u32)wasm_i8x16_bitmask(b) << 16) |
         ((u64)(u32)wasm_i8x16_bitmask(c) << 32) | ((u64)(u32)wasm_i8x16_bitmask(d) << 48);
}

/* One bit per byte that is `ch`. */
static inline u64 matches(struct block k, u8 ch) {
  v128_t want = wasm_i8x16_splat(ch);
  return bits(wasm_i8x16_eq(k.a, want), wasm_i8x16_eq(k.b, want), wasm_i8x16_eq(k.c, want), wasm_i8x16_eq(k.d, want));
}

/* Whether there is a backslash or a control character. */
static inline int has_rare(struct block k) {
  v128_t slash = wasm_i8x16_splat('\\');
  v128_t slashes = wasm_v128_or(wasm_v128_or(wasm_i8x16_eq(k.a, slash), wasm_i8x16_eq(k.b, slash)),
                                wasm_v128_or(wasm_i8x16_eq(k.c, slash), wasm_i8x16_eq(k.d, slash)));
  v128_t lowest = wasm_u8x16_min(wasm_u8x16_min(k.a, k.b), wasm_u8x16_min(k.c, k.d));
  return wasm_v128_any_true(wasm_v128_or(slashes, wasm_u8x16_lt(lowest, wasm_i8x16_splat(0x20))));
}

/* Each bit becomes the parity of itself and all bits below: quotes in, inside-of-string out. */
static inline u64 parity(u64 x) {
  x ^= x << 1;
  x ^= x << 2;
  x ^= x << 4;
  x ^= x << 8;
  x ^= x << 16;
  x ^= x << 32;
  return x;
}

__attribute__((export_name("scan"))) u32 scan(const u8 *text, u32 length, u32 *out, int level, struct state *state) {
  u32 found = 0;
  u32 i = 0;
  int depth = state->depth;
  int deepest = depth;
  u64 inside = state->in_string ? ~0ULL : 0;
  u64 escaped_next = state->escaped;
  u32 broken = 0;
  const v128_t fold = wasm_i8x16_splat(0x20);
  for (; i + 64 <= length; i += 64) {
    struct block k = {wasm_v128_load(text + i), wasm_v128_load(text + i + 16), wasm_v128_load(text + i + 32),
                      wasm_v128_load(text + i + 48)};
    u64 quotes = matches(k, '"');
    /* Backslashes and line feeds are rare: one look tells whether there are any. */
    u64 line_feeds = 0;
    if (escaped_next | has_rare(k)) {
      line_feeds = matches(k, '\n');
      u64 escaped = escaped_next;
      u64 left = matches(k, '\\') & ~escaped;
      escaped_next = 0;
      while (left) {
        int at = __builtin_ctzll(left);
        if (at == 63) {
          escaped_next = 1;
          break;
        }
        escaped |= 1ULL << (at + 1);
        left &= ~(3ULL << at);
      }
      quotes &= ~escaped;
    }
    u64 strings = parity(quotes) ^ inside;
    inside = (u64)((long long)strings >> 63);
    /* '[' and '{', ']' and '}' differ in one bit: fold them together. */
    struct block folded = {wasm_v128_or(k.a, fold), wasm_v128_or(k.b, fold), wasm_v128_or(k.c, fold),
                           wasm_v128_or(k.d, fold)};
    u64 opens = matches(folded, '{') & ~strings;
    u64 closes = matches(folded, '}') & ~strings;
    int closing = __builtin_popcountll(closes);
    if (depth > deepest) deepest = depth;
    if (depth - closing > level) {
      depth += __builtin_popcountll(opens) - closing;
      if (line_feeds) broken = 1;
      continue;
    }
    u64 brackets = opens | closes | line_feeds;
    while (brackets) {
      int at = __builtin_ctzll(brackets);
      brackets &= brackets - 1;
      if ((opens >> at) & 1) {
        if (depth <= level) out[found++] = i + at;
        depth++;
      } else if ((line_feeds >> at) & 1) {
        if (depth > 0) broken = 1;
      } else {
        depth--;
        if (depth <= level) out[found++] = i + at;
      }
    }
  }
  if (i > 0) deepest += 64;
  for (; i < length; i++) {
    u8 ch = text[i];
    if (ch == '\n' && depth > 0) broken = 1;
    if (inside) {
      if (escaped_next) escaped_next = 0;
      else if (ch == '\\') escaped_next = 1;
      else if (ch == '"') inside = 0;
      continue;
    }
    /* A backslash outside of a string is not JSON; it is treated as the wide path treats it. */
    if (escaped_next) {
      escaped_next = 0;
      if (ch == '"') continue;
    } else if (ch == '\\') {
      escaped_next = 1;
      continue;
    }
    if (ch == '"') inside = ~0ULL;
    else if (ch == '{' || ch == '[') {
      if (depth <= level) out[found++] = i;
      if (++depth > deepest) deepest = depth;
    } else if (ch == '}' || ch == ']') {
      depth--;
      if (depth <= level) out[found++] = i;
    }
  }
  state->depth = depth;
  if (deepest > state->deepest) state->deepest = deepest;
  if (broken) state->broken = 1;
  state->in_string = inside != 0;
  state->escaped = (u32)escaped_next;
  return found;
}

/* What may come next. The first three are inside an array, the next five inside an object. */
enum { ELEMENT_OR_END, ELEMENT, AFTER_ELEMENT, KEY_OR_END, KEY, COLON, VALUE, AFTER_VALUE, START, DONE };

#define MAX_DEPTH 1024

static inline int is_space(u8 ch) { return ch == ' ' || ch == '\n' || ch == '\r' || ch == '\t'; }
static inline int is_digit(u8 ch) { return (u8)(ch - '0') <= 9; }
static inline int is_hex(u8 ch) { return is_digit(ch) || (u8)((ch | 0x20) - 'a') <= 5; }

/* Where a number, true, false or null ends; 0 when it is none of them. */
static const u8 *scalar_end(const u8 *p) {
  if (*p == 't') return p[1] == 'r' && p[2] == 'u' && p[3] == 'e' ? p + 4 : 0;
  if (*p == 'n') return p[1] == 'u' && p[2] == 'l' && p[3] == 'l' ? p + 4 : 0;
  if (*p == 'f') return p[1] == 'a' && p[2] == 'l' && p[3] == 's' && p[4] == 'e' ? p + 5 : 0;
  if (*p == '-') p++;
  if (*p == '0') p++;
  else if (is_digit(*p)) while (is_digit(*p)) p++;
  else return 0;
  if (*p == '.') {
    if (!is_digit(*++p)) return 0;
    while (is_digit(*p)) p++;
  }
  if (*p == 'e' || *p == 'E') {
    p++;
    if (*p == '+' || *p == '-') p++;
    if (!is_digit(*p)) return 0;
    while (is_digit(*p)) p++;
  }
  return p;
}

/* 1 when the text is surely one JSON object. Writes 64 spaces behind it. */
__attribute__((export_name("check"))) u32 check(u8 *text, u32 length) {
  static u8 parents[MAX_DEPTH];
  u32 state = START;
  u32 depth = 0;
  u64 inside = 0;
  u64 escaped_next = 0;
  u64 scalar_before = 0;
  for (u32 i = 0; i < 64; i += 16) wasm_v128_store(text + length + i, wasm_i8x16_splat(' '));
  for (u32 i = 0; i < length; i += 64) {
    struct block k = {wasm_v128_load(text + i), wasm_v128_load(text + i + 16), wasm_v128_load(text + i + 32),
                      wasm_v128_load(text + i + 48)};
    u64 quotes = matches(k, '"');
    u64 slashes = matches(k, '\\');
    u64 escapes = 0;
    if (slashes | escaped_next) {
      u64 escaped = escaped_next;
      u64 left = slashes & ~escaped;
      escaped_next = 0;
      while (left) {
        int at = __builtin_ctzll(left);
        const u8 *p = text + i + at + 1;
        escapes |= 1ULL << at;
        switch (*p) {
          case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
          case 'u': if (is_hex(p[1]) && is_hex(p[2]) && is_hex(p[3]) && is_hex(p[4])) break; return 0;
          default: return 0;
        }
        if (at == 63) {
          escaped_next = 1;
          break;
        }
        escaped |= 1ULL << (at + 1);
        left &= ~(3ULL << at);
      }
      quotes &= ~escaped;
    }
    u64 strings = parity(quotes) ^ inside;
    inside = (u64)((long long)strings >> 63);
    const v128_t lowest = wasm_i8x16_splat(0x20);
    u64 controls = bits(wasm_u8x16_lt(k.a, lowest), wasm_u8x16_lt(k.b, lowest), wasm_u8x16_lt(k.c, lowest),
                        wasm_u8x16_lt(k.d, lowest));
    if ((controls & strings) | (escapes & ~strings)) return 0;
    struct block folded = {wasm_v128_or(k.a, lowest), wasm_v128_or(k.b, lowest), wasm_v128_or(k.c, lowest),
                           wasm_v128_or(k.d, lowest)};
    u64 outside = ~strings & ~quotes;
    u64 structure = (matches(folded, '{') | matches(folded, '}') | matches(k, ',') | matches(k, ':')) & outside;
    /* Control characters other than space count as scalars here, and fail as such. */
    u64 spaces = matches(k, ' ') | (controls ? matches(k, '\n') | matches(k, '\r') | matches(k, '\t') : 0);
    u64 scalars = outside & ~structure & ~spaces;
    u64 begins = scalars & ~(scalars << 1 | scalar_before);
    scalar_before = scalars >> 63;
    u64 tokens = structure | (quotes & strings) | begins;
    while (tokens) {
      u32 at = i + __builtin_ctzll(tokens);
      u8 ch = text[at];
      tokens &= tokens - 1;
      switch (ch) {
        case '"':
          if (state == KEY || state == KEY_OR_END) state = COLON;
          else if (state == VALUE) state = AFTER_VALUE;
          else if (state <= ELEMENT) state = AFTER_ELEMENT;
          else return 0;
          break;
        case ':':
          if (state != COLON) return 0;
          state = VALUE;
          break;
        case ',':
          if (state == AFTER_VALUE) state = KEY;
          else if (state == AFTER_ELEMENT) state = ELEMENT;
          else return 0;
          break;
        case '{':
        case '[':
          if (state == VALUE || state <= ELEMENT || (state == START && ch == '{')) {
            if (depth == MAX_DEPTH) return 0;
            parents[depth++] = state == START ? DONE : state == VALUE ? AFTER_VALUE : AFTER_ELEMENT;
            state = ch == '{' ? KEY_OR_END : ELEMENT_OR_END;
          } else return 0;
          break;
        case '}':
          if (state != KEY_OR_END && state != AFTER_VALUE) return 0;
          state = parents[--depth];
          break;
        case ']':
          if (state != ELEMENT_OR_END && state != AFTER_ELEMENT) return 0;
          state = parents[--depth];
          break;
        default: {
          const u8 *end = scalar_end(text + at);
          if (end == 0 || !(is_space(*end) || *end == ',' || *end == '}' || *end == ']')) return 0;
          if (state == VALUE) state = AFTER_VALUE;
          else if (state <= ELEMENT) state = AFTER_ELEMENT;
          else return 0;
        }
      }
    }
  }
  return state == DONE && !inside;
}
