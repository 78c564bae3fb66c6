import { type Client, connect } from "client-ts";
import type { Manager, ManagerOptions } from "client-ts/controller";
import { isClientError } from "client-ts/errors";
import type { Resource } from "client-ts/meta";
import type { Interceptor } from "client-ts/rest";
import { FakeClock } from "client-ts/util";
import { type ApiServer, type ApiServerOptions, startApiServer } from "../apiserver/index.ts";
import { verbInterceptor, type VerbInterceptors } from "./verb-interceptors.ts";

/** Options of {@link runController}. */
export interface RunControllerOptions extends ApiServerOptions {
  /** Requests of the manager's client, by verb: to count them, to delay them or to let them fail. */
  readonly interceptors?: VerbInterceptors | undefined;
  /** The clock of the manager. Default: one that begins at 2026-01-01. */
  readonly managerClock?: FakeClock | undefined;
  /**
   * How long `idle` and `advance` wait at most, in real time, before they reject with a TimeoutError that names what is
   * busy. Default 30 s.
   */
  readonly idleTimeoutMs?: number | undefined;
}

/** A manager that runs on an in-memory API server, with a clock that stands still until the test moves it. */
export interface ControllerRun extends AsyncDisposable {
  readonly server: ApiServer;
  /** The client of the manager. Its requests pass through the interceptors. */
  readonly client: Client;
  readonly clock: FakeClock;
  readonly manager: Manager;
  /**
   * Settles when every change has reached the controllers and no key waits or runs. Keys that wait for a time, such as
   * a retry or `requeueAfterMs`, do not count: they run when {@link advance} reaches that time. Rejects with a
   * TimeoutError after `idleTimeoutMs`, for example when a controller wakes itself.
   */
  idle(): Promise<void>;
  /** Moves the clock, timer by timer, and settles when the controllers are idle again. */
  advance(byMs: number): Promise<void>;
  /** Stops the manager, the client and the server. Rejects with what the manager failed with. */
  close(): Promise<void>;
}

/**
 * Runs controllers in a test until they have nothing to do, without a cluster and without waiting. Pass the options
 * that your function gets to `newManager`, after your own: they set the clock, and leave out servers and the election.
 *
 * ```ts
 * await using run = await runController((client, options) => newWebsiteManager(client, options), {
 *   objects: [definition, website],
 * });
 * await run.idle();
 * expect((await run.client.resource(Deployment, { namespace: "shop" }).get("web")).spec.replicas).toBe(2);
 * await run.advance(60_000);
 * ```
 */
export async function runController(
  newManager: (client: Client, options: ManagerOptions) => Manager,
  options: RunControllerOptions = {},
): Promise<ControllerRun> {
  const {
    interceptors = {},
    managerClock: clock = new FakeClock(),
    idleTimeoutMs = 30_000,
    ...serverOptions
  } = options;
  const server = await startApiServer(serverOptions);
  const intercept: Interceptor = verbInterceptor(interceptors);
  const client = await connect({ kubeconfigText: server.kubeconfig, interceptors: [intercept] });
  let manager: Manager;
  try {
    // Several tests run at a time: none of them takes a port or waits for a lease, unless it asks for that.
    manager = newManager(client, { clock, leaderElection: undefined, health: undefined, metrics: undefined });
  } catch (error) {
    await client.close();
    await server.close();
    throw error;
  }
  const running = manager.run();
  let failure: { readonly error: unknown } | undefined;
  const ended = running.catch((error: unknown) => {
    failure = { error };
  });
  const upTo = ({ plural, group }: Resource): string | undefined => {
    const resource = group === "" ? plural : `${plural}.${group}`;
    return server.journal.entries().findLast((entry) => entry.resource === resource)?.resourceVersion;
  };
  const idle = async (): Promise<void> => {
    try {
      await manager.idle({ upTo, timeoutMs: idleTimeoutMs });
    } catch (error) {
      if (isClientError(error, "Timeout")) throw error;
      await ended;
      throw failure?.error ?? error;
    }
  };
  const close = async (): Promise<void> => {
    await manager.close();
    await ended;
    await client.close();
    await server.close();
    if (failure !== undefined) throw failure.error;
  };
  return {
    server,
    client,
    clock,
    manager,
    idle,
    async advance(byMs) {
      await idle();
      const end = clock.monotonic() + byMs;
      for (let next = clock.nextInMs; next !== undefined && clock.monotonic() + next <= end; next = clock.nextInMs) {
        await clock.advance(next);
        await idle();
      }
      await clock.advance(end - clock.monotonic());
      await idle();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
