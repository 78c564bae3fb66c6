import { type FieldError, invalidValue, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";

/** The keys that Secrets of a type must have. */
const demanded: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
};
/** The keys that hold JSON. */
const documents: Readonly<Record<string, string>> = {
  "kubernetes.io/dockercfg": ".dockercfg",
  "kubernetes.io/dockerconfigjson": ".dockerconfigjson",
};
const accountName = "kubernetes.io/service-account.name";

/** What is missing in a Secret of a well-known type. */
export function secretTypeErrors(object: ApiObject): FieldError[] {
  const type = String(object["type"] ?? "");
  const has = (key: string): boolean => field(object, "data", key) !== undefined;
  const document = documents[type];
  if (document !== undefined) return documentErrors(object, document);
  if (type === "kubernetes.io/basic-auth" && !has("username") && !has("password"))
    return [required("data[username]"), required("data[password]")];
  if (type === "kubernetes.io/service-account-token" && !object.metadata.annotations?.[accountName])
    return [required(`metadata.annotations[${accountName}]`)];
  return (demanded[type] ?? []).filter((key) => !has(key)).map((key) => required(`data[${key}]`));
}

function documentErrors(object: ApiObject, key: string): FieldError[] {
  const text = field(object, "data", key);
  if (typeof text !== "string") return [required(`data[${key}]`)];
  try {
    JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    return [];
  } catch {
    return [invalidValue(`data[${key}]`, "<secret contents redacted>", "invalid JSON")];
  }
}
