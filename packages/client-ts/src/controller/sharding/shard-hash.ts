import { InvalidArgumentError } from "../../errors/index.ts";
import { checkNumber } from "../../util/index.ts";

const space = 1n << 64n;

/** FNV-1a with 64 bits: the hash with which API servers place objects in shards. */
export function fnv1a64(text: string): bigint {
  // The offset basis in two halves. The prime is 2^40 + 0x1b3: the low half times 2^40 is the low half times 2^8 in the
  // high one.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of Buffer.from(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 2 ** 32)) >>> 0;
    low = product % 2 ** 32;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** The shard of an object, from 0 on: shards are ranges of the hash of its uid, of the same size. */
export function shardOf(uid: string, shards: number): number {
  return Number((fnv1a64(uid) * BigInt(shards)) >> 64n);
}

/**
 * The list option `shardSelector` that chooses shards on the server (Kubernetes with the feature
 * `ShardedListAndWatch`). It chooses by the uid of the objects themselves, so it is of no use for owned kinds, whose
 * shard is that of their owner. Empty for no shards at all, which no server accepts: then there is nothing to list.
 */
export function shardSelectorOf(chosen: Iterable<number>, shards: number): string {
  checkNumber("shards", shards, { least: 1, whole: true, error: InvalidArgumentError });
  const ordered = [...new Set(chosen)].sort((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const shard of ordered) {
    const last = ranges.at(-1);
    if (last?.to === shard) last.to = shard + 1;
    else ranges.push({ from: shard, to: shard + 1 });
  }
  return ranges
    .map(({ from, to }) => `shardRange(object.metadata.uid, '${bound(from, shards)}', '${bound(to, shards)}')`)
    .join(" || ");
}

/** The first hash of a shard, as the server wants it: 16 hexadecimal digits, and 2^64 for the end. */
function bound(shard: number, shards: number): string {
  // Rounded up: the first hash for which {@link shardOf} gives this shard.
  const first = (BigInt(shard) * space + BigInt(shards) - 1n) / BigInt(shards);
  return `0x${first.toString(16).padStart(16, "0")}`;
}

/**
 * The member that should own a shard: the one with the highest hash of both names (rendezvous hashing). When a member
 * leaves, only its own shards move. `undefined` when there is no member.
 */
export function preferredMember(shard: number, members: Iterable<string>): string | undefined {
  let best: { readonly member: string; readonly weight: bigint } | undefined;
  for (const member of members) {
    const weight = mixed(fnv1a64(`${member}/${shard}`));
    if (best === undefined || weight > best.weight || (weight === best.weight && member > best.member))
      best = { member, weight };
  }
  return best?.member;
}

/** Spreads the bits: hashes of names that differ in the last characters only are close together without it. */
function mixed(hash: bigint): bigint {
  let bits = hash;
  bits = ((bits ^ (bits >> 33n)) * 0xff51afd7ed558ccdn) % space;
  bits = ((bits ^ (bits >> 33n)) * 0xc4ceb9fe1a85ec53n) % space;
  return bits ^ (bits >> 33n);
}
