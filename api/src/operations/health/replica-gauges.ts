import type { Database } from '../../platform/database/database.ts';
import type { ReplicaStatus } from '../../platform/database/replicas/replicas.ts';
import type { Gauge } from '../../platform/http/metrics/metrics.ts';

const labelOf = (at: number) => `replica="${at + 1}"`;

/** Returns the state of each replica, numbered as in DATABASE_READ_URL, and where reads ran. */
export function replicaGauges({ replicas }: Database): Gauge[] {
  if (replicas === undefined) return [];
  const statuses = replicas.statuses();
  const of = (value: (status: ReplicaStatus) => number): Gauge['values'] =>
    statuses.map((status, at) => [labelOf(at), value(status)]);
  return [
    {
      name: 'carrel_replica_state',
      help: 'The state of a replica: used, late (it lacks what is older than a second) or away.',
      values: statuses.flatMap(({ state }, at) =>
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
        ['target="primary"', replicas.readsOfPrimary()],
        ...statuses.map(({ reads }, at) => [`target="replica ${at + 1}"`, reads] as const),
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
