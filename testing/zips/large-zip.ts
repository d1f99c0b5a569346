import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { buildZip } from './build-zip.ts';

const BLOCK_BYTES = 1024 * 1024;

/** A zip of one stored file that is generated while it is sent. */
export interface LargeZip {
  length: number;
  pieces(): Generator<Uint8Array>;
}

/** Creates a zip of one file of `bytes`, rounded up to whole blocks; the zip must be smaller than 4 GiB. */
export function largeZip(bytes: number): LargeZip {
  const block = randomBytes(BLOCK_BYTES);
  const blocks = Math.ceil(bytes / BLOCK_BYTES);
  const size = blocks * BLOCK_BYTES;
  let checksum = 0;
  for (let at = 0; at < blocks; at += 1) checksum = crc32(block, checksum);
  // An archive with an empty file that claims the full size, split where the file's bytes belong.
  const claim = { method: 0, size, compressedSize: size, crc32: checksum };
  const empty = buildZip([{ name: 'a.bin', data: Buffer.alloc(0), ...claim }]);
  const name = Buffer.byteLength('a.bin');
  const head = empty.subarray(0, 30 + name);
  const tail = empty.subarray(head.length);
  tail.writeUInt32LE(head.length + size, tail.length - 22 + 16);
  return {
    length: head.length + size + tail.length,
    *pieces() {
      yield head;
      for (let at = 0; at < blocks; at += 1) yield block;
      yield tail;
    },
  };
}
