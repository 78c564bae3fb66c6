import { Duplex } from "node:stream";

/** Two streams that are the ends of one connection: what is written to one is read from the other. */
export function duplexPair(): [Duplex, Duplex] {
  const ends: Duplex[] = [];
  const waiting: ((() => void) | undefined)[] = [];
  const newEnd = (own: number, other: number): Duplex =>
    new Duplex({
      read() {
        const run = waiting[own];
        waiting[own] = undefined;
        run?.();
      },
      write(chunk: Buffer, _encoding, done) {
        const peer = ends[other] as Duplex;
        if (peer.destroyed) return done(new Error("the other end was closed"));
        if (peer.push(chunk)) done();
        else waiting[other] = done;
      },
      final(done) {
        const peer = ends[other] as Duplex;
        if (!peer.destroyed) peer.push(null);
        done();
      },
      destroy(error, done) {
        const run = waiting[own];
        waiting[own] = undefined;
        run?.();
        done(error);
        const peer = ends[other] as Duplex;
        if (!peer.destroyed && error !== null) peer.destroy(error);
        else if (!peer.destroyed && !peer.readableEnded) peer.push(null);
      },
    });
  ends.push(newEnd(0, 1), newEnd(1, 0));
  for (const end of ends) end.on("error", () => {});
  return ends as [Duplex, Duplex];
}
