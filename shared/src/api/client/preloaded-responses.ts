import { ApiError } from '../api-error.ts';
import type { Answer, Call } from './transport.ts';

/** Milliseconds for which an answer that was asked for ahead is as good as a new one. */
export const EARLY_ANSWER_AGE_MAX = 10_000;

interface EarlyAnswer {
  /** Milliseconds since the page began to load. */
  askedAt: number;
  answer: Promise<Answer>;
}

declare global {
  interface Window {
    /** By organization and URL; the page's inline script fills it in before any code is here. */
    carrelEarlyAnswers?: Map<string, EarlyAnswer>;
  }
}

const keyOf = ({ url, organizationId }: Call) => `${organizationId ?? ''} ${url}`;

const isOld = ({ askedAt }: EarlyAnswer) => performance.now() - askedAt > EARLY_ANSWER_AGE_MAX;

/**
 * The answer to a read that was asked for ahead, once: whoever reads it again wants to hear something
 * new. Undefined where there is none. Rejects as the read itself would, and after its deadline.
 */
export function takeEarlyAnswer(call: Call): Promise<Answer> | undefined {
  const key = keyOf(call);
  const early = window.carrelEarlyAnswers?.get(key);
  if (call.method !== 'GET' || early === undefined) return undefined;
  window.carrelEarlyAnswers?.delete(key);
  return isOld(early) ? undefined : inTime(early.answer, call);
}

/** Keeps the answer to a read that somebody is about to make, unless one is kept already. */
export function keepEarlyAnswer(call: Call, ask: (call: Call) => Promise<Answer>): void {
  window.carrelEarlyAnswers ??= new Map();
  const key = keyOf(call);
  const kept = window.carrelEarlyAnswers.get(key);
  if (kept !== undefined && !isOld(kept)) return;
  const answer = ask(call);
  // Whoever takes it hears of it; it may be that nobody does.
  answer.catch(() => undefined);
  window.carrelEarlyAnswers.set(key, { askedAt: performance.now(), answer });
}

/** Whatever was asked for ahead may be old after a change, or somebody else's. */
export function forgetEarlyAnswers(): void {
  window.carrelEarlyAnswers?.clear();
}

function inTime(answer: Promise<Answer>, { deadline, signal }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError('timeout')), deadline);
    const leave = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    answer.then(resolve, reject).then(settle, settle);
  });
}
