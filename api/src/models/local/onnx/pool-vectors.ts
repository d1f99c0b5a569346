import type { Pooling } from '../folder/known-models.ts';
import type { ModelOutput } from './model-session.ts';

/**
 * Returns a vector of length 1 for each text of a batch. The output is batch x tokens x dimensions, or batch x
 * dimensions where the model pools itself; the mask is batch x tokens.
 */
export function poolVectors(
  { dims, data }: ModelOutput,
  mask: BigInt64Array,
  pooling: Pooling,
): Float32Array[] {
  const count = dims[0] ?? 0;
  const dimensions = dims.at(-1) ?? 0;
  if (dims.length === 2) {
    return Array.from({ length: count }, (_, row) =>
      normalized(data.slice(row * dimensions, (row + 1) * dimensions)),
    );
  }
  const width = dims[1] ?? 0;
  return Array.from({ length: count }, (_, row) => {
    const tokens: Float32Array[] = [];
    for (let token = 0; token < width; token += 1) {
      const at = (row * width + token) * dimensions;
      if (mask[row * width + token] === 1n) tokens.push(data.subarray(at, at + dimensions));
    }
    return normalized(pooled(tokens, dimensions, pooling));
  });
}

function pooled(
  tokens: readonly Float32Array[],
  dimensions: number,
  pooling: Pooling,
): Float32Array {
  if (pooling === 'first') return Float32Array.from(tokens[0] ?? []);
  if (pooling === 'last') return Float32Array.from(tokens.at(-1) ?? []);
  const vector = new Float32Array(dimensions).fill(pooling === 'max' ? -Infinity : 0);
  for (const token of tokens) {
    for (let at = 0; at < dimensions; at += 1) {
      const value = token[at] ?? 0;
      const so = vector[at] ?? 0;
      vector[at] = pooling === 'max' ? Math.max(so, value) : so + value / tokens.length;
    }
  }
  return vector;
}

function normalized(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return vector.map((value) => value / length);
}
