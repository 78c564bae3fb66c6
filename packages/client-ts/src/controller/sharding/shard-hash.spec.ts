import { describe, expect, it } from "vitest";
import { seededRandom } from "../../util/index.ts";
import { fnv1a64, preferredMember, shardOf, shardSelectorOf } from "./shard-hash.ts";

describe("the shard of an object", () => {
  it("is computed with FNV-1a, as the API server does it", () => {
    expect(fnv1a64("").toString(16)).toBe("cbf29ce484222325");
    expect(fnv1a64("a").toString(16)).toBe("af63dc4c8601ec8c");
    expect(fnv1a64("foobar").toString(16)).toBe("85944171f73967e8");
  });

  it("is one of the ranges that the selector names, for every uid and every number of shards", () => {
    const random = seededRandom(1);
    for (const shards of [1, 2, 3, 7, 16, 255]) {
      const bounds = Array.from({ length: shards }, (_, shard) =>
        [...shardSelectorOf([shard], shards).matchAll(/'0x([0-9a-f]+)'/g)].map(([, hex]) => BigInt(`0x${hex}`)),
      );
      expect(bounds[0]?.[0]).toBe(0n);
      expect(bounds.at(-1)?.[1]).toBe(1n << 64n);
      for (let i = 0; i < 200; i++) {
        const uid = String(random());
        const [from = 0n, to = 0n] = bounds[shardOf(uid, shards)] ?? [];
        expect(fnv1a64(uid) >= from && fnv1a64(uid) < to).toBe(true);
      }
    }
  });

  it("is written as the server wants it: 16 digits, the end as 2^64, neighbours as one range", () => {
    expect(shardSelectorOf([0, 1], 2)).toBe(
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x10000000000000000')",
    );
    expect(shardSelectorOf([3, 0, 1], 4)).toBe(
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000') || " +
        "shardRange(object.metadata.uid, '0xc000000000000000', '0x10000000000000000')",
    );
    expect(shardSelectorOf([], 4)).toBe("");
    expect(() => shardSelectorOf([0], 0)).toThrow("shards must be a whole number from 1 on");
  });
});

describe("the preferred member of a shard", () => {
  const members = ["web-6f9c-abcde", "web-6f9c-fghij", "web-6f9c-klmno", "web-6f9c-pqrst"];
  const owners = (of: readonly string[]) => Array.from({ length: 1_000 }, (_, shard) => preferredMember(shard, of));

  it("is spread evenly over the members", () => {
    for (const member of members) {
      const share = owners(members).filter((owner) => owner === member).length;
      expect(share).toBeGreaterThan(200);
      expect(share).toBeLessThan(300);
    }
  });

  it("changes only for the shards of a member that leaves", () => {
    const before = owners(members);
    const after = owners(members.slice(1));
    for (const [shard, owner] of before.entries()) if (owner !== members[0]) expect(after[shard]).toBe(owner);
  });

  it("does not depend on the order of the members, and is undefined without members", () => {
    expect(owners(members.toReversed())).toEqual(owners(members));
    expect(preferredMember(0, [])).toBeUndefined();
  });
});
