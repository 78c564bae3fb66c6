import { escapeForPrint } from "../errors/index.ts";
import { newJsonPatch } from "../meta/index.ts";

/** The longest value that is shown. */
const maxValue = 200;

/**
 * How two objects differ, one line for each field: `+ path: value`, `- path` and `~ path: value`. Values and names come
 * from elsewhere and are safe to print.
 */
export function differenceLines(before: object, after: object): string[] {
  return newJsonPatch(before, after).map((operation) => {
    const path = printedPath(operation.path);
    switch (operation.op) {
      case "remove":
        return `- ${path}`;
      case "add":
        return `+ ${path}: ${printed(operation.value)}`;
      case "replace":
        return `~ ${path}: ${printed(operation.value)}`;
      default:
        return `${operation.op} ${path}`;
    }
  });
}

/** `/spec/versions/0/name` as `spec.versions[0].name`. */
function printedPath(pointer: string): string {
  const steps = pointer.slice(1).split("/");
  const path = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const text = path.map((step) => (/^\d+$|[^\w$-]/.test(step) ? `[${step}]` : `.${step}`)).join("");
  return escapeForPrint(text.replace(/^\./, ""), { singleLine: true });
}

function printed(value: unknown): string {
  return escapeForPrint(JSON.stringify(value), { singleLine: true, maxLength: maxValue });
}
