import { newSecretValue, type SecretValue } from "../errors/index.ts";
import type { ClientCertificate, ExecConfig } from "../transport/index.ts";
import { defined, isRecord } from "../util/index.ts";
import { CredentialError } from "./credential-error.ts";
import { tokenProblem } from "./static.ts";

/** The versions of the plugin protocol that are supported. */
export const execVersions: readonly string[] = [
  "client.authentication.k8s.io/v1",
  "client.authentication.k8s.io/v1beta1",
];

/** The variable in which a plugin receives its ExecCredential. */
export const execInfoVariable = "KUBERNETES_EXEC_INFO";

/** The description of a cluster that a plugin receives, with the field names of the protocol. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  /** PEM in base64. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  /** The cluster's own configuration for the plugin. */
  readonly config?: unknown;
}

/** What a plugin receives, and what it answers. */
export interface ExecCredential {
  readonly apiVersion: string;
  readonly kind: "ExecCredential";
  readonly spec?: { readonly interactive: boolean; readonly cluster?: ExecCluster };
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

/** The ExecCredential that a plugin receives, as the variable holds it. */
export function execInfo(
  { apiVersion }: ExecConfig,
  { interactive, cluster }: { readonly interactive: boolean; readonly cluster?: ExecCluster | undefined },
): string {
  const info: ExecCredential = {
    kind: "ExecCredential",
    apiVersion,
    spec: { ...defined({ cluster }), interactive },
  };
  return JSON.stringify(info);
}

/** A plugin's answer. */
export interface ExecAnswer {
  readonly token?: SecretValue | undefined;
  readonly certificate?: ClientCertificate | undefined;
  /** Wall clock in milliseconds; absent: for as long as the server accepts it. */
  readonly expiresMs?: number | undefined;
}

/** What is wrong with how a plugin is configured, without looking at the machine. */
export function execProblems({ apiVersion, command, interactiveMode, timeoutMs }: ExecConfig): string[] {
  const problems: string[] = [];
  const name = JSON.stringify(command);
  if (!command) problems.push("an exec plugin needs a command");
  if (!execVersions.includes(apiVersion))
    problems.push(
      `the exec plugin ${name} has the apiVersion ${JSON.stringify(apiVersion)}, which is not supported: use ${execVersions.join(" or ")}`,
    );
  const modes = ["Never", "IfAvailable", "Always"];
  if (interactiveMode === undefined && apiVersion === execVersions[0])
    problems.push(
      `the exec plugin ${name} needs an interactiveMode with apiVersion ${apiVersion}: Never, IfAvailable or Always`,
    );
  if (interactiveMode !== undefined && !modes.includes(interactiveMode))
    problems.push(
      `the exec plugin ${name} has the interactiveMode ${JSON.stringify(interactiveMode)}: use one of ${modes.join(", ")}`,
    );
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    problems.push(`the exec plugin ${name} has a timeoutMs that is not greater than 0`);
  return problems;
}

/** Reads what a plugin printed. Every error names the plugin, none repeats what it printed. */
export function parseExecAnswer(output: Uint8Array, { apiVersion, command }: ExecConfig): ExecAnswer {
  const wrong = (what: string): CredentialError =>
    new CredentialError(`the exec plugin ${JSON.stringify(command)} ${what}`, { problem: "answer" });
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(output));
  } catch {
    throw wrong("did not print one JSON object");
  }
  if (!isRecord(answer)) throw wrong("did not print one JSON object");
  if (answer["kind"] !== "ExecCredential") throw wrong("did not print an ExecCredential");
  if (answer["apiVersion"] !== apiVersion) {
    const known =
      typeof answer["apiVersion"] === "string" && /^[\w./-]{1,64}$/.test(answer["apiVersion"])
        ? answer["apiVersion"]
        : "another one";
    throw wrong(`is configured for the apiVersion ${apiVersion}, but answered with ${known}`);
  }
  const { status } = answer;
  if (!isRecord(status)) throw wrong("printed an ExecCredential without status");
  const text = (name: string): string => {
    const value = status[name] ?? "";
    if (typeof value !== "string") throw wrong(`printed a status.${name} that is not text`);
    return value;
  };
  const [token, cert, key, expires] = [
    text("token"),
    text("clientCertificateData"),
    text("clientKeyData"),
    text("expirationTimestamp"),
  ];
  if (token === "" && cert === "" && key === "") throw wrong("printed neither a token nor a client certificate");
  if ((cert === "") !== (key === ""))
    throw wrong("printed a client certificate without its key, or a key without its certificate");
  const problem = token === "" ? undefined : tokenProblem(token);
  if (problem !== undefined) throw wrong(`printed a token that ${problem}`);
  const expiresMs = expires === "" ? undefined : parseTime(expires);
  if (expiresMs !== undefined && Number.isNaN(expiresMs))
    throw wrong("printed an expirationTimestamp that is not a time");
  return {
    token: token === "" ? undefined : newSecretValue(token),
    certificate: cert === "" ? undefined : { cert, key: newSecretValue(key) },
    expiresMs,
  };
}

/** An RFC 3339 time in milliseconds, or `NaN`. */
function parseTime(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
}
