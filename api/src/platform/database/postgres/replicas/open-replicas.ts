import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '../../database.ts';
import { parseLogPosition } from '../../replicas/log-position.ts';
import type { Replicas } from '../../replicas/replicas.ts';
import { createConnectionPool, type TenantRole } from '../connection-pool.ts';
import { run } from '../run-statements.ts';
import { coalesce } from './coalesce.ts';
import type { CommittedPositions } from './committed-positions.ts';
import { IDENTITY, POSITION, PrimaryLog } from './primary-log.ts';
import { Replica } from './replica.ts';
import { createReader, type ReadSources } from './replica-reader.ts';

/** What was committed longer ago than this is seen by every read on a replica. */
const BOUND_MILLISECONDS = 1000;
/** The primary and each replica are asked for their positions this often, and several times within the bound. */
const PROBE_MILLISECONDS = 250;
const PROBES_IN_BOUND = 4;
const ASK_MILLISECONDS = 1000;
/** Timers may fire a millisecond early. */
const MARGIN_MILLISECONDS = 10;

export interface ReplicaOptions {
  urls: readonly string[];
  tenantRole?: TenantRole;
  /** For tests. */
  boundMilliseconds?: number;
}

const now = () => performance.now();

/** Opens the replicas of a primary. One that is away is used once it is back. */
export function openReplicas(
  primary: Pick<Database, 'read' | 'queryOnce'>,
  primaryUrl: string,
  positions: CommittedPositions,
  { urls, tenantRole, boundMilliseconds = BOUND_MILLISECONDS }: ReplicaOptions,
): Replicas & { close(): Promise<void> } {
  const log = new PrimaryLog(boundMilliseconds, now);
  const replicas = urls.map((url) => new Replica(url, log, now, tenantRole));
  // A connection of its own: requests that wait for one must not make the replicas seem late.
  const asking = createConnectionPool(primaryUrl, {
    connections: 1,
    connectMilliseconds: ASK_MILLISECONDS,
    queryMilliseconds: ASK_MILLISECONDS,
  });
  const askPrimary = coalesce(async () => {
    const at = now();
    const [row] = await asking.withClient((client) =>
      run<{ position: string; identity: string }>(
        client,
        `SELECT ${POSITION} AS position, ${IDENTITY} AS identity`,
      ),
    );
    const position = parseLogPosition(row?.position ?? '');
    if (row === undefined || position === undefined) throw new Error('The primary has no position');
    log.identity = row.identity;
    log.add({ at, position });
    return position;
  });

  const probeMilliseconds = Math.min(PROBE_MILLISECONDS, boundMilliseconds / PROBES_IN_BOUND);
  const closing = new AbortController();
  const keepAsking = async (ask: () => Promise<unknown>) => {
    while (!closing.signal.aborted) {
      await ask().catch(() => undefined);
      const options = { signal: closing.signal, ref: false };
      await pause(probeMilliseconds, undefined, options).catch(() => undefined);
    }
  };
  const loops = [askPrimary, ...replicas.map(({ probe }) => probe)].map(keepAsking);

  const sources: ReadSources = { primary, replicas, log, readsOfPrimary: 0, next: 0 };
  return {
    readerAt: (seen) => createReader(sources, seen),
    positionOf: (work) => positions.during(work),
    settle: async () => {
      const bound = AbortSignal.any([
        closing.signal,
        AbortSignal.timeout(boundMilliseconds + MARGIN_MILLISECONDS),
      ]);
      const reached = askPrimary().then((position) =>
        Promise.all(replicas.map((replica) => replica.reach(position, bound))),
      );
      await Promise.race([reached.catch(() => aborted(bound)), aborted(bound)]);
    },
    statuses: () => replicas.map((replica) => replica.status()),
    readsOfPrimary: () => sources.readsOfPrimary,
    close: async () => {
      closing.abort();
      await Promise.all(loops);
      await Promise.all([asking.close(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
