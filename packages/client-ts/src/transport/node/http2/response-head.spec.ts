import { describe, expect, it } from "vitest";
import { readHead } from "./response-head.ts";

describe("the head of an answer", () => {
  it("has a status, and headers that came several times are joined or a list", () => {
    const fields = [":status", "200", "x-a", "1", "set-cookie", "a", "x-a", "2", "set-cookie", "b", "x-a", "3"];
    const head = readHead([...fields, "warning", "w", "set-cookie", "c", "warning", "v"], false);
    expect({ ...head, headers: { ...head?.headers } }).toEqual({
      status: 200,
      headers: { "x-a": "1, 2, 3", "set-cookie": ["a", "b", "c"], warning: ["w", "v"] },
    });
  });

  it("may name a header as a property of every object is named", () => {
    const head = readHead([":status", "200", "__proto__", "a", "constructor", "b"], false);
    expect(Object.entries(head?.headers ?? {})).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(head?.headers["valueOf"]).toBeUndefined();
  });

  it.each(["100", "103", "200", "599", "999"])("may have the status %s", (status) => {
    expect(readHead([":status", status], false)?.status).toBe(Number(status));
  });

  it.each(["", "20", "2000", "101", "000", "099", "2x0", " 200", "+20"])("may not have the status %j", (status) => {
    expect(readHead([":status", status], false)).toBeUndefined();
  });

  const wrong: [string, string[]][] = [
    ["another name in upper case", ["X-A", "b"]],
    ["a space in a name", ["x a", "b"]],
    ["an empty name", ["", "b"]],
    ["a name with a colon", [":status", "200"]],
    ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"].map(
      (name): [string, string[]] => [`the header ${name}`, [name, "a"]],
    ),
    ...["\0", "\r", "\n"].map((text): [string, string[]] => [
      `${JSON.stringify(text)} in a value`,
      ["x-a", `a${text}`],
    ]),
    ["two lengths", ["content-length", "1", "content-length", "1"]],
    ["a length that is a list", ["content-length", "1, 1"]],
    ["a length without digits", ["content-length", ""]],
  ];

  it.each(wrong)("with %s is refused, and so are such trailers", (_what, fields) => {
    expect(readHead([":status", "200", ...fields], false)).toBeUndefined();
    expect(readHead(fields, true)).toBeUndefined();
  });

  it("begins with the status; trailers have none", () => {
    expect(readHead(["x-a", "b", ":status", "200"], false)).toBeUndefined();
    expect(readHead([], false)).toBeUndefined();
    expect(readHead([], true)?.status).toBe(0);
    expect(readHead(["x-a", "b"], true)).toMatchObject({ status: 0, headers: { "x-a": "b" } });
  });
});
