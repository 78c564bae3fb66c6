import { describe, expect, it } from "vitest";
import type { Pod } from "../api/core/v1.ts";
import { newStatus, StatusError } from "../errors/index.ts";
import { defaultContainerAnnotation, inContainer } from "./default-container.ts";

const status = (reason: "BadRequest" | "NotFound"): StatusError =>
  new StatusError(newStatus(reason, { resource: "pods", name: "web" }));
const pod: Pod = {
  metadata: { annotations: { [defaultContainerAnnotation]: "proxy" } },
  spec: { containers: [{ name: "app" }, { name: "proxy" }] },
};

describe("the container that is meant when none is named", () => {
  /** What was tried, and how often the Pod was read. */
  async function open(options: { container?: string }, error: Error | undefined, found: Pod | Error = pod) {
    const tried: (string | undefined)[] = [];
    let reads = 0;
    const readPod = async (): Promise<Pod> => {
      reads++;
      if (found instanceof Error) throw found;
      return found;
    };
    const outcome = await inContainer(options, readPod, async ({ container }: { container?: string | undefined }) => {
      tried.push(container);
      if (error !== undefined && tried.length === 1) throw error;
      return "open";
    }).catch((thrown: unknown) => thrown);
    return { outcome, tried, reads };
  }

  it("costs no further request when the server knows it", async () => {
    expect(await open({}, undefined)).toEqual({ outcome: "open", tried: [undefined], reads: 0 });
  });

  it("is that of the annotation when the server refuses to choose", async () => {
    const refused = status("BadRequest");
    expect(await open({}, refused)).toEqual({ outcome: "open", tried: [undefined, "proxy"], reads: 1 });
    expect(await open({}, refused, new Error("forbidden"))).toMatchObject({ outcome: refused, tried: [undefined] });
    expect(await open({}, refused, { spec: { containers: [] } })).toMatchObject({ outcome: refused });
  });

  it("is not looked for after any other error, or when one was named", async () => {
    const missing = status("NotFound");
    expect(await open({}, missing)).toEqual({ outcome: missing, tried: [undefined], reads: 0 });
    const refused = status("BadRequest");
    expect(await open({ container: "app" }, refused)).toEqual({ outcome: refused, tried: ["app"], reads: 0 });
  });
});
