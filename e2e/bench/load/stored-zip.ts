import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const BLOCK_BYTES = 1_000_000;
/** The sizes in a directory entry have 32 bits. */
const FILE_BLOCKS = 1000;

/** Writes a zip of uncompressed files of at most a gigabyte each, of about `megabytes` in total. */
export async function writeStoredZip(path: string, megabytes: number): Promise<void> {
  const block = randomBytes(BLOCK_BYTES);
  const file = await open(path, 'w');
  const directory: Buffer[] = [];
  let offset = 0;
  const write = async (bytes: Buffer) => {
    await file.write(bytes);
    offset += bytes.length;
  };
  for (let left = megabytes; left > 0; left -= FILE_BLOCKS) {
    const blocks = Math.min(left, FILE_BLOCKS);
    let checksum = 0;
    for (let at = 0; at < blocks; at += 1) checksum = crc32(block, checksum);
    const name = Buffer.from(`${left}.bin`);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(checksum, 10);
    shared.writeUInt32LE(blocks * BLOCK_BYTES, 14);
    shared.writeUInt32LE(blocks * BLOCK_BYTES, 18);
    shared.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), shared, rest, name);
    await write(Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name]));
    for (let at = 0; at < blocks; at += 1) await write(block);
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 4, 8);
  end.writeUInt16LE(directory.length / 4, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  await write(Buffer.concat([records, end]));
  await file.close();
}
