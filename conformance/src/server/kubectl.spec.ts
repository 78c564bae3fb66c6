/** kubectl says the same on the in-memory API server as on a real control plane. */
import { objectSessions } from "./kubectl-session.ts";
import { describeKubectl } from "./kubectl-suite.ts";

await describeKubectl(objectSessions);
