/** More than any service that this server calls returns. */
export const RESPONSE_BYTES_MAX = 10 * 1024 ** 2;

/** A service sent more bytes than it may. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes were sent`);
  }
}

/** Returns the body of a response of another service. @throws {ResponseTooLarge} */
export async function readLimited(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  maxBytes = RESPONSE_BYTES_MAX,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body, which closes the connection.
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new ResponseTooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
