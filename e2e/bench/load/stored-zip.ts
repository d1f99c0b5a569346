import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const BLOCK_BYTES = 1_000_000;
/** A directory entry's numbers have 32 bits. */
const FILE_BLOCKS = 1000;

/** Writes a zip of stored files of at most a gigabyte each, of about so many megabytes in all. */
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
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(checksum, 10);
    facts.writeUInt32LE(blocks * BLOCK_BYTES, 14);
    facts.writeUInt32LE(blocks * BLOCK_BYTES, 18);
    facts.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), facts, rest, name);
    await write(Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name]));
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
