import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '../../database/database.ts';
import { Problem } from '../problem.ts';
import { keyedMutex } from './keyed-mutex.ts';

/** At most `times` attempts in a window of `seconds` for `subject`: a kind, then who or what is limited. */
export interface Limit {
  subject: readonly string[];
  times: number;
  seconds: number;
  /** Tells the user what to do; "Too many requests" by default. */
  message?: string;
  /**
   * For frequent requests: so many attempts are counted in the database at once, and then used up in memory. Those
   * that a process has left when it ends are lost.
   */
  batch?: number;
}

/** The 429 of a used-up limit. */
export class LimitReached extends Problem {
  readonly limit: Limit;

  constructor(limit: Limit, retryAfterSeconds: number) {
    super(429, limit.message ?? 'Too many requests', {
      retryAfterSeconds,
      headers: Object.fromEntries(
        allowanceHeaders({ limit, remaining: 0, seconds: retryAfterSeconds }),
      ),
    });
    this.limit = limit;
  }
}

/** What is left of a limit. */
export interface Allowance {
  limit: Limit;
  remaining: number;
  /** Until the window ends. */
  seconds: number;
}

/** Returns the headers that tell a client what is left (draft-ietf-httpapi-ratelimit-headers-10). */
export function allowanceHeaders({
  limit: { subject, times, seconds: window },
  remaining,
  seconds,
}: Allowance): [name: string, value: string][] {
  const policy = `"${subject[0] ?? ''}"`;
  return [
    ['RateLimit-Policy', `${policy};q=${times};w=${window}`],
    ['RateLimit', `${policy};r=${Math.max(0, remaining)};t=${Math.ceil(seconds)}`],
  ];
}

interface Counted {
  /** Attempts in the window. */
  count: number;
  /** Until the window ends. */
  seconds: number;
}

interface Refusal {
  /** Until the window ends. */
  seconds: number;
  /** False while attempts in progress may still be refunded. */
  final: boolean;
}

const CLEAN_UP_MILLISECONDS = 60_000;

/** How long an attempt waits for attempts in progress to be refunded, and how often it checks. */
const TIMEOUT_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 50;

// By database, so that several servers in one test process count separately.
const refusals = new WeakMap<Database, Map<string, number>>();

/** Returns how many requests this process has refused, by the kind of the limit. */
export function refusalsOf(database: Database): Map<string, number> {
  const known = refusals.get(database) ?? new Map<string, number>();
  refusals.set(database, known);
  return known;
}

/** Counts attempts in the database, so that the counts survive restarts and all instances share them. */
export class RateLimits {
  readonly #database: Database;
  // The end of the window of each used-up limit: a flood is refused without a query.
  readonly #exhausted = new Map<string, number>();
  // Attempts that are counted already.
  readonly #counted = new Map<string, { left: number; until: number; count: number }>();
  readonly #mutex = keyedMutex();
  #cleanedUpAt = performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts one attempt for each limit. @throws {LimitReached} if one is used up. */
  async take(...limits: Limit[]): Promise<void> {
    for (const limit of limits) await this.takeOne(limit);
  }

  async #take(limit: Limit, attempts: number): Promise<Counted> {
    const counted = this.#known(limit) ?? (await this.#count(limit, false, attempts));
    if (!('count' in counted)) throw this.#refuse(limit, { ...counted, final: true });
    this.#cleanUp();
    return counted;
  }

  /**
   * Counts one attempt, in the database once for each batch, and returns what is left. Attempts that other
   * processes count are known with the next batch.
   * @throws {LimitReached} if the limit is used up.
   */
  async takeOne(limit: Limit): Promise<Allowance> {
    const { batch = 1 } = limit;
    const key = keyOf(limit);
    const now = performance.now();
    const known = this.#counted.get(key);
    if (known !== undefined && known.left > 0 && known.until > now) {
      known.left -= 1;
      const remaining = limit.times - known.count + known.left;
      return { limit, remaining, seconds: (known.until - now) / 1000 };
    }
    const { count, seconds } = await this.#take(limit, batch);
    const left = batch - 1;
    if (left > 0)
      this.#counted.set(key, { left, count, until: performance.now() + seconds * 1000 });
    return { limit, remaining: limit.times - count + left, seconds };
  }

  /** Counts one attempt for each limit, and returns false if one is used up. */
  async allows(...limits: Limit[]): Promise<boolean> {
    try {
      await this.take(...limits);
      return true;
    } catch (error) {
      if (error instanceof LimitReached) return false;
      throw error;
    }
  }

  /**
   * Counts one attempt for each limit and refunds it if `work` succeeds. Attempts in progress count, so
   * that concurrent ones cannot exceed the limit. An attempt that would fit if those in progress
   * were refunded waits for them.
   * @throws {LimitReached} if a limit is used up.
   */
  async attempt<T>(limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + TIMEOUT_MILLISECONDS;
    const begun: Limit[] = [];
    for (const limit of limits) {
      const refusal = await this.#begin(limit, deadline);
      if (refusal !== undefined) {
        await this.#settle(begun, true);
        throw this.#refuse(limit, refusal);
      }
      begun.push(limit);
    }
    this.#cleanUp();
    let result: T;
    try {
      result = await work();
    } catch (error) {
      await this.#settle(begun, false);
      throw error;
    }
    await this.#settle(begun, true);
    return result;
  }

  async #begin(limit: Limit, deadline: number): Promise<Refusal | undefined> {
    // Attempts wait in order of arrival, and only the first one queries the database.
    return this.#mutex(keyOf(limit), async () => {
      for (;;) {
        const counted = this.#known(limit) ?? (await this.#count(limit, true));
        if ('count' in counted) return undefined;
        if (counted.final || performance.now() > deadline) return counted;
        await pause(POLL_MILLISECONDS);
      }
    });
  }

  #known(limit: Limit): Refusal | undefined {
    const left = (this.#exhausted.get(keyOf(limit)) ?? 0) - performance.now();
    return left > 0 ? { seconds: left / 1000, final: true } : undefined;
  }

  #refuse(limit: Limit, { seconds, final }: Refusal): LimitReached {
    const [kind = ''] = limit.subject;
    if (final) this.#exhausted.set(keyOf(limit), performance.now() + seconds * 1000);
    const counts = refusalsOf(this.#database);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return new LimitReached(limit, Math.max(1, Math.ceil(seconds)));
  }

  /** Counts one attempt and returns how many there are, or why it is refused. */
  async #count(limit: Limit, inProgress: boolean, attempts = 1): Promise<Counted | Refusal> {
    const key = Buffer.from(keyOf(limit), 'hex');
    const [counted] = await this.#database.queryOnce<Counted>(
      `INSERT INTO rate_limits AS l (key, count, under_way, window_ends_at)
       VALUES ($1, $5, $4, now() + $2 * interval '1 second')
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN l.window_ends_at <= now() THEN $5 ELSE l.count + $5 END,
         under_way = CASE WHEN l.window_ends_at <= now() THEN $4 ELSE l.under_way + $4 END,
         window_ends_at = CASE WHEN l.window_ends_at <= now()
           THEN excluded.window_ends_at ELSE least(l.window_ends_at, excluded.window_ends_at) END
       WHERE l.count < $3 OR l.window_ends_at <= now()
       RETURNING count, extract(epoch FROM window_ends_at - now())::float8 AS seconds`,
      [key, limit.seconds, limit.times, inProgress ? 1 : 0, attempts],
    );
    if (counted !== undefined) return counted;
    const [row] = await this.#database.query<{ left: number; final: boolean }>(
      `SELECT extract(epoch FROM window_ends_at - now())::float8 AS left,
         count - under_way >= $2 AS final
       FROM rate_limits WHERE key = $1`,
      [key, limit.times],
    );
    return { seconds: row?.left ?? 0, final: row?.final ?? false };
  }

  /** Ends attempts that were in progress. */
  async #settle(limits: readonly Limit[], refund: boolean): Promise<void> {
    if (limits.length === 0) return;
    await this.#database.query(
      `UPDATE rate_limits SET count = greatest(0, count - $2), under_way = greatest(0, under_way - 1)
       WHERE key = ANY($1)`,
      [limits.map((limit) => Buffer.from(keyOf(limit), 'hex')), refund ? 1 : 0],
    );
  }

  #cleanUp(): void {
    const now = performance.now();
    if (now - this.#cleanedUpAt < CLEAN_UP_MILLISECONDS) return;
    this.#cleanedUpAt = now;
    for (const [key, until] of this.#exhausted) if (until <= now) this.#exhausted.delete(key);
    for (const [key, { until }] of this.#counted) if (until <= now) this.#counted.delete(key);
    this.#database
      .query('DELETE FROM rate_limits WHERE window_ends_at < now()')
      .catch(() => undefined);
  }
}

function keyOf({ subject, times, seconds }: Limit): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, times, seconds]))
    .digest('hex');
}
