/** The names of vitest that type tests use; they are compiled here and not run. */
export { expectTypeOf } from "expect-type";
export declare function describe(title: string, run: () => void): void;
export declare function it(title: string, run: () => unknown): void;
export declare function expect(value: unknown): { toBe(expected: unknown): void; toEqual(expected: unknown): void };
