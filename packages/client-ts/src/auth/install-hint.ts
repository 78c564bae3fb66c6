import { escapeForPrint } from "../errors/index.ts";
import type { Clock } from "../util/index.ts";

/** How often the hint of one plugin is given, and within which time. */
const mostHints = 10;
const periodMs = 3_600_000;

/**
 * Gives a plugin's install hint with at most ten errors an hour: a program that asks every second does not fill its log
 * with it.
 */
export class InstallHint {
  readonly #text: string;
  readonly #clock: Clock;
  #given = 0;
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor(text: string | undefined, clock: Clock) {
    // The text is not trusted: control characters are removed before it is used.
    this.#text = escapeForPrint(text ?? "", { maxLength: 4_000 }).trim();
    this.#clock = clock;
  }

  /** The hint with a line break before it, or nothing. */
  take(): string {
    if (this.#text === "") return "";
    const now = this.#clock.monotonic();
    if (now - this.#sinceMs >= periodMs) {
      this.#sinceMs = now;
      this.#given = 0;
    }
    return this.#given++ < mostHints ? `\n\n${this.#text}` : "";
  }
}
