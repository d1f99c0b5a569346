import type { PoolClient } from 'pg';

import { DatabaseUnavailable } from '../../database-error.ts';
import { ENTER_READ_ONLY, type Queryable } from '../../database.ts';
import { tenantParameters } from '../../reach.ts';
import { formatLogPosition, type LogPosition } from '../../replicas/log-position.ts';
import type { ConnectionPool } from '../connection-pool.ts';
import { PreparedNames } from '../prepared-names.ts';
import { inTransaction, run, runInOneTrip } from '../run-statements.ts';

/** Each statement sees what was replayed when it starts: no earlier than what the first one checked. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY';

const ENTER = `${ENTER_READ_ONLY}, pg_is_in_recovery() AS "isReplica",
  pg_last_wal_replay_lsn() >= $4::pg_lsn AS "isFresh", pg_last_wal_replay_lsn()::text AS replayed`;

/** What a replica says of itself at the start of each transaction. */
export interface Entered {
  isReplica: boolean;
  isFresh: boolean | null;
  replayed: string | null;
}

/** The replica has not replayed what the reader must see, or is none any more. */
export class ReplicaUnfit extends Error {
  override readonly name = 'ReplicaUnfit';
}

/** Transactions of one organization on a replica, which proves in each that it has replayed enough. */
export class ReplicaReads {
  readonly #pool: ConnectionPool;
  readonly #names = new PreparedNames();
  readonly #onEntered: (entered: Entered) => void;

  constructor(pool: ConnectionPool, onEntered: (entered: Entered) => void) {
    this.#pool = pool;
    this.#onEntered = onEntered;
  }

  read<T>(
    needed: LogPosition,
    organizationId: string,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T> {
    const enter = async (client: PoolClient) => {
      const steps = [
        run(client, BEGIN),
        run<Entered>(client, ENTER, [
          ...tenantParameters(organizationId),
          formatLogPosition(needed),
        ]),
      ] as const;
      await Promise.allSettled(steps);
      await steps[0];
      this.#require((await steps[1])[0]);
    };
    return this.#pool.withClient((client) => inTransaction(client, work, { enter }));
  }

  queryOnce<Row>(
    needed: LogPosition,
    organizationId: string,
    { sql, parameters }: { sql: string; parameters: readonly unknown[] },
  ): Promise<Row[]> {
    return this.#names.use((nameOf) =>
      this.#pool.withClient((client) =>
        runInOneTrip<Row>(client, {
          begin: BEGIN,
          enter: {
            sql: ENTER,
            parameters: [...tenantParameters(organizationId), formatLogPosition(needed)],
            name: nameOf(ENTER),
          },
          check: (entered) => this.#require(entered as Entered | undefined),
          statement: { sql, parameters, name: nameOf(sql) },
        }),
      ),
    );
  }

  #require(entered: Entered | undefined): void {
    if (entered === undefined) throw new DatabaseUnavailable('The replica did not respond');
    this.#onEntered(entered);
    if (!entered.isReplica || entered.isFresh !== true) throw new ReplicaUnfit();
  }
}
