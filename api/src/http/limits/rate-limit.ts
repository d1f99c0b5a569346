import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '../../database/database.ts';
import type { Problem } from '../problem.ts';
import { tooManyRequests } from '../problems.ts';
import { keyedMutex } from './keyed-mutex.ts';

/** At most `times` in a window of `seconds` for whoever or whatever `subject` names. */
export interface Limit {
  subject: readonly string[];
  times: number;
  seconds: number;
}

/** One attempt too many. */
interface Refusal {
  /** Until the window ends. */
  seconds: number;
  /** Nothing that is still under way could change it. */
  final: boolean;
}

const CLEAR_MILLISECONDS = 60_000;

/** How long an attempt waits for others to turn out rightful, and how often it looks. */
const PATIENCE_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 50;

// By database, which is by server: how often somebody was turned away, by what was limited.
const refusals = new WeakMap<Database, Map<string, number>>();

/** How often this process turned somebody away since it started, by the first word of the limit's subject. */
export function refusalsOf(database: Database): Map<string, number> {
  const known = refusals.get(database) ?? new Map<string, number>();
  refusals.set(database, known);
  return known;
}

/** Counts attempts in the database, so that neither a restart nor a second instance forgets them. */
export class RateLimits {
  readonly #database: Database;
  // A flood is turned away here, at no cost to the database.
  readonly #exhausted = new Map<string, number>();
  readonly #inTurn = keyedMutex();
  #cleared = performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts one attempt against each limit; answers 429 once one is used up. */
  async take(...limits: Limit[]): Promise<void> {
    for (const limit of limits) {
      const refusal = this.#known(limit) ?? (await this.#count(limit, false));
      if (refusal !== undefined) throw this.#refuse(limit, { ...refusal, final: true });
    }
    this.#clear();
  }

  /**
   * Does `work` as one attempt against each limit, which is taken back where it turns out rightful:
   * where `work` does not throw. While it is under way it counts, so that no number of attempts at
   * once is more than the limit; one that finds nothing left but what is under way waits for it.
   */
  async attempt<T>(limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
    const patience = performance.now() + PATIENCE_MILLISECONDS;
    const begun: Limit[] = [];
    for (const limit of limits) {
      const refusal = await this.#begin(limit, patience);
      if (refusal !== undefined) {
        await this.#settle(begun, true);
        throw this.#refuse(limit, refusal);
      }
      begun.push(limit);
    }
    this.#clear();
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

  async #begin(limit: Limit, patience: number): Promise<Refusal | undefined> {
    // Whoever waits does so behind those who waited before, and one of them asks the database.
    return this.#inTurn(keyOf(limit), async () => {
      for (;;) {
        const refusal = this.#known(limit) ?? (await this.#count(limit, true));
        if (refusal === undefined || refusal.final || performance.now() > patience) return refusal;
        await pause(LOOK_MILLISECONDS);
      }
    });
  }

  #known(limit: Limit): Refusal | undefined {
    const left = (this.#exhausted.get(keyOf(limit)) ?? 0) - performance.now();
    return left > 0 ? { seconds: left / 1000, final: true } : undefined;
  }

  #refuse(limit: Limit, { seconds, final }: Refusal): Problem {
    const [kind = ''] = limit.subject;
    if (final) this.#exhausted.set(keyOf(limit), performance.now() + seconds * 1000);
    const counts = refusalsOf(this.#database);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return tooManyRequests(Math.max(1, Math.ceil(seconds)));
  }

  /** Counts one attempt, unless it is one too many. */
  async #count(limit: Limit, underWay: boolean): Promise<Refusal | undefined> {
    const key = Buffer.from(keyOf(limit), 'hex');
    const [counted] = await this.#database.query(
      `INSERT INTO rate_limits AS l (key, count, under_way, window_ends_at)
       VALUES ($1, 1, $4, now() + $2 * interval '1 second')
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN l.window_ends_at <= now() THEN 1 ELSE l.count + 1 END,
         under_way = CASE WHEN l.window_ends_at <= now() THEN $4 ELSE l.under_way + $4 END,
         window_ends_at = CASE WHEN l.window_ends_at <= now()
           THEN excluded.window_ends_at ELSE least(l.window_ends_at, excluded.window_ends_at) END
       WHERE l.count < $3 OR l.window_ends_at <= now()
       RETURNING count`,
      [key, limit.seconds, limit.times, underWay ? 1 : 0],
    );
    if (counted !== undefined) return undefined;
    const [row] = await this.#database.query<{ left: number; final: boolean }>(
      `SELECT extract(epoch FROM window_ends_at - now())::float8 AS left,
         count - under_way >= $2 AS final
       FROM rate_limits WHERE key = $1`,
      [key, limit.times],
    );
    return { seconds: row?.left ?? 0, final: row?.final ?? false };
  }

  async #settle(limits: readonly Limit[], rightful: boolean): Promise<void> {
    if (limits.length === 0) return;
    await this.#database.query(
      `UPDATE rate_limits SET count = greatest(0, count - $2), under_way = greatest(0, under_way - 1)
       WHERE key = ANY($1)`,
      [limits.map((limit) => Buffer.from(keyOf(limit), 'hex')), rightful ? 1 : 0],
    );
  }

  #clear(): void {
    const now = performance.now();
    if (now - this.#cleared < CLEAR_MILLISECONDS) return;
    this.#cleared = now;
    for (const [key, until] of this.#exhausted) if (until <= now) this.#exhausted.delete(key);
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
