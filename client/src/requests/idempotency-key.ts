/** The header by which a server knows a POST that is sent again. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Returns a new key. `crypto.randomUUID` is there in secure contexts only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
