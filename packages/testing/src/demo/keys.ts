/** What a key asks for. */
export type DemoAction = "create" | "delete" | "break" | "cut" | "expire" | "pause" | "quit";

/** One key of the demo. */
export interface KeyBinding {
  readonly key: string;
  readonly action: DemoAction;
  /** In a narrow terminal. */
  readonly short: string;
  /** In a wide terminal. */
  readonly long: string;
  /** Whether it needs the in-memory server. */
  readonly needsServer: boolean;
}

/** Every key, in the order in which they are shown. */
export const keyBindings: readonly KeyBinding[] = [
  { key: "c", action: "create", short: "create", long: "create a Website", needsServer: false },
  { key: "d", action: "delete", short: "delete", long: "delete a Website", needsServer: false },
  { key: "b", action: "break", short: "break", long: "break a reconcile", needsServer: false },
  { key: "x", action: "cut", short: "cut", long: "cut the connection", needsServer: true },
  { key: "4", action: "expire", short: "410", long: "force a 410", needsServer: true },
  { key: "p", action: "pause", short: "pause", long: "pause the server", needsServer: true },
  { key: "q", action: "quit", short: "quit", long: "quit", needsServer: false },
];

/** The actions that one piece of terminal input asks for. Ctrl-C and ctrl-D quit; other sequences are ignored. */
export function actionsOf(input: string): DemoAction[] {
  if (input.startsWith("\u001b")) return [];
  return [...input.toLowerCase()].flatMap((key) => {
    if (key === "\u0003" || key === "\u0004") return ["quit" as const];
    return keyBindings.filter((binding) => binding.key === key).map(({ action }) => action);
  });
}
