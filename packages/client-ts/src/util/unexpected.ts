/** Where an error goes that nobody awaits: a handler that threw, a background loop that failed. It must not throw itself. */
export type OnUnexpectedError = (error: unknown, where: string) => void;
