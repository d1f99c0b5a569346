import type { LogPosition } from '../../replicas/log-position.ts';

/**
 * What is committed for certain once its COMMIT has returned. Without synchronous commits that is not on disk
 * yet; else the position of what is inserted would be one that an idle server does not send for seconds.
 */
export const POSITION = `(CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text`;

/** Tells a database from that of another server, or another one of the same server. */
export const IDENTITY = `(SELECT c.system_identifier || ' ' || d.oid
  FROM pg_control_system() c, pg_database d WHERE d.datname = current_database())`;

/** A position that the primary's log had reached at some time or later. */
interface Sample {
  at: number;
  position: LogPosition;
}

/**
 * What the primary's log had reached when, by the clock of this process. All that was committed before a
 * sample was asked for is below its position.
 */
export class PrimaryLog {
  readonly #boundMilliseconds: number;
  readonly #now: () => number;
  /** Oldest first. */
  #samples: Sample[] = [];
  /** What tells the primary's data from that of another server or database. */
  identity: string | undefined;

  constructor(boundMilliseconds: number, now: () => number) {
    this.#boundMilliseconds = boundMilliseconds;
    this.#now = now;
  }

  add(sample: Sample): void {
    this.#samples = [...this.#recent(), sample];
  }

  get newest(): Sample | undefined {
    return this.#samples.at(-1);
  }

  /**
   * Returns the position below which all is that was committed longer ago than the bound; undefined if
   * the primary has not told for that long.
   */
  floor(): LogPosition | undefined {
    return this.#recent()[0]?.position;
  }

  #recent(): Sample[] {
    const oldest = this.#now() - this.#boundMilliseconds;
    return this.#samples.filter(({ at }) => at >= oldest);
  }
}
