/** Writes down a failure that nobody needs to be told about. */
export function logFailure(what: string, reason: unknown): void {
  globalThis.console.warn(`${what}:`, reason);
}

/** Writes down an error that a screen's boundary caught, as React does by itself. */
export function logCaughtError(error: unknown): void {
  globalThis.console.error(error);
}
