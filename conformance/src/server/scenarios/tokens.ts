import { createPublicKey, verify } from "node:crypto";
import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";

/** A ServiceAccount with a token; the answer is masked where it differs from run to run. */
async function account(
  s: Stage,
  name: string,
  spec: Json = {},
): Promise<{ token: string; uid: string; issuer: string }> {
  const { metadata } = (await s.given(s.in("serviceaccounts"), { metadata: { name } })) as Json;
  const { body } = await s.quietly(() => s.post(s.in("serviceaccounts", `${name}/token`), { spec }));
  return { token: body.status.token, uid: metadata.uid, issuer: claimsOf(body.status.token).iss };
}

function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString("utf8"));
}

/** Notes a value without what differs from run to run. */
function noteMasked(s: Stage, step: string, value: unknown, issuer: string): void {
  const text = JSON.stringify(value)
    .replaceAll(issuer, "ISSUER")
    .replace(/"(exp|iat|nbf)":\d+/g, '"$1":"<time>"')
    .replace(/"token":"[^"]*"/g, '"token":"<token>"')
    .replace(/"kid":"[^"]*"/g, '"kid":"<key>"');
  s.note(step, JSON.parse(text));
}

async function review(s: Stage, step: string, issuer: string, spec: Json): Promise<void> {
  const { status, body } = await s.quietly(() => s.post(reviews, { spec }));
  noteMasked(s, step, { status, answer: body.status ?? body.message }, issuer);
}

/** Tokens of ServiceAccounts: how they are signed, what they say, and which requests are accepted with them. */
export const tokens: readonly Scenario[] = [
  {
    title: "signs tokens of ServiceAccounts, and publishes the key",
    async run(s) {
      const { token, issuer } = await account(s, "signed", { audiences: ["a", "b"] });
      const [header = "", payload = "", signature = ""] = token.split(".");
      noteMasked(s, "header", JSON.parse(Buffer.from(header, "base64url").toString("utf8")), issuer);
      noteMasked(s, "claims", claimsOf(token), issuer);
      const { body } = await s.quietly(() => s.get("/openid/v1/jwks"));
      const key = body.keys[0];
      s.note("key", { kty: key.kty, crv: key.crv, alg: key.alg, use: key.use, fields: Object.keys(key) });
      const isGood = verify(
        "sha256",
        Buffer.from(`${header}.${payload}`),
        { key: createPublicKey({ key, format: "jwk" }), dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      );
      s.note("the published key verifies the token", isGood);
      const { body: found } = await s.quietly(() => s.get("/.well-known/openid-configuration"));
      noteMasked(s, "discovery", { ...found, jwks_uri: new URL(found.jwks_uri).pathname }, issuer);
    },
  },
  {
    title: "accepts its tokens for their audiences only",
    async run(s) {
      const { token, issuer } = await account(s, "accepted", { audiences: ["a", "b"] });
      await review(s, "no audience", issuer, { token });
      await review(s, "another audience", issuer, { token, audiences: ["c"] });
      await review(s, "one of its audiences", issuer, { token, audiences: ["c", "b"] });
      await review(s, "changed signature", issuer, { token: `${token.slice(0, -8)}AAAAAAAA`, audiences: ["b"] });
      await review(s, "no token at all", issuer, { token: "abc" });
      await review(s, "empty", issuer, {});
    },
  },
  {
    title: "takes a token that names no recipient as its own",
    async run(s) {
      const { token, issuer } = await account(s, "plain");
      noteMasked(s, "claims", claimsOf(token), issuer);
      await review(s, "no audience", issuer, { token });
      const { status, body } = await s.quietly(() =>
        s.post(
          "/apis/authentication.k8s.io/v1/selfsubjectreviews",
          {},
          { headers: { authorization: `Bearer ${token}` }, anonymous: true },
        ),
      );
      noteMasked(
        s,
        "who am I",
        { status, user: body.status?.userInfo?.username, groups: body.status?.userInfo?.groups },
        issuer,
      );
    },
  },
  {
    title: "binds tokens to Pods and Secrets that exist",
    async run(s) {
      await s.given(s.in("serviceaccounts"), { metadata: { name: "bound" } });
      await s.given(s.in("pods"), {
        metadata: { name: "p" },
        spec: {
          serviceAccountName: "bound",
          schedulerName: "none",
          automountServiceAccountToken: false,
          containers: [{ name: "c", image: "i:1" }],
        },
      });
      await s.given(s.in("pods"), {
        metadata: { name: "other" },
        spec: { schedulerName: "none", automountServiceAccountToken: false, containers: [{ name: "c", image: "i:1" }] },
      });
      const path = s.in("serviceaccounts", "bound/token");
      const bound = (boundObjectRef: Json): Json => ({ spec: { audiences: ["a"], boundObjectRef } });
      const hidden = { pick: ({ spec }: Json): unknown => spec };
      await s.post(path, bound({ kind: "Pod", apiVersion: "v1", name: "p" }), hidden);
      await s.post(path, bound({ kind: "Pod", apiVersion: "v1", name: "none" }), hidden);
      await s.post(path, bound({ kind: "Pod", apiVersion: "v1", name: "other" }), hidden);
      await s.post(path, bound({ kind: "Secret", apiVersion: "v1", name: "none" }), hidden);
      const { body } = await s.quietly(() => s.post(path, bound({ kind: "Pod", apiVersion: "v1", name: "p" })));
      const { token } = body.status;
      const { iss } = claimsOf(token);
      noteMasked(s, "claims", claimsOf(token), iss);
      await review(s, "review", iss, { token, audiences: ["a"] });
    },
  },
];
