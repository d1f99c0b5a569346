import type { LargeZip } from './large-zip.ts';

/** Yields the bytes of a zip from an offset on. */
export function* piecesFrom(zip: LargeZip, offset: number): Generator<Uint8Array> {
  let at = 0;
  for (const piece of zip.pieces()) {
    if (at + piece.length > offset) yield piece.subarray(Math.max(0, offset - at));
    at += piece.length;
  }
}
