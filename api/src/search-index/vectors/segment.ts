import { bytesOfVector, vectorOfBytes } from './vector-bytes.ts';

/** Bytes of the factor that stands with each vector of a segment. */
const SCALE_BYTES = 4;

/**
 * Returns vectors, as `chunk_vectors` stores them, as a segment: each of length 1, as 8-bit whole numbers,
 * and then a factor for each. The vectors have the same number of dimensions.
 */
export function segmentOf(vectors: readonly Uint8Array[]): Uint8Array {
  const dimensions = (vectors[0]?.length ?? 0) / 4;
  const numbers = new Int8Array(vectors.length * dimensions);
  const scales = new Float32Array(vectors.length);
  for (const [row, bytes] of vectors.entries()) {
    const vector = vectorOfBytes(bytes);
    const { length, most } = measure(vector);
    if (length === 0) continue;
    scales[row] = most / length / 127;
    for (let at = 0, to = row * dimensions; at < dimensions; at += 1, to += 1) {
      numbers[to] = Math.round(((vector[at] ?? 0) * 127) / most);
    }
  }
  return Buffer.concat([Buffer.from(numbers.buffer), bytesOfVector(scales)]);
}

/** Returns the numbers and the factors of a segment of `count` vectors. */
export function readSegment(
  data: Uint8Array,
  count: number,
): { dimensions: number; numbers: Int8Array; scales: Float32Array } {
  const dimensions = count === 0 ? 0 : data.length / count - SCALE_BYTES;
  const size = count * dimensions;
  return {
    dimensions,
    numbers: new Int8Array(data.buffer, data.byteOffset, size),
    scales: vectorOfBytes(data.subarray(size)),
  };
}

/** Returns a vector of the same direction and length 1. One that has no direction stays zero. */
export function unitOf(vector: Float32Array): Float32Array {
  const { length } = measure(vector);
  return length === 0 ? new Float32Array(vector.length) : vector.map((value) => value / length);
}

/** Returns the length, 0 for a vector without direction, and the largest number. */
function measure(vector: Float32Array): { length: number; most: number } {
  let [sum, most] = [0, 0];
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] ?? 0;
    sum += value * value;
    if (Math.abs(value) > most) most = Math.abs(value);
  }
  const length = Math.sqrt(sum);
  return { length: Number.isFinite(length) ? length : 0, most };
}
