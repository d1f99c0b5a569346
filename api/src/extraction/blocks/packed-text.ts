import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';

import type { Block } from './block.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Returns the text of a document as it is kept: compressed. */
export const packText = (blocks: readonly Block[]): Uint8Array =>
  zstdCompressSync(JSON.stringify(blocks));

/** The same outside of a worker, where requests are served meanwhile. */
export const packTextLater = (blocks: readonly Block[]): Promise<Uint8Array> =>
  compress(JSON.stringify(blocks));

/** Returns the text that was packed. */
export async function unpackText(packed: Uint8Array): Promise<Block[]> {
  return JSON.parse((await decompress(packed)).toString()) as Block[];
}
