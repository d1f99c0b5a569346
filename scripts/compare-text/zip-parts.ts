import { inflateRawSync } from 'node:zlib';

const END = Buffer.from('PK\u0005\u0006');

/** Returns the parts of a zip by name, read on demand. Damaged ones throw. */
export function zipParts(bytes: Buffer): Map<string, () => string> {
  const end = bytes.lastIndexOf(END);
  const parts = new Map<string, () => string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const offset = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    parts.set(name, () => {
      const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
      const packed = bytes.subarray(start, start + size);
      return decodeXml(method === 0 ? packed : inflateRawSync(packed));
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** Reads XML by its byte order mark, else as UTF-8. */
export function decodeXml(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
