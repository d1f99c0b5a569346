import { Problem } from '../http/problem.ts';
import { malformed } from '../http/problems.ts';

export interface Pace {
  /** In each of these spans an upload must bring so many bytes. */
  spanMilliseconds: number;
  bytes: number;
}

/** Two minutes of silence are forgiven, an upload that will not end within a day is not. */
const PACE: Pace = { spanMilliseconds: 60_000, bytes: 64 * 1024 };

/**
 * The pieces of an upload as they come. Answers 400 where it is cut off before `announced` bytes,
 * 408 where it hardly moves.
 */
export async function* uploadPieces(
  body: ReadableStream<Uint8Array>,
  announced: number | undefined,
  pace: Pace = PACE,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  let counted = 0;
  let stalled = false;
  const watch = setInterval(() => {
    stalled = received - counted < pace.bytes;
    counted = received;
    if (stalled) reader.cancel().catch(() => undefined);
  }, pace.spanMilliseconds);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw cutOff();
      });
      if (done) break;
      received += value.length;
      yield value;
    }
  } finally {
    clearInterval(watch);
    reader.releaseLock();
  }
  if (stalled) throw tooSlow();
  if (announced !== undefined && received < announced) throw cutOff();
}

const cutOff = () => malformed('The upload was cut off. Please try again.');

const tooSlow = () =>
  new Problem(408, 'The upload was too slow and was given up. Please try again.');
