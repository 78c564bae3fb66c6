import { isClientError } from "client-ts/errors";
import { deepEqual } from "client-ts/meta";
import fc from "fast-check";
import { expect } from "vitest";
import type { GoAnswer, GoQuestion, GoReference } from "./meta-go.ts";

/** Our answer in the shape of Go's; only our own errors count as a refusal. */
export function ours(answer: () => unknown): GoAnswer {
  try {
    return { value: answer() };
  } catch (error) {
    if (!isClientError(error, "InvalidArgument")) throw error;
    return { error: error.message };
  }
}

/** The same cases every time; `META_SEED` makes others. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seed + Number(process.env["META_SEED"] ?? 0) });
}

/**
 * Asks both and compares; gives how many were answered and how many refused, so that a test can see that it tried both.
 */
export async function compare(
  reference: GoReference,
  questions: readonly GoQuestion[],
  answer: (question: GoQuestion) => unknown,
): Promise<{ answered: number; refused: number }> {
  const theirs = await reference.ask(questions);
  let refused = 0;
  const different: string[] = [];
  for (const [i, question] of questions.entries()) {
    const mine = ours(() => answer(question));
    const go = theirs[i]!;
    const agrees =
      go.error !== undefined ? mine.error !== undefined : mine.error === undefined && deepEqual(mine.value, go.value);
    if (!agrees) different.push(JSON.stringify({ question, theirs: go, mine }));
    if (go.error !== undefined) refused++;
  }
  expect(different.slice(0, 3).join("\n"), `${different.length} of ${questions.length} differ`).toBe("");
  return { answered: questions.length - refused, refused };
}
