import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { importModule } from "./import-module.ts";

const self = fileURLToPath(import.meta.url);
const failing = (code: string) => async () => {
  throw Object.assign(new TypeError('Unknown file extension ".ts"'), { code });
};

describe("importing the module that a user named", () => {
  it("says that a TypeScript file must be compiled first where Node cannot load it", async () => {
    for (const code of ["ERR_UNKNOWN_FILE_EXTENSION", "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"])
      await expect(importModule(self, failing(code))).rejects.toMatchObject({
        kind: "InvalidArgument",
        message: expect.stringMatching(/import-module\.spec\.ts cannot be imported: .* compile it first/),
      });
  });

  it("repeats every other reason, and names a file that does not exist", async () => {
    await expect(importModule(self, failing("ERR_OTHER"))).rejects.toThrow(/imported: Unknown file extension/);
    await expect(importModule("no/such.js")).rejects.toThrow("no/such.js cannot be imported: the file does not exist");
  });
});
