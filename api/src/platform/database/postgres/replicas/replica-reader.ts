import type { Database } from '../../database.ts';
import type { LogPosition } from '../../replicas/log-position.ts';
import type { Reader } from '../../reader.ts';
import type { PrimaryLog } from './primary-log.ts';
import type { Replica } from './replica.ts';

/** Where reads may run. */
export interface ReadSources {
  primary: Pick<Database, 'read' | 'queryOnce'>;
  replicas: readonly Replica[];
  log: PrimaryLog;
  readsOfPrimary: number;
  /** Which replica is asked next, where several have replayed enough. */
  next: number;
}

/** Returns the reads of one request: all on one replica or, from a failure on, all on the primary. */
export function createReader(sources: ReadSources, seen: LogPosition | undefined): Reader {
  const { primary } = sources;
  let chosen: Choice | undefined;
  const run = async <T>(
    onReplica: (choice: Choice & { replica: Replica }) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> => {
    chosen ??= choose(sources, seen);
    const { replica, needed } = chosen;
    if (replica !== undefined) {
      try {
        return await onReplica({ replica, needed });
      } catch {
        // Reads can be repeated, whatever failed: a connection, a conflict with what is replayed, or the
        // work itself for want of what the primary has.
        chosen = { replica: undefined, needed };
      }
    }
    sources.readsOfPrimary += 1;
    return onPrimary();
  };
  return {
    read: (organizationId, work) =>
      run(
        ({ replica, needed }) => replica.read(needed, organizationId, work),
        () => primary.read(organizationId, work),
      ),
    queryOnce: <Row>(sql: string, parameters: readonly unknown[], organizationId: string) =>
      run<Row[]>(
        ({ replica, needed }) => replica.queryOnce(needed, organizationId, sql, parameters),
        () => primary.queryOnce(sql, parameters, organizationId),
      ),
  };
}

interface Choice {
  replica: Replica | undefined;
  /** What the replica must have replayed. */
  needed: LogPosition;
}

function choose(sources: ReadSources, seen: LogPosition = 0n): Choice {
  const floor = sources.log.floor();
  if (floor === undefined) return { replica: undefined, needed: seen };
  const needed = seen > floor ? seen : floor;
  const fit = sources.replicas.filter((replica) => replica.hasReplayed(needed));
  sources.next += 1;
  return { replica: fit[sources.next % fit.length], needed };
}
