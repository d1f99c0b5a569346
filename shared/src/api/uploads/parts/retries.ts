import { backOff } from '../../../contract/public.ts';
import { isUnanswered } from '../../api-error.ts';
import type { BrokenOff } from './send-bytes.ts';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** How often what may never end is tried again without any progress. */
const FEW = 5;

/** Statuses of proxies, and of servers that are busy or start: they end. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);
/** Another request has the upload or has moved it on, or it has expired: its state is read again. */
const OF_AN_UPLOAD = new Set([404, 409, 410, 423]);

/** Returns how often at most the server is tried again after a failure, without any progress. */
function triesAfter({ error, method }: BrokenOff): number {
  const { kind, status = 0 } = error;
  if (kind === 'network' || kind === 'timeout' || isUnanswered(error)) return Infinity;
  if (kind === 'session') return 0;
  // A network that asks for a sign-in of its own responds in place of the server.
  if (kind === 'contract' || status === 500) return FEW;
  if (PASSING.has(status)) return Infinity;
  const isOfUpload = method === 'PATCH' || method === 'HEAD';
  if (isOfUpload && OF_AN_UPLOAD.has(status)) return FEW;
  // Bytes may be missing, which is looked after once.
  return method === 'FINISH' && status === 409 ? 1 : 0;
}

/** Counts failures since the last progress. */
export class Failures {
  #count = 0;
  #limited = 0;

  /** Counts a failure. Returns how many milliseconds to wait; undefined where nothing more is to be tried. */
  pauseAfter(broken: BrokenOff): number | undefined {
    const tries = triesAfter(broken);
    if (tries !== Infinity) this.#limited += 1;
    if (this.#limited > tries) return undefined;
    this.#count += 1;
    const pause = backOff(this.#count, { first: FIRST_PAUSE, most: LONGEST_PAUSE });
    return Math.max(pause, (broken.error.retryAfter ?? 0) * 1000);
  }

  reset(): void {
    this.#count = 0;
    this.#limited = 0;
  }
}

/** Waits, but not longer than until the browser is online again. An aborted wait throws the signal's reason. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', abort);
      act();
    };
    const end = settle(resolve);
    const abort = settle(() => reject(signal.reason as Error));
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}
