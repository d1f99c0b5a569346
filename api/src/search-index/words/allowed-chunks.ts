import { bytesOfUuid, type IndexedSegment } from './indexed-segment.ts';

/** Returns whether a chunk is of one of these documents; of any, where none are given. */
export function isChunkAllowed(
  { documentIds, starts }: IndexedSegment,
  allowed: readonly string[] | undefined,
): (chunk: number) => boolean {
  if (allowed === undefined) return () => true;
  const wanted = new Set(allowed.map((id) => keyOf(bytesOfUuid(id), 0)));
  const chunks = new Uint8Array(starts.at(-1) ?? 0);
  for (let document = 0; document < starts.length - 1; document += 1) {
    if (wanted.has(keyOf(documentIds, document))) {
      chunks.fill(1, starts[document], starts[document + 1]);
    }
  }
  return (chunk) => chunks[chunk] === 1;
}

/** The bytes of a UUID as a text, which is cheaper than writing it out. */
const keyOf = (bytes: Uint8Array, index: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + index * 16, 16).toString('latin1');
