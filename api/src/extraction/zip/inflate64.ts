import { configure, Reader, ZipReader } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Packed bytes of an entry that Deflate64 has packed. */
interface PackedBytes {
  compressedSize: number;
  size: number;
  crc32: number;
  read: (start: number, length: number) => Promise<Uint8Array>;
}

/**
 * Unpacks Deflate64, which Node's zlib does not know and zip.js does, but only of an entry: the bytes are
 * given to it as those of the only entry of a zip. Sizes are below 4 GB.
 */
export async function* inflate64(packed: PackedBytes): AsyncGenerator<Uint8Array> {
  const reader = new ZipReader(new OneEntryReader(packed));
  const [entry] = await reader.getEntries();
  if (entry === undefined || entry.directory) return;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // Its error is also that of the stream.
  entry.getData(writable, { useWebWorkers: false, checkCrc32: false }).catch(() => undefined);
  yield* readable;
}

/** A zip of one entry without a name, of which only the packed bytes are not in memory. */
class OneEntryReader extends Reader<PackedBytes> {
  readonly #packed: PackedBytes;
  readonly #head: Buffer;
  readonly #tail: Buffer;

  constructor(packed: PackedBytes) {
    super(packed);
    this.#packed = packed;
    this.#head = Buffer.alloc(LOCAL_BYTES + 1);
    this.#head.writeUInt32LE(0x04034b50, 0);
    writeFields(this.#head, 4, packed);
    this.#head.write('x', LOCAL_BYTES);
    this.#tail = Buffer.alloc(CENTRAL_BYTES + 1 + END_BYTES);
    this.#tail.writeUInt32LE(0x02014b50, 0);
    writeFields(this.#tail, 6, packed);
    this.#tail.write('x', CENTRAL_BYTES);
    const end = CENTRAL_BYTES + 1;
    this.#tail.writeUInt32LE(0x06054b50, end);
    this.#tail.writeUInt16LE(1, end + 8);
    this.#tail.writeUInt16LE(1, end + 10);
    this.#tail.writeUInt32LE(end, end + 12);
    this.#tail.writeUInt32LE(this.#head.length + packed.compressedSize, end + 16);
    this.size = this.#head.length + packed.compressedSize + this.#tail.length;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size);
    const pieces: Uint8Array[] = [];
    const dataEnd = this.#head.length + this.#packed.compressedSize;
    if (index < this.#head.length) pieces.push(this.#head.subarray(index, end));
    const from = Math.max(index, this.#head.length);
    const to = Math.min(end, dataEnd);
    if (from < to) pieces.push(await this.#packed.read(from - this.#head.length, to - from));
    if (end > dataEnd) {
      pieces.push(this.#tail.subarray(Math.max(0, index - dataEnd), end - dataEnd));
    }
    return Buffer.concat(pieces);
  }
}

/** Version, flags, method, date, checksum, sizes and length of the name, from an offset on. */
function writeFields(
  header: Buffer,
  at: number,
  { crc32, compressedSize, size }: PackedBytes,
): void {
  header.writeUInt16LE(21, at);
  header.writeUInt16LE(9, at + 4);
  header.writeUInt32LE(crc32, at + 10);
  header.writeUInt32LE(compressedSize, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(1, at + 22);
}
