/** Writes down a failure that nobody needs to be told about. */
export function logFailure(what: string, reason: unknown): void {
  globalThis.console.warn(`${what}:`, reason);
}
