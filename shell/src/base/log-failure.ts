/** Logs a failure that the user does not need to see. */
export function logFailure(what: string, reason: unknown): void {
  globalThis.console.warn(`${what}:`, reason);
}

/** Logs an error that a screen's boundary caught, as React does by default. */
export function logCaughtError(error: unknown): void {
  globalThis.console.error(error);
}
