import ts from "typescript-js-api";

/**
 * Files and folders that make plain errors, and why. Everywhere else an error has a class of `client-ts/errors`, so
 * that callers can ask with `isClientError` instead of reading its text.
 */
export const plainErrors: ReadonlyMap<string, string> = new Map([
  ["packages/client-ts/src/util/", "it lies below the module of the errors"],
  ["packages/client-ts/src/cli/run-cli.ts", "the reason of the signal that ends a command"],
  ["packages/client-ts/src/codec/text.ts", "a cause that must not quote the data"],
  ["packages/client-ts/src/rest/serializer.ts", "a cause that must not quote the data"],
  ["packages/client-ts/src/discovery/openapi.ts", "a cause that must not quote the data"],
  ["packages/client-ts/src/controller/outcome.ts", "it stands for what a reconciler threw that is not an error"],
  ["packages/client-ts/src/controller/manager.ts", "the failure of a health check, which is only logged"],
  ["packages/client-ts/src/kubeconfig/node/host.ts", "an error as the file system gives it; the caller words it"],
  ["packages/client-ts/src/kubeconfig/distrust.ts", "an error as the file system gives it; the caller words it"],
  ["packages/client-ts/src/streaming/copy-from.ts", "the cause of a ProtocolError"],
  ["packages/client-ts/src/transport/node/http2/", "the cause of a TransportError"],
  ["packages/client-ts/src/transport/node/upgrade.ts", "the cause of a TransportError"],
  ["packages/testing/src/apiserver/", "an answer of the server, or the end of one of its streams"],
  ["packages/testing/src/controllers/replica-set.ts", "it makes the controller try the key again, and goes no further"],
  ["packages/testing/src/demo/", "it ends in the demo"],
]);

/** Plain errors with a message that a file makes: `path:line: …`. */
export function plainErrorsIn({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const violations: string[] = [];
  const visit = (node: ts.Node): void => {
    const made = (ts.isNewExpression(node) || ts.isCallExpression(node)) && (node.arguments?.length ?? 0) > 0;
    if (made && plainClass.test(node.expression.getText(file))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const name = node.expression.getText(file);
      violations.push(`${path}:${line + 1}: ${name}: use a class of client-ts/errors, such as InvalidArgumentError`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return violations;
}

const plainClass = /^(?:globalThis\.)?(?:Error|TypeError|RangeError|SyntaxError)$/;
