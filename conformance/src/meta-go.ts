import { execFileSync } from "node:child_process";
import { askGoProgram, buildGoProgram, goFolder } from "./go-program.ts";

/** A question to the Go program in `conformance/go/meta`. */
export interface GoQuestion {
  readonly op:
    | "selector"
    | "fields"
    | "quantity"
    | "duration"
    | "strategic"
    | "strategic-create"
    | "jsonpath"
    | "names"
    | "protobuf"
    | "version"
    | "upgrade";
  readonly text?: string;
  readonly other?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly kind?: string;
  readonly original?: unknown;
  readonly patch?: unknown;
  readonly missing?: boolean;
  readonly output?: "text" | "json";
}

/** What it answers: a value, or why Go refuses. */
export interface GoAnswer {
  readonly value?: unknown;
  readonly error?: string;
}

/** Answers with Kubernetes' own Go packages. */
export interface GoReference {
  ask(questions: readonly GoQuestion[]): Promise<GoAnswer[]>;
  close(): void;
}

/** The folder of a module that the Go program is built with; `undefined` when it is not on this machine. */
export function goModuleFolder(module: string): string | undefined {
  try {
    const folder = execFileSync("go", ["list", "-m", "-f", "{{.Dir}}", module], {
      cwd: goFolder("meta"),
      encoding: "utf8",
    });
    return folder.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Builds it from `conformance/go/meta`. */
export async function buildGoReference(): Promise<GoReference> {
  const { program, remove } = await buildGoProgram("meta");
  return {
    async ask(questions) {
      const answers = await askGoProgram<GoAnswer>(program, questions);
      if (answers.length !== questions.length)
        throw new Error(`the Go program gave ${answers.length} answers to ${questions.length} questions`);
      return answers;
    },
    close: remove,
  };
}
