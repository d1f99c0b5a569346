import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** Hexadecimal characters of the SHA-256 at the end of a backup. */
export const SEAL_BYTES = 64;

const READ_BYTES = 1024 * 1024;

/** Hashes all that is written but for the last bytes, in whose place the seal will stand. */
export class SealHash {
  readonly #hash = createHash('sha256');
  #tail = Buffer.alloc(0);

  update(bytes: Uint8Array): void {
    const known = Buffer.concat([this.#tail, bytes]);
    const end = Math.max(0, known.length - SEAL_BYTES);
    this.#hash.update(known.subarray(0, end));
    this.#tail = known.subarray(end);
  }

  /** What the end of the file must say, and what it says. */
  digest(): { seal: string; found: string } {
    return { seal: this.#hash.digest('hex'), found: this.#tail.toString('latin1') };
  }
}

/** Whether a file is, to its last bit, what was sealed. */
export async function isSealed(path: string): Promise<boolean> {
  const hash = new SealHash();
  const file = await open(path);
  try {
    for await (const bytes of pieces(file)) hash.update(bytes);
  } finally {
    await file.close();
  }
  const { seal, found } = hash.digest();
  return seal === found;
}

async function* pieces(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
