import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { buildZip } from './build-zip.ts';

const BLOCK_BYTES = 1024 * 1024;

/** A zip of one stored file, made while it is sent. */
export interface LargeZip {
  length: number;
  pieces(): Generator<Uint8Array>;
}

/** The file is of so many bytes, which are less than 4 GiB in all. */
export function largeZip(bytes: number): LargeZip {
  const block = randomBytes(BLOCK_BYTES);
  const blocks = Math.ceil(bytes / BLOCK_BYTES);
  const size = blocks * BLOCK_BYTES;
  let checksum = 0;
  for (let at = 0; at < blocks; at += 1) checksum = crc32(block, checksum);
  // The same archive without the bytes in it, taken apart where they belong.
  const claim = { method: 0, size, compressedSize: size, crc32: checksum };
  const hollow = buildZip([{ name: 'a.bin', data: Buffer.alloc(0), ...claim }]);
  const name = Buffer.byteLength('a.bin');
  const head = hollow.subarray(0, 30 + name);
  const tail = hollow.subarray(head.length);
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
