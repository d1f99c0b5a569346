import { forgetEarlyAnswers } from './preloaded-responses.ts';
import type { Answer } from './transport.ts';

/** Milliseconds in which an identical request joins one that was sent before. */
export const SHARING_WINDOW = 500;
export const SHARED_ANSWERS_MAX = 100;
export const SWEEP_INTERVAL = 1000;
/** Milliseconds for which an answer stays after it has come. */
export const LINGER = 100;

interface SharedAnswer {
  sentAt: number;
  answer: Promise<Answer>;
  controller: AbortController;
  waiting: number;
}

const entries = new Map<string, SharedAnswer>();
let sweeper: ReturnType<typeof setInterval> | undefined;

function remove(key: string, entry: SharedAnswer): void {
  if (entries.get(key) === entry) entries.delete(key);
  stopSweepingWhenEmpty();
}

// No timer runs without an entry, so that none keeps a test or a page busy.
function stopSweepingWhenEmpty(): void {
  if (entries.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}

function sweep(): void {
  for (const [key, entry] of entries) {
    if (Date.now() - entry.sentAt >= SHARING_WINDOW) entries.delete(key);
  }
  stopSweepingWhenEmpty();
}

function start(key: string, send: (signal: AbortSignal) => Promise<Answer>): SharedAnswer {
  const controller = new AbortController();
  const entry = {
    sentAt: Date.now(),
    answer: send(controller.signal),
    controller,
    waiting: 0,
  };
  entries.delete(key);
  const oldest = entries.keys().next();
  if (entries.size >= SHARED_ANSWERS_MAX && oldest.done !== true) entries.delete(oldest.value);
  entries.set(key, entry);
  sweeper ??= setInterval(sweep, SWEEP_INTERVAL);
  entry.answer.then(
    (answer) => {
      // A failure is not kept: a person who presses Retry wants to hear something new.
      if (answer.status >= 400) remove(key, entry);
      else setTimeout(() => remove(key, entry), LINGER);
    },
    () => remove(key, entry),
  );
  return entry;
}

/** Waits for a shared answer. One caller's abort ends the request only if nobody else waits for it. */
function follow(key: string, entry: SharedAnswer, signal?: AbortSignal): Promise<Answer> {
  entry.waiting += 1;
  if (signal === undefined) return entry.answer;
  return new Promise((resolve, reject) => {
    const leave = () => {
      entry.waiting -= 1;
      if (entry.waiting === 0) {
        remove(key, entry);
        entry.controller.abort(signal.reason);
      }
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      leave();
      return;
    }
    signal.addEventListener('abort', leave, { once: true });
    const settle = () => signal.removeEventListener('abort', leave);
    entry.answer.then(resolve, reject).then(settle, settle);
  });
}

/** Sends a request that changes nothing, or joins an identical one that was sent just before. */
export function shareResponse(
  key: string,
  send: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const known = entries.get(key);
  const fresh = known !== undefined && Date.now() - known.sentAt < SHARING_WINDOW;
  return follow(key, fresh ? known : start(key, send), signal);
}

/** Lets nobody join a request that was sent before. */
export function forgetSharedAnswers(): void {
  entries.clear();
  stopSweepingWhenEmpty();
}

/** After a change nobody may be given an answer from before it. */
export function forgetResponses(): void {
  forgetSharedAnswers();
  forgetEarlyAnswers();
}

/** How many answers are shared at the moment. */
export const sharedAnswerCount = () => entries.size;
