/** Reads bodies and throws them away, with nothing but `node:http2` and large windows: what the server can give at most. */

import http2 from "node:http2";
import { drive } from "./harness.ts";

await drive(async (config) => ({
  start: () => {},
  transfer: (path) =>
    new Promise((resolve, reject) => {
      const session = http2.connect(config.url, { ca: config.ca, settings: { initialWindowSize: 16 << 20 } });
      session.on("error", reject);
      session.on("connect", () => session.setLocalWindowSize(32 << 20));
      const stream = session.request({
        ":path": path,
        accept: config.protobuf ? "application/vnd.kubernetes.protobuf" : "application/json",
      });
      let bytes = 0;
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on("error", reject);
      stream.on("end", () => {
        session.close();
        resolve(bytes);
      });
    }),
}));
