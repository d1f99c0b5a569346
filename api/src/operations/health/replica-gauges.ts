import type { Database } from '../../platform/database/database.ts';
import { lateReadCounts, type LateReadCounts } from '../../platform/database/late-reads.ts';
import type { Gauge } from '../../platform/http/metrics/metrics.ts';

const labelOf = (at: number) => `replica="${at + 1}"`;

/** Returns the state of each replica, numbered as in DATABASE_READ_URL, and where reads ran. */
export function replicaGauges(database: Database): Gauge[] {
  const counts = lateReadCounts(database);
  if (counts === undefined) return [];
  const { primary, replicas } = counts;
  const of = (value: (status: LateReadCounts['replicas'][number]) => number): Gauge['values'] =>
    replicas.map((status, at) => [labelOf(at), value(status)]);
  return [
    {
      name: 'carrel_replica_state',
      help: 'The state of a replica: used, late (it lacks what is older than a second) or away.',
      values: replicas.flatMap(({ state }, at) =>
        (['used', 'late', 'away'] as const).map(
          (each) => [`${labelOf(at)},state="${each}"`, state === each ? 1 : 0] as const,
        ),
      ),
    },
    {
      name: 'carrel_replica_lag_bytes',
      help: 'Bytes of the log that a replica has not replayed, as this process saw last.',
      values: of(({ lagBytes }) => lagBytes),
    },
    {
      name: 'carrel_replica_lag_seconds',
      help: 'Age of the transaction that a replica replayed last, while it lacks any.',
      values: of(({ lagSeconds }) => lagSeconds),
    },
    {
      name: 'carrel_recent_reads_total',
      help: 'Reads of this process that may be a second old, by where they ran.',
      type: 'counter',
      values: [
        ['target="primary"', primary],
        ...replicas.map(({ reads }, at) => [`target="replica ${at + 1}"`, reads] as const),
      ],
    },
    {
      name: 'carrel_replica_repeated_reads_total',
      help: 'Reads that failed on a replica, and were repeated on the primary.',
      type: 'counter',
      values: of(({ repeated }) => repeated),
    },
  ];
}
