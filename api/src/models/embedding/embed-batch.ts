import { backOff } from '@carrel/shared/contract';
import { setTimeout as pause } from 'node:timers/promises';

import { EmbeddingError, EmbeddingsUnavailable } from './embedding-error.ts';
import { MalformedResponse, ServiceRefusal } from './request-json.ts';
import type { ServiceLane } from './service-lane.ts';
import type { ServiceLimits } from './service-limits.ts';
import { ServiceAway, type ServiceOutage } from './service-outage.ts';
import { ServiceUnavailable } from './service-unavailable.ts';
import { cutToCharacters, cutToTokens, estimateTokens, partTaken } from './text-tokens.ts';

/** What embeds batches through a service. */
export interface BatchService {
  /** Sends one request. */
  request: (texts: readonly string[]) => Promise<Float32Array[]>;
  outage: ServiceOutage;
  limits: ServiceLimits;
  lane: ServiceLane;
  /** Attempts for one batch while the service responds to others, and the wait before the second. */
  tries: number;
  waitMilliseconds: number;
}

interface Embedded {
  vectors: Float32Array[];
  /** Whether a text had to be cut. */
  isCut: boolean;
}

/** Characters of a text below which it is not cut: it was refused for something else. */
const CUT_MIN = 200;
/** A text that was cut by halves is tried at this many lengths between what was taken and what was refused. */
const REFINEMENTS = 2;
/** Of what a refusal says is taken: the tokens of a beginning are not exactly its share. */
const MARGIN = 0.97;
const RETRY_MAX_MILLISECONDS = 10_000;

/** The service is there and does not finish this batch. */
class TooHeavy extends Error {}

/**
 * Embeds texts that fit in one request, as far as is known. A batch that is refused is split, a single text is cut;
 * what worked is remembered.
 * @throws {EmbeddingError} if the service refuses a text.
 * @throws {EmbeddingsUnavailable}
 */
export async function embedBatch(
  service: BatchService,
  texts: readonly string[],
): Promise<Embedded> {
  try {
    return { vectors: await sendRetried(service, texts), isCut: false };
  } catch (error) {
    const isRefused = error instanceof ServiceRefusal;
    if (!isRefused && !(error instanceof TooHeavy)) throw error;
    if (texts.length > 1) return split(service, texts);
    if (!isRefused) throw error;
    return { vectors: await embedCut(service, texts[0] ?? '', error), isCut: true };
  }
}

async function split(service: BatchService, texts: readonly string[]): Promise<Embedded> {
  const { limits, lane } = service;
  const wasBusy = texts.length > lane.batchMax;
  const middle = Math.ceil(texts.length / 2);
  const vectors: Float32Array[] = [];
  let isCut = false;
  for (const half of [texts.slice(0, middle), texts.slice(middle)]) {
    for (let at = 0; at < half.length;) {
      const count = limits.take(half, at, lane.batchMax);
      const batch = half.slice(at, at + count);
      const fitted = batch.map((text) => limits.fit(text));
      const embedded = await embedBatch(service, fitted);
      isCut ||= embedded.isCut || fitted.some((text, index) => text !== batch[index]);
      vectors.push(...embedded.vectors);
      at += count;
    }
  }
  // Otherwise one of its texts was at fault.
  if (!isCut && !wasBusy) limits.noteTooMany(texts);
  return { vectors, isCut };
}

/** Embeds the beginning of a text that the service refused. @throws {EmbeddingError} if it refuses that too. */
async function embedCut(
  service: BatchService,
  text: string,
  refusal: ServiceRefusal,
): Promise<Float32Array[]> {
  const attempt = (cut: string) =>
    sendRetried(service, [cut]).catch((error: unknown) => {
      if (error instanceof ServiceRefusal) return error;
      throw error;
    });
  let refused = text;
  let why = refusal;
  for (;;) {
    const part = partTaken(why.details);
    const cut = shorten(refused, part === undefined ? 0.5 : part * MARGIN);
    if (cut === undefined) throw new EmbeddingError(refusal.message, { cause: refusal });
    const outcome = await attempt(cut);
    if (outcome instanceof ServiceRefusal) {
      refused = cut;
      why = outcome;
      continue;
    }
    let [vectors, taken] = [outcome, cut];
    const refinements = part === undefined ? REFINEMENTS : 0;
    for (let step = 0; step < refinements; step += 1) {
      const longer = cutToTokens(refused, (estimateTokens(taken) + estimateTokens(refused)) / 2);
      const next = await attempt(longer);
      if (next instanceof ServiceRefusal) refused = longer;
      else [vectors, taken] = [next, longer];
    }
    service.limits.noteTooLong(refused);
    return vectors;
  }
}

/** Returns a part of a text; undefined where that would be no text any more. */
function shorten(text: string, part: number): string | undefined {
  const cut = cutToTokens(text, estimateTokens(text) * part);
  if (cut.length >= CUT_MIN) return cut;
  return text.length > CUT_MIN ? cutToCharacters(text, CUT_MIN) : undefined;
}

/** Sends a batch until the service has answered. @throws {ServiceRefusal | TooHeavy | EmbeddingError} */
async function sendRetried(
  service: BatchService,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const { outage, limits, lane, tries, waitMilliseconds } = service;
  for (let attempt = 1; ;) {
    try {
      const vectors = await outage.send(() => service.request(texts));
      lane.noteWorked();
      limits.noteWorked(texts);
      return vectors;
    } catch (error) {
      if (error instanceof ServiceAway) {
        const { message, nextTry, cause } = error;
        throw new EmbeddingsUnavailable(message, { nextTry, cause });
      }
      const isUnavailable = error instanceof ServiceUnavailable;
      if (!isUnavailable && !(error instanceof MalformedResponse)) throw error;
      if (isUnavailable && error.isBusy) {
        // No attempt is spent on it: it had no time for any text.
        if (texts.length > lane.batchMax) throw new TooHeavy();
        continue;
      }
      // It may need more time or memory than it has.
      if (isUnavailable && attempt > 1 && texts.length > 1) throw new TooHeavy();
      if (attempt >= tries) {
        throw new EmbeddingError(`${error.message} It was tried ${tries} times.`, { cause: error });
      }
      await pause(backOff(attempt, { first: waitMilliseconds, most: RETRY_MAX_MILLISECONDS }));
      attempt += 1;
    }
  }
}
