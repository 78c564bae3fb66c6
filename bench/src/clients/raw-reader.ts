/**
 * Reads bodies and throws them away, with nothing but `node:http2` and large windows: what the server can give at most.
 */

import http2, { type ClientHttp2Session } from "node:http2";
import { drive } from "./harness.ts";

let session: ClientHttp2Session | undefined;

await drive(async (config) => ({
  start: () => {},
  transfer: (path) =>
    new Promise((resolve, reject) => {
      if (session === undefined) {
        const opened = http2.connect(config.url, { ca: config.ca, settings: { initialWindowSize: 16 << 20 } });
        opened.on("error", reject);
        opened.on("connect", () => opened.setLocalWindowSize(32 << 20));
        session = opened;
      }
      const stream = session.request({
        ":path": path,
        accept: config.protobuf ? "application/vnd.kubernetes.protobuf" : "application/json",
      });
      let bytes = 0;
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on("error", reject);
      stream.on("end", () => resolve(bytes));
    }),
}));
