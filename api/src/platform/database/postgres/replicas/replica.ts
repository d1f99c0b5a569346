import { setTimeout as pause } from 'node:timers/promises';

import { Contention, DatabaseUnavailable, StatementRefused } from '../../database-error.ts';
import type { Queryable } from '../../database.ts';
import { parseLogPosition, type LogPosition } from '../../replicas/log-position.ts';
import type { ReplicaStatus } from '../../replicas/replicas.ts';
import { createConnectionPool, type ConnectionPool, type TenantRole } from '../connection-pool.ts';
import { run } from '../run-statements.ts';
import { coalesce } from './coalesce.ts';
import { IDENTITY, type PrimaryLog } from './primary-log.ts';
import { ReplicaReads, ReplicaUnfit, type Entered } from './replica-reads.ts';

/** A replica that takes longer to connect or respond is left out. */
const PROBE_MILLISECONDS = 1000;
/** A read that takes longer is repeated on the primary. */
const READ_MILLISECONDS = 5000;
const CATCH_UP_MILLISECONDS = 20;

const PROBE = `SELECT pg_is_in_recovery() AS recovering, pg_last_wal_replay_lsn()::text AS replayed,
  coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS seconds,
  ${IDENTITY} AS identity`;

interface Probed {
  recovering: boolean;
  replayed: string | null;
  seconds: number;
  identity: string;
}

/** One replica: its connections, and whether reads may be sent to it. */
export class Replica {
  readonly #log: PrimaryLog;
  readonly #now: () => number;
  readonly #probes: ConnectionPool;
  readonly #pool: ConnectionPool;
  readonly #reads: ReplicaReads;
  #replayed: LogPosition = 0n;
  #seconds = 0;
  /** When it failed, or was opened; undefined while it is used. */
  #outSince: number | undefined;
  /** What it must have replayed to be used again: a crash may have taken it back in time. */
  #neededToReturn: LogPosition | undefined;
  reads = 0;
  repeated = 0;

  constructor(url: string, log: PrimaryLog, now: () => number, tenantRole?: TenantRole) {
    this.#log = log;
    this.#now = now;
    this.#outSince = now();
    const onLost = () => this.#leaveOut();
    this.#probes = createConnectionPool(url, {
      connections: 1,
      connectMilliseconds: PROBE_MILLISECONDS,
      queryMilliseconds: PROBE_MILLISECONDS,
      onLost,
    });
    this.#pool = createConnectionPool(url, {
      connectMilliseconds: PROBE_MILLISECONDS,
      queryMilliseconds: READ_MILLISECONDS,
      ...(tenantRole && { tenantRole }),
      onLost,
    });
    this.#reads = new ReplicaReads(this.#pool, (entered) => this.#noteEntered(entered));
  }

  /** Returns whether reads that need the log up to `needed` may be sent to it. */
  hasReplayed(needed: LogPosition): boolean {
    return this.#outSince === undefined && this.#replayed >= needed;
  }

  read<T>(
    needed: LogPosition,
    organizationId: string,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T> {
    return this.#counted(() => this.#reads.read(needed, organizationId, work));
  }

  queryOnce<Row>(
    needed: LogPosition,
    organizationId: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    return this.#counted(() =>
      this.#reads.queryOnce<Row>(needed, organizationId, { sql, parameters }),
    );
  }

  async #counted<T>(read: () => Promise<T>): Promise<T> {
    try {
      const result = await read();
      this.reads += 1;
      return result;
    } catch (error) {
      if (isOfReplica(error)) this.repeated += 1;
      if (error instanceof DatabaseUnavailable && !isConflict(error)) this.#leaveOut();
      throw error;
    }
  }

  /** Asks how far it is. Never rejects. */
  readonly probe = coalesce(async () => {
    const started = this.#now();
    try {
      const [probed] = await this.#probes.withClient((client) => run<Probed>(client, PROBE));
      if (probed === undefined || !this.#isOurs(probed)) this.#leaveOut();
      // What it said before it failed says nothing about it now.
      else if (this.#outSince === undefined || started > this.#outSince) this.#note(probed);
    } catch (error) {
      if (!isConflict(error)) this.#leaveOut();
    }
  });

  /** Resolves once it has replayed `position`, or the signal aborts. */
  async reach(position: LogPosition, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.hasReplayed(position)) {
      if (this.#outSince === undefined) await this.probe();
      if (this.hasReplayed(position)) return;
      await pause(CATCH_UP_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }

  status(): ReplicaStatus {
    const { newest } = this.#log;
    const behind = newest === undefined ? 0n : newest.position - this.#replayed;
    const lagBytes = this.#replayed > 0n && behind > 0n ? Number(behind) : 0;
    const floor = this.#log.floor();
    const isCurrent = floor !== undefined && this.hasReplayed(floor);
    const isAway = this.#outSince !== undefined && this.#neededToReturn === undefined;
    return {
      state: isCurrent ? 'used' : isAway ? 'away' : 'late',
      lagBytes,
      lagSeconds: lagBytes === 0 ? 0 : Math.max(0, this.#seconds),
      reads: this.reads,
      repeated: this.repeated,
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#probes.close(), this.#pool.close()]);
  }

  /** A promoted server writes on its own, and the log of another one has other positions. */
  #isOurs({ recovering, identity }: Probed): boolean {
    return recovering && (this.#log.identity ?? identity) === identity;
  }

  #note({ replayed, seconds }: Probed): void {
    this.#replayed = parseLogPosition(replayed ?? '') ?? 0n;
    this.#seconds = seconds;
    if (this.#outSince === undefined) return;
    const { newest, identity } = this.#log;
    if (newest !== undefined && identity !== undefined && newest.at > this.#outSince) {
      this.#neededToReturn ??= newest.position;
    }
    if (this.#neededToReturn !== undefined && this.#replayed >= this.#neededToReturn) {
      this.#outSince = undefined;
    }
  }

  #noteEntered({ isReplica, replayed }: Entered): void {
    if (!isReplica) this.#leaveOut();
    else this.#replayed = parseLogPosition(replayed ?? '') ?? 0n;
  }

  #leaveOut(): void {
    this.#outSince = this.#now();
    this.#neededToReturn = undefined;
  }
}

/** Returns whether the replica failed, rather than what was done with its rows. */
function isOfReplica(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof StatementRefused ||
    error instanceof ReplicaUnfit
  );
}

/** Returns whether a statement was cancelled for what is replayed: the replica itself is well. */
function isConflict(error: unknown): boolean {
  return error instanceof Contention;
}
