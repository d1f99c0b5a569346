/** Fewer than this are the same by chance. */
const SHORTEST = 3;

/** Characters at the start of a chunk that repeat the end of the one before. */
export function repeatedStart(before: string, chunk: string): number {
  for (let length = Math.min(before.length, chunk.length); length >= SHORTEST; length -= 1) {
    if (before.endsWith(chunk.slice(0, length))) return length;
  }
  return 0;
}
