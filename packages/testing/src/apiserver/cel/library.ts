import type { Environment } from "@marcbachmann/cel-js";
import { parseQuantity, type Quantity } from "client-ts/meta";
import { findAll, matchesPattern } from "../crd/pattern.ts";
import { sameJson } from "../objects.ts";
import { registerAuthorizer } from "./authorizer.ts";
import { CidrValue, IpValue, isCidr, isIp } from "./addresses.ts";

/** The functions of the real server's CEL library: strings, lists, patterns, URLs, quantities, addresses, access. */
export function registerKubernetesLibrary(environment: Environment): Environment {
  registerStrings(environment);
  registerLists(environment);
  registerUrls(environment);
  registerQuantities(environment);
  registerAddresses(environment);
  registerAuthorizer(environment);
  return environment;
}

function registerStrings(environment: Environment): void {
  environment.registerFunction("string.matchesRe2(string): bool", (text: string, pattern: string) =>
    matchesPattern(pattern, text),
  );
  environment.registerFunction("string.find(string): string", (text: string, pattern: string) => {
    return findAll(pattern, text, 1)[0] ?? "";
  });
  environment.registerFunction("string.findAll(string): list<string>", (text: string, pattern: string) =>
    findAll(pattern, text, Number.POSITIVE_INFINITY),
  );
  environment.registerFunction(
    "string.findAll(string, int): list<string>",
    (text: string, pattern: string, n: bigint) => findAll(pattern, text, n < 0n ? Number.POSITIVE_INFINITY : Number(n)),
  );
  environment.registerFunction("string.charAt(int): string", (text: string, at: bigint) => {
    const characters = [...text];
    if (at < 0n || at > characters.length) throw new Error(`index out of range: ${at}`);
    return characters[Number(at)] ?? "";
  });
  environment.registerFunction("string.replace(string, string): string", (text: string, old: string, by: string) =>
    text.split(old).join(by),
  );
  environment.registerFunction(
    "string.replace(string, string, int): string",
    (text: string, old: string, by: string, times: bigint) => {
      const parts = text.split(old);
      if (times < 0n) return parts.join(by);
      const changed = Math.min(Number(times), parts.length - 1);
      return (
        parts.slice(0, changed + 1).join(by) +
        parts
          .slice(changed + 1)
          .map((part) => old + part)
          .join("")
      );
    },
  );
  environment.registerFunction("string.reverse(): string", (text: string) => [...text].reverse().join(""));
}

function registerLists(environment: Environment): void {
  const items = (list: unknown): readonly unknown[] => [...(list as Iterable<unknown>)];
  environment.registerFunction("list.isSorted(): bool", (list: unknown) =>
    items(list).every((item, at, all) => at === 0 || order(all[at - 1], item) <= 0),
  );
  environment.registerFunction(
    "list.sum(): dyn",
    (list: unknown) =>
      items(list).reduce<unknown>((sum, item) => (sum === undefined ? item : plus(sum, item)), undefined) ?? 0n,
  );
  environment.registerFunction("list.min(): dyn", (list: unknown) => extreme(items(list), -1));
  environment.registerFunction("list.max(): dyn", (list: unknown) => extreme(items(list), 1));
  environment.registerFunction("list.indexOf(dyn): int", (list: unknown, item: unknown) =>
    BigInt(items(list).findIndex((one) => sameValue(one, item))),
  );
  environment.registerFunction("list.lastIndexOf(dyn): int", (list: unknown, item: unknown) =>
    BigInt(items(list).findLastIndex((one) => sameValue(one, item))),
  );
  class JsonPatch {}
  environment.registerType("kubernetes.JsonPatch", JsonPatch);
  environment.registerConstant("jsonpatch", "kubernetes.JsonPatch", new JsonPatch());
  environment.registerFunction("kubernetes.JsonPatch.escapeKey(string): string", (_: unknown, key: string) =>
    key.replace(/[~/]/g, (character) => (character === "~" ? "~0" : "~1")),
  );
  class Sets {}
  environment.registerType("kubernetes.Sets", Sets);
  environment.registerConstant("sets", "kubernetes.Sets", new Sets());
  const holds = (list: unknown, item: unknown): boolean => items(list).some((one) => sameValue(one, item));
  const contains = (list: unknown, part: unknown): boolean => items(part).every((item) => holds(list, item));
  environment.registerFunction("kubernetes.Sets.contains(list, list): bool", (_: unknown, a: unknown, b: unknown) =>
    contains(a, b),
  );
  environment.registerFunction(
    "kubernetes.Sets.equivalent(list, list): bool",
    (_: unknown, a: unknown, b: unknown) => contains(a, b) && contains(b, a),
  );
  environment.registerFunction("kubernetes.Sets.intersects(list, list): bool", (_: unknown, a: unknown, b: unknown) =>
    items(b).some((item) => holds(a, item)),
  );
}

function registerUrls(environment: Environment): void {
  environment.registerType("kubernetes.URL", URL);
  const read = (text: string): URL | undefined => {
    // An absolute path is a URL here, as for Go's ParseRequestURI.
    const base = text.startsWith("/") ? "relative://none" : undefined;
    return URL.canParse(text, base) ? new URL(text, base) : undefined;
  };
  const isRelative = (url: URL): boolean => url.protocol === "relative:";
  environment.registerFunction("isURL(string): bool", (text: string) => read(text) !== undefined);
  environment.registerFunction("url(string): kubernetes.URL", (text: string) => {
    const url = read(text);
    if (url === undefined) throw new Error(`URL parse error during conversion from string: ${JSON.stringify(text)}`);
    return url;
  });
  const part = (name: string, of: (url: URL) => string): void => {
    environment.registerFunction(`kubernetes.URL.${name}(): string`, (url: URL) => (isRelative(url) ? "" : of(url)));
  };
  part("getScheme", ({ protocol }) => protocol.slice(0, -1));
  part("getHost", ({ host }) => host);
  part("getHostname", ({ hostname }) => hostname.replace(/^\[|\]$/g, ""));
  part("getPort", ({ port }) => port);
  environment.registerFunction("kubernetes.URL.getEscapedPath(): string", ({ pathname }: URL) => pathname);
  environment.registerFunction("kubernetes.URL.getQuery(): map<string, list<string>>", ({ searchParams }: URL) =>
    Object.fromEntries([...new Set(searchParams.keys())].map((key) => [key, searchParams.getAll(key)])),
  );
}

/** A quantity as a value of expressions. */
class QuantityValue {
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }
}

const notQuantity = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function registerQuantities(environment: Environment): void {
  environment.registerType("kubernetes.Quantity", QuantityValue);
  const type = "kubernetes.Quantity";
  environment.registerFunction("isQuantity(string): bool", (text: string) => {
    try {
      parseQuantity(text);
      return true;
    } catch {
      return false;
    }
  });
  environment.registerFunction(`quantity(string): ${type}`, (text: string) => {
    try {
      return new QuantityValue(parseQuantity(text));
    } catch {
      throw new Error(notQuantity);
    }
  });
  const compare = (name: string, holds: (sign: -1 | 0 | 1) => unknown, result: string): void => {
    environment.registerFunction(`${type}.${name}(${type}): ${result}`, (a: QuantityValue, b: QuantityValue) =>
      holds(a.quantity.compare(b.quantity)),
    );
  };
  compare("isGreaterThan", (sign) => sign > 0, "bool");
  compare("isLessThan", (sign) => sign < 0, "bool");
  compare("compareTo", (sign) => BigInt(sign), "int");
  environment.registerOperator(`${type} == ${type}`, (a: QuantityValue, b: QuantityValue) =>
    a.quantity.equals(b.quantity),
  );
  environment.registerFunction(`${type}.isInteger(): bool`, ({ quantity }: QuantityValue) => isWhole(quantity));
  environment.registerFunction(`${type}.asInteger(): int`, ({ quantity }: QuantityValue) => {
    if (!isWhole(quantity)) throw new Error("cannot convert value to integer");
    return quantity.value();
  });
  environment.registerFunction(`${type}.asApproximateFloat(): double`, ({ quantity }: QuantityValue) =>
    quantity.toNumber(),
  );
  for (const name of ["add", "sub"] as const) {
    environment.registerFunction(
      `${type}.${name}(${type}): ${type}`,
      (a: QuantityValue, b: QuantityValue) => new QuantityValue(a.quantity[name](b.quantity)),
    );
    environment.registerFunction(
      `${type}.${name}(int): ${type}`,
      (a: QuantityValue, b: bigint) => new QuantityValue(a.quantity[name](parseQuantity(String(b)))),
    );
  }
}

function isWhole(quantity: Quantity): boolean {
  return quantity.nanos % 1_000_000_000n === 0n;
}

function registerAddresses(environment: Environment): void {
  environment.registerType("net.IP", IpValue);
  environment.registerType("net.CIDR", CidrValue);
  environment.registerFunction("isIP(string): bool", (text: string) => isIp(text));
  environment.registerFunction("ip(string): net.IP", (text: string) => new IpValue(text));
  environment.registerFunction("net.IP.family(): int", (ip: IpValue) => BigInt(ip.family));
  environment.registerFunction("net.IP.isLoopback(): bool", (ip: IpValue) => ip.isLoopback);
  environment.registerFunction("net.IP.isUnspecified(): bool", (ip: IpValue) => ip.bits === 0n);
  environment.registerFunction("isCIDR(string): bool", (text: string) => isCidr(text));
  environment.registerFunction("cidr(string): net.CIDR", (text: string) => new CidrValue(text));
  environment.registerFunction("net.CIDR.prefixLength(): int", (cidr: CidrValue) => BigInt(cidr.prefixLength));
  environment.registerFunction("net.CIDR.ip(): net.IP", (cidr: CidrValue) => cidr.ip);
  environment.registerFunction("net.CIDR.containsIP(string): bool", (cidr: CidrValue, ip: string) =>
    cidr.contains(new IpValue(ip)),
  );
  environment.registerFunction("net.CIDR.containsIP(net.IP): bool", (cidr: CidrValue, ip: IpValue) =>
    cidr.contains(ip),
  );
}

function order(a: unknown, b: unknown): number {
  if (sameValue(a, b)) return 0;
  return (a as string | bigint | number) < (b as string | bigint | number) ? -1 : 1;
}

function plus(a: unknown, b: unknown): unknown {
  return typeof a === "bigint" && typeof b === "bigint" ? a + b : Number(a) + Number(b);
}

function extreme(items: readonly unknown[], sign: -1 | 1): unknown {
  if (items.length === 0) throw new Error(`${sign < 0 ? "min" : "max"} called on empty list`);
  return items.reduce((best, item) => (order(item, best) === sign ? item : best));
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && sameJson(comparable(a), comparable(b)));
}

/** Numbers of any size as text, so that values can be compared as JSON. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : (item as unknown))));
}
