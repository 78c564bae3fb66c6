import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { parseExitStatus } from "./exit-status.ts";

const parse = (value: unknown) =>
  parseExitStatus(Buffer.from(typeof value === "string" ? value : JSON.stringify(value)));
const nonZero = (causes?: object[]) => ({
  status: "Failure",
  reason: "NonZeroExitCode",
  message: "it failed",
  details: causes && { causes },
});

describe("the exit status of a remote command (B344, F-H3)", () => {
  it("is 0 only when the server says Success (B344)", () => {
    expect(parse({ status: "Success" })).toEqual({ code: 0 });
    for (const value of [{}, "null", "", "7", { status: "?" }])
      expect(() => parse(value)).toThrow(expect.objectContaining({ kind: "Protocol" }) as Error);
  });

  it("is the number in the cause ExitCode (B344, B325, B341)", () => {
    expect(parse(nonZero([{ reason: "Other" }, { reason: "ExitCode", message: "42" }]))).toEqual({
      code: 42,
      reason: "NonZeroExitCode",
      message: "it failed",
    });
  });

  it.each([
    undefined,
    [],
    [{ reason: "ExitCode", message: "" }],
    [{ reason: "ExitCode", message: "-1" }],
    [{ reason: "ExitCode", message: "1x" }],
  ])("is an error when the number is missing or no number: %j (B344, F-H3)", (causes) => {
    expect(() => parse(nonZero(causes))).toThrow(expect.objectContaining({ kind: "Protocol" }) as Error);
  });

  it("is an error with the server's words when the command could not be run, escaped (B344, F-H17)", () => {
    const thrown = (() => {
      try {
        return parse({ status: "Failure", reason: "InternalError", message: "\u001b[31mno such program", code: 500 });
      } catch (error) {
        return error;
      }
    })();
    expect(isClientError(thrown, "Status") && thrown.message).toContain("no such program");
    expect((thrown as Error).message).not.toContain("\u001b");
  });

  it("is an error when it is not JSON (B344, F-H3)", () => {
    expect(() => parse("{")).toThrow(/not JSON/);
  });
});
