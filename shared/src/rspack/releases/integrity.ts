import { createHash } from 'node:crypto';

/** Returns the subresource-integrity hash of a file's bytes. */
export function integrityOf(bytes: Buffer | string): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
