import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { type ListSummary, type ReadListOptions, readList } from "./read-list.ts";
import { bodyOf } from "./test-support/bodies.ts";
import { rejection } from "./test-support/failures.ts";

type Options = Partial<ReadListOptions<KubeObject>>;

async function read(body: string | Buffer, options: Options = {}): Promise<ListSummary & { names: string[] }> {
  const names: string[] = [];
  const onItem = ({ name, kind, apiVersion }: { name: string; kind: string; apiVersion: string }): void =>
    void names.push([name, kind, apiVersion].join());
  return { ...(await readList<KubeObject>(bodyOf(body), { onItem, ...options })), names };
}

const failure = (body: string | Buffer, options?: Options): Promise<Error> => rejection(read(body, options));

const item = '{"metadata":{"name":"a","resourceVersion":"1"}}';

describe("the answer to a list", () => {
  it("is refused with what it is when it is not such a list", async () => {
    const table: [body: string, options: Options, message: string][] = [
      ["", {}, "the body is empty, not a list"],
      [" \n\r\t", {}, "the body is empty, not a list"],
      ["<html>", {}, "the body is not JSON, or not an object"],
      ["null", {}, "the body is not JSON, or not an object"],
      ["x{}", {}, "the body is not JSON, or not an object"],
      ["[]", {}, "the body is an array, not a list object"],
      ["{}", {}, "the body is an object without a kind, not a list"],
      ['{"kind":1,"apiVersion":"v1"}', {}, "the body is an object without a kind, not a list"],
      ['{"kind":"Pod"}', {}, 'the body is a "Pod", not a list'],
      ['{"kind":"Pod","apiVersion":1}', {}, 'the body is a "Pod", not a list'],
      ['{"kind":"Pod","apiVersion":"v1"}', {}, 'the body is a "Pod" of "v1", not a list'],
      ['{"kind":"Pod","apiVersion":"v1"}', { kind: "Node" }, 'the body is a "Pod" of "v1", not a NodeList'],
      ['{"kind":"NodeList","items":[]}', { kind: "Pod" }, 'the body is a "NodeList", not a PodList'],
      ['{"kind":"PodList","items":[]}', { kind: "Pod", listKind: "Pods" }, 'the body is a "PodList", not a Pods'],
      ['{"kind":"PodList","apiVersion":"v1"}', {}, 'the body is a "PodList" of "v1", which has no items'],
      ['{"kind":"PodList","items":{}}', {}, "the list's items are not an array"],
      ['{"kind":"PodList","items":"x"}', {}, "the list's items are not an array"],
      ['{"kind":"PodList","items":[1]}', {}, "the list has an item that is not an object, or items twice"],
      [`{"kind":"PodList","items":[${item},null]}`, {}, "the list has an item that is not an object, or items twice"],
      [
        `{"kind":"PodList","items":[${item}],"items":[]}`,
        {},
        "the list has an item that is not an object, or items twice",
      ],
      [
        `{"kind":"PodList","items":[${item}],"items":null}`,
        {},
        "the list has an item that is not an object, or items twice",
      ],
      ['{"kind":"PodList","items":[[]]}', {}, "the list has an item that is not an object"],
      ['{"kind":"PodList","items":[],"metadata":"x"}', {}, "the list's metadata is not an object"],
      ['{"kind":"PodList","items":[],"metadata":1}', {}, "the list's metadata is not an object"],
      ['{"kind":"PodList","items":[]', {}, "the list is cut off: its body ended before its JSON did"],
      ['{"kind":"PodList","items":[]}x', {}, "the body continues after the end of the list"],
      ['{"kind":"PodList","items":[]}{}', {}, "the body continues after the end of the list"],
      ['{"kind":"PodList","items":[],}', {}, "the list is not valid JSON"],
      [`{"kind":"PodList","items":[${item} ${item}]}`, {}, "the list is not valid JSON"],
      ['{"kind":"PodList",tru,"items":[]}', {}, "the list is not valid JSON"],
      [
        `{"kind":"${"K".repeat(150)}","apiVersion":"${"v".repeat(150)}"}`,
        {},
        `the body is a "${"K".repeat(100)}" of "${"v".repeat(100)}", not a list`,
      ],
    ];
    for (const [body, options, message] of table) {
      const error = await failure(body, options);
      expect([error.message, (error as { kind?: string }).kind], body).toEqual([message, "Protocol"]);
    }
    expect(((await failure('{"kind":"PodList","items":[],}')).cause as Error).message).toBe("SyntaxError");
    const broken = Buffer.concat([Buffer.from('{"kind":"PodList","a":"'), Buffer.from([255]), Buffer.from('"}')]);
    expect((await failure(broken)).message).toBe("the list is not valid UTF-8");
  });

  it("is taken with everything that a list may leave out", async () => {
    const table: [body: string, options: Options, summary: Partial<ListSummary>, names: string[]][] = [
      ['{"kind":"PodList","items":[]}', {}, { kind: "PodList", apiVersion: "", metadata: {}, count: 0 }, []],
      ['{"kind":"PodList","items":null,"metadata":null}', {}, { metadata: {}, count: 0 }, []],
      [`{"kind":"PodList","items":[${item}]}`, {}, { count: 1 }, ["a,Pod,"]],
      [`{"kind":"PodList","apiVersion":"v1","items":[${item}]}`, { kind: "Pod" }, { apiVersion: "v1" }, ["a,Pod,v1"]],
      [`{"kind":"PodList","apiVersion":7,"items":[${item}]}`, {}, { apiVersion: "7" }, ["a,Pod,"]],
      [`{"kind":"List","apiVersion":"v1","items":[${item}]}`, {}, { kind: "List" }, ["a,,"]],
      [`{"kind":"List","apiVersion":"v1","items":[${item}]}`, { kind: "Pod" }, { kind: "List" }, ["a,Pod,"]],
      [`{"kind":"Pods","apiVersion":"v1","items":[${item}]}`, { kind: "Pod", listKind: "Pods" }, {}, ["a,Pod,v1"]],
      [`{"kind":"PodList","apiVersion":"v1","items":[${item}]}`, { apiVersion: "v2" }, {}, ["a,Pod,v2"]],
      [
        `{"kind":"PodList","metadata":{"resourceVersion":"7","continue":"c","remainingItemCount":3},"items":[${item},${item}]}`,
        {},
        { metadata: { resourceVersion: "7", continue: "c", remainingItemCount: 3 }, count: 2 },
        ["a,Pod,", "a,Pod,"],
      ],
    ];
    for (const [body, options, summary, names] of table) {
      const answer = await read(body, options);
      expect(answer, body).toMatchObject(summary);
      expect(answer.names, body).toEqual(names);
    }
  });

  it("finds its items behind any space, and under no other key", async () => {
    for (const space of ["", " ", "\n", "\r", "\t", " \t\r\n"])
      for (const body of [
        `{"kind":"PodList","items"${space}:${space}[${space}${item}${space},${space}${item}${space}]${space}}`,
        `${space}{${space}"items"${space}:${space}[${item},${item}],"kind":"PodList"}${space}`,
      ])
        expect((await read(body)).count, JSON.stringify(body)).toBe(2);
    for (const other of [
      `"Items":[${item}]`,
      `"item":[${item}]`,
      `"items2":[${item}]`,
      `"x":{"items":[${item}]}`,
      `"x":["items",[${item}]]`,
      `"x\\"items":[${item}]`,
      `"xitems":[${item}]`,
    ])
      expect(await read(`{"kind":"PodList",${other},"items":[]}`), other).toMatchObject({ count: 0, names: [] });
    // What follows the items is not among them.
    expect((await read(`{"kind":"PodList","items":[${item}],"more":[{}],"metadata":{"x":[{}]}}`)).count).toBe(1);
  });
});
