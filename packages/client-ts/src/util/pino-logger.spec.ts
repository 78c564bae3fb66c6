import pino from "pino";
import { describe, expect, it } from "vitest";
import { newPinoLogger } from "./pino-logger.ts";

describe("the logger for pino", () => {
  it("writes message, level, fields and the error that caused a line", () => {
    const lines: Record<string, unknown>[] = [];
    const logger = newPinoLogger(
      pino(
        { level: "info" },
        { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
      ),
    );
    logger.debug("not shown");
    logger.info("synced");
    logger.warn("slow", { handler: "a" });
    logger.error("list of pods failed", { error: new Error("no contact"), attempt: 2 });
    expect(lines).toMatchObject([
      { level: 30, msg: "synced" },
      { level: 40, msg: "slow", handler: "a" },
      { level: 50, msg: "list of pods failed", attempt: 2, err: { type: "Error", message: "no contact" } },
    ]);
    expect(lines[2]).not.toHaveProperty("error");
  });
});
