import type { Readable } from 'node:stream';

import { Problem } from '../../http/problem.ts';
import { malformed } from '../../http/problems.ts';

export interface Pace {
  /** In each of these spans an upload must bring so many bytes. */
  spanMilliseconds: number;
  bytes: number;
}

/** What `uploadPatienceSeconds` of the settings are given for. */
export const LEAST_BYTES = 64 * 1024;

/** After each of these there may be more to read, or nothing ever again. */
const NEWS = ['readable', 'end', 'error', 'close'] as const;

/**
 * The pieces of an upload as they come; the stream stays open when its reader leaves early, so that
 * the sender can still be answered. Answers 400 where it is cut off before `announced` bytes, 408
 * where it hardly moves.
 */
export async function* uploadPieces(
  body: Readable,
  announced: number | undefined,
  pace: Pace,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let counted = 0;
  let isStalled = false;
  let isWaiting = false;
  let wake: (() => void) | undefined;
  const hear = () => wake?.();
  for (const news of NEWS) body.on(news, hear);
  const watch = setInterval(() => {
    // While a piece is being stored, it is not the sender who is slow.
    isStalled = isWaiting && received - counted < pace.bytes;
    counted = received;
    if (isStalled) wake?.();
  }, pace.spanMilliseconds);
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
    clearInterval(watch);
    for (const news of NEWS) body.off(news, hear);
  }
  if (announced !== undefined && received < announced) throw cutOff();
}

const cutOff = () => malformed('The upload was cut off. Please try again.');

const tooSlow = () =>
  new Problem(408, 'The upload was too slow and was given up. Please try again.');
