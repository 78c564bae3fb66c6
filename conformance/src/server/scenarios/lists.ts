import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const names = ({ kind, metadata, items }: Json): unknown => ({
  kind,
  continue: metadata.continue === undefined ? "no" : "yes",
  remaining: metadata.remainingItemCount,
  items: items?.map((item: { metadata: { name: string } }) => item.metadata.name),
});

async function secrets(s: Stage, ...wanted: string[]): Promise<string> {
  let version = "";
  for (const name of wanted) {
    const { metadata } = await s.given(s.in("secrets"), { metadata: { name, labels: { first: name[0]!, name } } });
    version = metadata.resourceVersion;
  }
  return version;
}

const label = (selector: string): string => `?labelSelector=${encodeURIComponent(selector)}`;
const field = (selector: string): string => `?fieldSelector=${encodeURIComponent(selector)}`;

/** Lists: order, selectors, pages, and the versions that may be asked for. */
export const lists: readonly Scenario[] = [
  {
    title: "lists objects in the order of their names, without kind and apiVersion in the items",
    async run(s) {
      await secrets(s, "c", "a", "b");
      await s.get(s.in("secrets"));
    },
  },
  {
    title: "lists nothing as an empty array",
    async run(s) {
      await s.get(s.in("secrets"));
    },
  },
  {
    title: "chooses by label: equal, not equal, in, notin, exists, not exists",
    async run(s) {
      await secrets(s, "a1", "a2", "b1");
      for (const selector of [
        "first=a",
        "first==a",
        "first!=a",
        "name in (a1,b1)",
        "name notin (a1,b1)",
        "first",
        "!first",
        "none",
        "!none",
        "first=a,name!=a1",
      ]) {
        await s.get(`${s.in("secrets")}${label(selector)}`, { pick: names });
      }
    },
  },
  {
    title: "chooses by number: greater and less",
    async run(s) {
      for (const [name, weight] of [
        ["a", "5"],
        ["b", "10"],
        ["c", "x"],
      ] as const) {
        await s.given(s.in("secrets"), { metadata: { name, labels: { weight } } });
      }
      await s.get(`${s.in("secrets")}${label("weight>6")}`, { pick: names });
      await s.get(`${s.in("secrets")}${label("weight<6")}`, { pick: names });
      await s.get(`${s.in("secrets")}${label("weight>x")}`, { pick: names });
    },
  },
  {
    title: "refuses label selectors that cannot be read",
    async run(s) {
      for (const selector of [
        "a in",
        "a in ()",
        "(a)",
        "a=b=c",
        "a,,b",
        "=a",
        "a notin x",
        "bad key=v",
        "a=bad value",
        "!",
        "a=b,",
        `a=${"x".repeat(64)}`,
      ]) {
        await s.get(`${s.in("secrets")}${label(selector)}`, { pick: names });
      }
    },
  },
  {
    title: "chooses by name and namespace with field selectors",
    async run(s) {
      await secrets(s, "a", "b");
      for (const selector of [
        "metadata.name=a",
        "metadata.name==a",
        "metadata.name!=a",
        "metadata.name=a,metadata.name=b",
        `metadata.namespace=${s.namespace}`,
        "metadata.namespace=other",
      ]) {
        await s.get(`${s.in("secrets")}${field(selector)}`, { pick: names });
      }
    },
  },
  {
    title: "knows the fields that each kind may be chosen by",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a" }, type: "example.com/x" });
      await s.get(`${s.in("secrets")}${field("type=example.com/x")}`, { pick: names });
      await s.get(`${s.in("secrets")}${field("type!=example.com/x")}`, { pick: names });
      await s.get(`${s.in("pods")}${field("spec.nodeName=none,status.phase=Running")}`, { pick: names });
      await s.get(`${s.in("events")}${field("involvedObject.name=x,reason=y")}`, { pick: names });
      await s.get(`/api/v1/namespaces${field("status.phase=None")}`, { pick: names });
      await s.get(`/api/v1/nodes${field("spec.unschedulable=true,metadata.name=none")}`, { pick: names });
    },
  },
  {
    title: "refuses fields that the kind may not be chosen by, and selectors that cannot be read",
    async run(s) {
      await s.get(`${s.in("secrets")}${field("data.a=b")}`);
      await s.get(`${s.in("configmaps")}${field("type=x")}`);
      await s.get(`${s.in("secrets")}${field("metadata.name")}`);
      await s.get(`${s.in("secrets")}${field("metadata.name in (a,b)")}`);
      await s.get(`${s.in("secrets")}${field("=a")}`);
      await s.get(`${s.in("secrets")}${field("metadata.name=a\\")}`);
    },
  },
  {
    title: "gives pages of a list, with a token for the next and what remains",
    async run(s) {
      await secrets(s, "a", "b", "c", "d", "e");
      let token = "";
      for (let page = 0; page < 3; page++) {
        const { body } = await s.get(`${s.in("secrets")}?limit=2${token}`, { pick: names });
        token = `&continue=${encodeURIComponent(body.metadata.continue ?? "")}`;
      }
    },
  },
  {
    title: "keeps the state of the first page for the pages that follow",
    async run(s) {
      await secrets(s, "a", "b", "c");
      const { body } = await s.get(`${s.in("secrets")}?limit=1`, { pick: names });
      await s.quietly(async () => {
        await s.delete(s.in("secrets", "b"));
        await s.post(s.in("secrets"), { metadata: { name: "bb" } });
      });
      const rest = await s.get(`${s.in("secrets")}?limit=10&continue=${encodeURIComponent(body.metadata.continue)}`, {
        pick: names,
      });
      s.note("same version", rest.body.metadata.resourceVersion === body.metadata.resourceVersion);
    },
  },
  {
    title: "says nothing of what remains when a selector chooses",
    async run(s) {
      await secrets(s, "a1", "a2", "a3", "b1");
      const { body } = await s.get(`${s.in("secrets")}${label("first=a")}&limit=2`, { pick: names });
      await s.get(
        `${s.in("secrets")}${label("first=a")}&limit=2&continue=${encodeURIComponent(body.metadata.continue)}`,
        { pick: names },
      );
    },
  },
  {
    title: "gives no token when the limit is just reached or not positive",
    async run(s) {
      await secrets(s, "a", "b");
      for (const limit of ["2", "3", "0", "-1"]) await s.get(`${s.in("secrets")}?limit=${limit}`, { pick: names });
      await s.get(`${s.in("secrets")}?limit=x`);
    },
  },
  {
    title: "says Expired with a fresh token when a page is from a time that is forgotten",
    needsForgotten: true,
    async run(s) {
      await secrets(s, "a", "b", "c");
      const { body } = await s.quietly(() => s.get(`${s.in("secrets")}?limit=1`));
      const token = await s.expire(body.metadata.continue);
      const expired = await s.get(`${s.in("secrets")}?limit=1&continue=${encodeURIComponent(token)}`);
      await s.get(`${s.in("secrets")}?limit=10&continue=${encodeURIComponent(expired.body.metadata.continue)}`, {
        pick: names,
      });
    },
  },
  {
    title: "refuses tokens that it did not give",
    async run(s) {
      await s.get(`${s.in("secrets")}?limit=1&continue=garbage`);
      await s.get(
        `${s.in("secrets")}?limit=1&continue=${Buffer.from('{"v":"other","rv":1,"start":"a"}').toString("base64url")}`,
      );
      await s.get(
        `${s.in("secrets")}?limit=1&continue=${Buffer.from('{"v":"meta.k8s.io/v1","rv":5}').toString("base64url")}`,
      );
      await s.get(
        `${s.in("secrets")}?limit=1&continue=${Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":"../a"}').toString("base64url")}`,
      );
    },
  },
  {
    title: "refuses a resourceVersion together with a token",
    async run(s) {
      const version = await secrets(s, "a", "b");
      const { body } = await s.quietly(() => s.get(`${s.in("secrets")}?limit=1`));
      const token = encodeURIComponent(body.metadata.continue);
      await s.get(`${s.in("secrets")}?limit=1&resourceVersion=${version}&continue=${token}`);
      await s.get(`${s.in("secrets")}?limit=1&resourceVersion=0&continue=${token}`, { pick: names });
      await s.get(`${s.in("secrets")}?limit=1&resourceVersion=${version}&resourceVersionMatch=Exact&continue=${token}`);
    },
  },
  {
    title: "lists exactly the state of a version, older than the newest",
    async run(s) {
      const version = await secrets(s, "a", "b");
      await s.quietly(async () => {
        await s.delete(s.in("secrets", "a"));
        await s.post(s.in("secrets"), { metadata: { name: "c" } });
      });
      const { body } = await s.get(`${s.in("secrets")}?resourceVersion=${version}&resourceVersionMatch=Exact`, {
        pick: names,
      });
      s.note("its version", body.metadata.resourceVersion === version);
    },
  },
  {
    title: "lists a state that is not older than a version",
    async run(s) {
      const version = await secrets(s, "a", "b");
      await s.get(`${s.in("secrets")}?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`, { pick: names });
      await s.get(`${s.in("secrets")}?resourceVersion=${version}`, { pick: names });
    },
  },
  {
    title: "gives the state of a version to a list with a limit",
    async run(s) {
      const version = await secrets(s, "a", "b");
      await s.quietly(() => s.post(s.in("secrets"), { metadata: { name: "c" } }));
      await s.get(`${s.in("secrets")}?resourceVersion=${version}&limit=1`, { pick: names });
      await s.get(`${s.in("secrets")}?resourceVersion=${version}&resourceVersionMatch=Exact&limit=1`, { pick: names });
    },
  },
  {
    title: "holds to the rules of resourceVersionMatch",
    async run(s) {
      const version = await secrets(s, "a");
      await s.get(`${s.in("secrets")}?resourceVersionMatch=Exact`);
      await s.get(`${s.in("secrets")}?resourceVersionMatch=NotOlderThan`);
      await s.get(`${s.in("secrets")}?resourceVersionMatch=Exact&resourceVersion=0`);
      await s.get(`${s.in("secrets")}?resourceVersionMatch=Nearly&resourceVersion=${version}`);
      await s.get(
        `${s.in("secrets")}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
      );
    },
  },
  {
    title: "refuses a version that is no number, and one that is forgotten",
    async run(s) {
      await s.get(`${s.in("secrets")}?resourceVersion=abc`);
      await s.get(`${s.in("secrets")}?resourceVersion=-5`);
    },
  },
  {
    title: "says Timeout for a version that is far in the future",
    async run(s) {
      await s.get(`${s.in("secrets")}?resourceVersion=99999999999999&resourceVersionMatch=NotOlderThan`);
      await s.get(`${s.in("secrets")}?resourceVersion=99999999999999&resourceVersionMatch=Exact`);
    },
  },
  {
    title: "lists from memory with resourceVersion 0, all of it whatever the limit",
    async run(s) {
      const version = await secrets(s, "a", "b");
      // The cache has seen them once it answers for their version.
      await s.quietly(() => s.get(`${s.in("secrets")}?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`));
      await s.get(`${s.in("secrets")}?resourceVersion=0`, { pick: names });
    },
  },
  {
    title: "shows that a list's version is not older than its objects",
    async run(s) {
      await secrets(s, "a");
      const { body } = await s.quietly(() => s.get(s.in("secrets")));
      s.note("not older", BigInt(body.metadata.resourceVersion) >= BigInt(body.items[0].metadata.resourceVersion));
    },
  },
];
