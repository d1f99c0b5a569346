import { endianness } from 'node:os';

/** Returns a vector as the database stores it: 32-bit floats, little-endian. */
export function bytesOfVector(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}

export function vectorOfBytes(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(bytes);
  if (endianness() === 'BE') copy.swap32();
  return new Float32Array(copy.buffer, copy.byteOffset, copy.byteLength / 4);
}
