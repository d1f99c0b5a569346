import { createHash } from 'node:crypto';

import type { Database } from '../database/database.ts';
import type { Problem } from './problem.ts';
import { tooManyRequests } from './problems.ts';

/** At most `times` in a window of `seconds` for whoever or whatever `subject` names. */
export interface Limit {
  subject: readonly string[];
  times: number;
  seconds: number;
}

const CLEAR_MILLISECONDS = 60_000;

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
  #cleared = performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts one attempt against each limit; answers 429 once one is used up. */
  async take(...limits: Limit[]): Promise<void> {
    for (const limit of limits) {
      const key = keyOf(limit);
      const known = (this.#exhausted.get(key.toString('hex')) ?? 0) - performance.now();
      if (known > 0) throw this.#refuse(limit, Math.ceil(known / 1000));
      const seconds = await this.#count(key, limit);
      if (seconds !== undefined) {
        this.#exhausted.set(key.toString('hex'), performance.now() + seconds * 1000);
        throw this.#refuse(limit, Math.max(1, Math.ceil(seconds)));
      }
    }
    this.#clear();
  }

  /** Takes an attempt back that turned out to be rightful. */
  async giveBack(...limits: Limit[]): Promise<void> {
    await this.#database.query(
      'UPDATE rate_limits SET count = greatest(0, count - 1) WHERE key = ANY($1)',
      [limits.map(keyOf)],
    );
  }

  #refuse({ subject: [kind = ''] }: Limit, seconds: number): Problem {
    const counts = refusalsOf(this.#database);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return tooManyRequests(seconds);
  }

  /** Gives the seconds until the window ends where the attempt was one too many. */
  async #count(key: Buffer, { times, seconds }: Limit): Promise<number | undefined> {
    const [row] = await this.#database.query<{ count: number; left: number }>(
      `INSERT INTO rate_limits AS l (key, count, window_ends_at)
       VALUES ($1, 1, now() + $2 * interval '1 second')
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN l.window_ends_at <= now() THEN 1 ELSE l.count + 1 END,
         window_ends_at = CASE WHEN l.window_ends_at <= now()
           THEN excluded.window_ends_at ELSE least(l.window_ends_at, excluded.window_ends_at) END
       RETURNING count, extract(epoch FROM window_ends_at - now())::float8 AS left`,
      [key, seconds],
    );
    return row !== undefined && row.count > times ? row.left : undefined;
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

function keyOf({ subject, times, seconds }: Limit): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([subject, times, seconds]))
    .digest();
}
