import { expect, it } from "vitest";
import { describeCondition, describeState } from "./describe-state.ts";

it("describes an object by what its status says, and what the status lags behind", () => {
  expect(describeState(undefined)).toBe("that the object does not exist");
  expect(describeState({})).toBe("resourceVersion unknown");
  const object = {
    metadata: { name: "web", resourceVersion: "5", generation: 3, deletionTimestamp: "2026-01-01T00:00:00Z" },
    status: {
      observedGeneration: 2,
      phase: "Pending\u001b[31m",
      replicas: 1,
      message: "not shown",
      conditions: [
        { type: "Ready", status: "False", reason: "NoImage" },
        { type: "Initialized", status: "True" },
      ],
    },
  };
  expect(describeState(object as never)).toBe(
    "resourceVersion 5, deleted since 2026-01-01T00:00:00Z, observedGeneration 2 of 3, phase Pending\\x1b[31m, " +
      "replicas 1, Ready=False (NoImage), Initialized=True",
  );
  const current = { metadata: { resourceVersion: "5", generation: 2 }, status: { observedGeneration: 2 } };
  expect(describeState(current)).toBe("resourceVersion 5");
});

it("describes a condition by its description, else by its name", () => {
  const named = function isPaid(): boolean {
    return true;
  };
  expect(describeCondition(named)).toBe("the condition isPaid");
  expect(describeCondition(Object.assign(named, { description: "the payment" }))).toBe("the payment");
  expect(
    describeCondition(
      (
        () => () =>
          true
      )(),
    ),
  ).toBe("the given condition");
});
