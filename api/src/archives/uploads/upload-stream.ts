import type { Readable } from 'node:stream';

import { Problem } from '../../http/problem.ts';
import { malformed } from '../../http/problems.ts';

/** In each window an upload must send this many bytes. */
export interface StallLimit {
  windowMilliseconds: number;
  minBytes: number;
}

/** For windows of the setting `uploadStallSeconds`. */
export const MIN_BYTES_PER_WINDOW = 64 * 1024;

/** After each of these events there is more to read, or the stream has ended. */
const STREAM_EVENTS = ['readable', 'end', 'error', 'close'] as const;

/**
 * Yields the pieces of an upload as they arrive. The stream stays open when its reader stops early, so
 * that a response can still be sent. Throws a 400 if it is cut off before `announced` bytes, and a 408
 * if it stalls.
 */
export async function* uploadPieces(
  body: Readable,
  announced: number | undefined,
  stallLimit: StallLimit,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let counted = 0;
  let isStalled = false;
  let isWaiting = false;
  let wake: (() => void) | undefined;
  const onStreamEvent = () => wake?.();
  for (const event of STREAM_EVENTS) body.on(event, onStreamEvent);
  const timer = setInterval(() => {
    // While a piece is being stored, the sender is not the slow one.
    isStalled = isWaiting && received - counted < stallLimit.minBytes;
    counted = received;
    if (isStalled) wake?.();
  }, stallLimit.windowMilliseconds);
  try {
    for (;;) {
      const piece = body.read() as Uint8Array | null;
      if (piece !== null) {
        received += piece.length;
        yield piece;
        continue;
      }
      if (isStalled) throw tooSlow();
      if (body.readableEnded) break;
      if (body.destroyed) throw cutOff();
      isWaiting = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      isWaiting = false;
    }
  } finally {
    clearInterval(timer);
    for (const event of STREAM_EVENTS) body.off(event, onStreamEvent);
  }
  if (announced !== undefined && received < announced) throw cutOff();
}

const cutOff = () => malformed('The upload was cut off. Please try again.');

const tooSlow = () =>
  new Problem(408, 'The upload was too slow and was given up. Please try again.');
