import type { ApiResponse } from './call.ts';

/** Milliseconds in which an identical read joins one that was sent before. */
export const DEDUPE_WINDOW = 500;
export const SHARED_RESPONSES_MAX = 100;
export const CLEAN_UP_INTERVAL = 1000;
/** Milliseconds for which a response is shared after it has arrived. */
export const SHARED_AFTER_ARRIVAL = 100;

interface SharedResponse {
  /** By a clock that nobody sets. */
  sentAt: number;
  response: Promise<ApiResponse>;
  controller: AbortController;
  callers: number;
}

const entries = new Map<string, SharedResponse>();
let cleaner: ReturnType<typeof setInterval> | undefined;

function remove(key: string, entry: SharedResponse): void {
  if (entries.get(key) === entry) entries.delete(key);
  stopWhenEmpty();
}

// No timer runs without an entry, so that none keeps a test or a page busy.
function stopWhenEmpty(): void {
  if (entries.size > 0) return;
  clearInterval(cleaner);
  cleaner = undefined;
}

function cleanUp(): void {
  for (const [key, entry] of entries) {
    if (performance.now() - entry.sentAt >= DEDUPE_WINDOW) entries.delete(key);
  }
  stopWhenEmpty();
}

function start(key: string, send: (signal: AbortSignal) => Promise<ApiResponse>): SharedResponse {
  const controller = new AbortController();
  const entry = {
    sentAt: performance.now(),
    response: send(controller.signal),
    controller,
    callers: 0,
  };
  entries.delete(key);
  const oldest = entries.keys().next();
  if (entries.size >= SHARED_RESPONSES_MAX && oldest.done !== true) entries.delete(oldest.value);
  entries.set(key, entry);
  cleaner ??= setInterval(cleanUp, CLEAN_UP_INTERVAL);
  entry.response.then(
    ({ status }) => {
      // A failure is not shared: Retry must send a new request.
      if (status >= 400) remove(key, entry);
      else setTimeout(() => remove(key, entry), SHARED_AFTER_ARRIVAL);
    },
    () => remove(key, entry),
  );
  return entry;
}

/** Waits for a shared response. The abort of the last caller aborts the request. */
function join(key: string, entry: SharedResponse, signal?: AbortSignal): Promise<ApiResponse> {
  entry.callers += 1;
  if (signal === undefined) return entry.response;
  return new Promise((resolve, reject) => {
    const abort = () => {
      entry.callers -= 1;
      if (entry.callers === 0) {
        remove(key, entry);
        entry.controller.abort(signal.reason);
      }
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    const settle = () => signal.removeEventListener('abort', abort);
    entry.response.then(resolve, reject).then(settle, settle);
  });
}

/** Sends a read, or joins an identical one that was sent within the last `DEDUPE_WINDOW`. */
export function dedupe(
  key: string,
  send: (signal: AbortSignal) => Promise<ApiResponse>,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const known = entries.get(key);
  const isFresh = known !== undefined && performance.now() - known.sentAt < DEDUPE_WINDOW;
  return join(key, isFresh ? known : start(key, send), signal);
}

/** Makes later reads send requests of their own. */
export function deleteShared(): void {
  entries.clear();
  stopWhenEmpty();
}

/** Returns how many responses are shared now. */
export const sharedResponseCount = () => entries.size;
