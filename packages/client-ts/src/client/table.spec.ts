import { describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { asTable, formatTable, watchTable } from "./index.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest();

const column = (name: string, priority = 0): object => ({
  name,
  type: "string",
  format: "",
  description: "",
  priority,
});
const table = {
  kind: "Table",
  apiVersion: "meta.k8s.io/v1",
  metadata: {},
  columnDefinitions: [column("Name"), column("Restarts"), column("Node", 1)],
  rows: [{ cells: ["web", 3, null] }, { cells: ["db\u001b[31m", 0, "node-1"] }],
};

describe("asTable", () => {
  it("asks the server for columns and rows, and prints them as kubectl does", async () => {
    const { server, client } = await serving(() => ({ body: table }));
    const answer = await asTable(client, Pod, { namespace: "shop", labelSelector: "app=web", includeObject: "None" });
    expect(server.seen[0]?.url).toBe("/api/v1/namespaces/shop/pods?includeObject=None&labelSelector=app%3Dweb");
    expect(server.seen[0]?.headers.accept).toBe("application/json;as=Table;g=meta.k8s.io;v=v1,application/json");
    expect(formatTable(answer).split("\n")[0]).toBe("NAME         RESTARTS");
    expect(formatTable(answer, { wide: true }).split("\n")[1]).toMatch(/^web +3 +<none>$/);
    expect(formatTable(answer)).not.toContain("\u001b");
    await asTable(client, Pod, { namespace: "shop", name: "web" });
    expect(server.seen[1]?.url).toBe("/api/v1/namespaces/shop/pods/web");
  });

  it("prints the namespace of each row on request, as kubectl get --all-namespaces does", async () => {
    const rows = ["shop", "kube-system"].map((namespace) => ({
      cells: ["web", 0, "node-1"],
      object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "web", namespace } },
    }));
    const { client } = await serving(() => ({ body: { ...table, rows } }));
    expect(formatTable(await asTable(client, Pod), { namespace: true })).toBe(
      "NAMESPACE     NAME   RESTARTS\nshop          web    0\nkube-system   web    0\n",
    );
  });

  it("makes a table itself when the server sends objects, and refuses what is neither", async () => {
    const pod = { kind: "Pod", metadata: { name: "web", creationTimestamp: "2026-01-01T00:00:00Z" } };
    for (const body of [{ kind: "PodList", metadata: { resourceVersion: "1" }, items: [pod] }, pod]) {
      const { client } = await serving(() => ({ body }));
      expect(formatTable(await asTable(client, Pod))).toBe("NAME   CREATED AT\nweb    2026-01-01T00:00:00Z\n");
    }
    const { client } = await serving(() => ({ body: { kind: "Table" } }));
    await expect(asTable(client, Pod)).rejects.toMatchObject({ kind: "Protocol" });
  });
});

describe("watchTable", () => {
  it("gives every event the columns, which the server sends with the first row alone", async () => {
    const row = (name: string) => ({ cells: [name, 0, "node-1"] });
    const { columnDefinitions, ...bare } = table;
    const events = [
      { type: "ADDED", object: { ...bare, columnDefinitions, rows: [row("a")] } },
      { type: "MODIFIED", object: { ...bare, rows: [row("b")] } },
      { type: "BOOKMARK", object: { kind: "Table", metadata: { resourceVersion: "9" } } },
      { type: "DELETED", object: { ...bare, rows: [row("c")] } },
    ];
    const { server, client } = await serving(() => ({
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(""),
    }));
    const lines: string[] = [];
    for await (const event of watchTable(client, Pod, { namespace: "shop", includeObject: "None" }))
      lines.push(event.type === "BOOKMARK" ? event.type : formatTable(event.object));
    expect(lines).toEqual([
      "NAME   RESTARTS\na      0\n",
      "NAME   RESTARTS\nb      0\n",
      "BOOKMARK",
      "NAME   RESTARTS\nc      0\n",
    ]);
    expect(server.seen[0]?.url).toBe("/api/v1/namespaces/shop/pods?includeObject=None&watch=true");
  });

  it("makes columns itself when the server sends objects", async () => {
    const pod = { kind: "Pod", metadata: { name: "web", creationTimestamp: "2026-01-01T00:00:00Z" } };
    const { client } = await serving(() => ({ body: `${JSON.stringify({ type: "ADDED", object: pod })}\n` }));
    for await (const event of watchTable(client, Pod))
      if (event.type !== "BOOKMARK")
        expect(formatTable(event.object)).toBe("NAME   CREATED AT\nweb    2026-01-01T00:00:00Z\n");
  });
});

describe("formatTable", () => {
  it("prints columns and rows of one's own", () => {
    const rows = [["web", 3, undefined], ["db\u001b[31m", { a: 1 }, "node-1", "too many"], ["job"]];
    expect(formatTable({ columns: ["Pod", "Restarts", "Node"], rows })).toBe(
      [
        "POD          RESTARTS   NODE",
        "web          3          <none>",
        'db\\x1b[31m   {"a":1}    node-1',
        "job          <none>     <none>",
        "",
      ].join("\n"),
    );
    expect(formatTable({ columns: ["Pod"], rows: [] })).toBe("POD\n");
  });

  it("leaves out the names of the columns for rows that follow others", async () => {
    const { client } = await serving(() => ({ body: table }));
    const answer = await asTable(client, Pod);
    const [, ...rows] = formatTable(answer).split("\n");
    expect(formatTable(answer, { headers: false })).toBe(rows.join("\n"));
    expect(formatTable({ columns: ["Restarts", "Node"], rows: [[3, "a"]] }, { headers: false })).toBe("3          a\n");
  });
});
