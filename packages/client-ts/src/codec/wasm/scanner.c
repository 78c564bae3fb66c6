/*
 * Finds where objects and arrays begin and end in a piece of JSON, 64 bytes at a time.
 *
 * The text comes in pieces of any size; what must be remembered between two pieces is in `struct state`, which the caller keeps. Positions
 * are written for brackets at most `level` deep: the outermost bracket has depth 0. Everything deeper is only counted. Brackets inside
 * strings are not brackets. Nothing is checked here: the caller sees a close too many, and a parser checks the rest.
 *
 * Built by build.mjs into ../scanner-wasm.ts. The same function in JavaScript is in ../scanner.ts and must give the same answers.
 */
#include <wasm_simd128.h>

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

struct state {
  u32 in_string;
  u32 escaped; /* the next byte is escaped */
  int depth;
};

extern u8 __heap_base;

__attribute__((export_name("memory_start"))) u32 memory_start(void) { return (u32)&__heap_base; }

struct block {
  v128_t a, b, c, d;
};

static inline u64 bits(v128_t a, v128_t b, v128_t c, v128_t d) {
  return (u64)(u32)wasm_i8x16_bitmask(a) | ((u64)(u32)wasm_i8x16_bitmask(b) << 16) | ((u64)(u32)wasm_i8x16_bitmask(c) << 32) |
         ((u64)(u32)wasm_i8x16_bitmask(d) << 48);
}

/* One bit per byte that is `ch`. */
static inline u64 matches(struct block k, u8 ch) {
  v128_t want = wasm_i8x16_splat(ch);
  return bits(wasm_i8x16_eq(k.a, want), wasm_i8x16_eq(k.b, want), wasm_i8x16_eq(k.c, want), wasm_i8x16_eq(k.d, want));
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
  u64 inside = state->in_string ? ~0ULL : 0;
  u64 escaped_next = state->escaped;
  const v128_t fold = wasm_i8x16_splat(0x20);
  for (; i + 64 <= length; i += 64) {
    struct block k = {wasm_v128_load(text + i), wasm_v128_load(text + i + 16), wasm_v128_load(text + i + 32), wasm_v128_load(text + i + 48)};
    u64 quotes = matches(k, '"');
    u64 slashes = matches(k, '\\');
    if (slashes | escaped_next) {
      u64 escaped = escaped_next;
      u64 left = slashes & ~escaped;
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
    struct block folded = {wasm_v128_or(k.a, fold), wasm_v128_or(k.b, fold), wasm_v128_or(k.c, fold), wasm_v128_or(k.d, fold)};
    u64 opens = matches(folded, '{') & ~strings;
    u64 closes = matches(folded, '}') & ~strings;
    int closing = __builtin_popcountll(closes);
    if (depth - closing > level) {
      depth += __builtin_popcountll(opens) - closing;
      continue;
    }
    u64 brackets = opens | closes;
    while (brackets) {
      int at = __builtin_ctzll(brackets);
      brackets &= brackets - 1;
      if ((opens >> at) & 1) {
        if (depth <= level) out[found++] = i + at;
        depth++;
      } else {
        depth--;
        if (depth <= level) out[found++] = i + at;
      }
    }
  }
  for (; i < length; i++) {
    u8 ch = text[i];
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
      depth++;
    } else if (ch == '}' || ch == ']') {
      depth--;
      if (depth <= level) out[found++] = i;
    }
  }
  state->depth = depth;
  state->in_string = inside != 0;
  state->escaped = (u32)escaped_next;
  return found;
}
