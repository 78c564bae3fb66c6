import { expect, it } from "vitest";
import { describeMissing } from "./describe-missing.ts";

it("says which names there are, the first twenty of them, without their control characters", () => {
  const some = (count: number): Map<string, true> => new Map(Array.from({ length: count }, (_, i) => [`c${i}`, true]));
  expect(describeMissing("context", "prod", new Map())).toBe(
    'context "prod" does not exist: the kubeconfig has no contexts',
  );
  expect(describeMissing("user", "me\u001b[31m", some(2))).toBe(
    'user "me\\x1b[31m" does not exist: the kubeconfig has "c0", "c1"',
  );
  expect(describeMissing("cluster", "prod", some(25))).toMatch(/"c18", "c19", 5 more$/);
});
