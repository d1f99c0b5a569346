import { randomUUID } from 'node:crypto';

import { apiPaths } from '@carrel/shared/paths';

import {
  onBothDatabases,
  settingsOf,
  withForkedServer,
  type DatabaseKind,
} from '../../load/forked-server.ts';
import { median, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';
import { timed } from './timed-request.ts';

/** Searches of each kind, and calls of each other kind. */
const SEARCHES = Number(process.env['BENCH_ACCESS_SEARCHES'] ?? 100);
const CALLS = Number(process.env['BENCH_ACCESS_CALLS'] ?? 400);
/** Searches between two changes of access: below each other's caches would be measured. */
const TURN = 20;
const GOAL = { atMost: 1.2 };

type Headers = Record<string, string>;

interface Listed {
  /** A dataset that each Viewer reaches, and one that only the Viewer of all reaches. */
  first: string;
  last: string;
}

interface Viewer {
  /** What this Viewer reaches where the datasets name people, in %. */
  share: number;
  searched: Headers;
  open: Headers;
  limited: Headers;
}

/** What the server sends once it is ready. */
interface Target {
  url: string;
  workspaceId: string;
  queries: string[];
  open: Listed;
  limited: Listed;
  viewers: Viewer[];
}

/** Has the searched datasets name people, or nobody. */
async function setAccess({ url }: Target, access: 'named' | 'organization'): Promise<void> {
  const response = await fetch(`${url}/bare/access/${access}`, { method: 'PUT' });
  if (!response.ok) throw new Error(`The access was not changed: ${response.status}`);
}

/** Times the same searches where the datasets name people and where they do not, in turns. */
async function searchRow(
  target: Target,
  { share, searched: headers }: Viewer,
  { what, path }: { what: string; path: string },
): Promise<BenchRow> {
  const caller = { url: target.url, headers };
  const times = { named: [] as number[], organization: [] as number[] };
  for (let turn = 0; turn < SEARCHES; turn += TURN) {
    const count = Math.min(TURN, SEARCHES - turn);
    const queries = Array.from(
      { length: count },
      (_, place) => target.queries[(turn + place) % target.queries.length] ?? 'wing',
    );
    for (const access of ['named', 'organization'] as const) {
      await setAccess(target, access);
      // The first one after a change reads anew what the index has of the datasets.
      await timed(caller, path, { query: queries[0] });
      for (const query of queries) times[access].push(await timed(caller, path, { query }));
    }
  }
  return {
    what: `${what} by a person who reaches ${share} %, p50`,
    value: median(times.named),
    unit: 'ms',
    against: { what: 'no dataset names people', value: median(times.organization) },
    goal: GOAL,
    samples: times.named,
  };
}

async function searchRows(target: Target): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const where of [
    { what: 'search of the organization', path: apiPaths.searchOrganization() },
    { what: 'search of a workspace', path: apiPaths.searchWorkspace(target.workspaceId) },
  ]) {
    for (const viewer of target.viewers) rows.push(await searchRow(target, viewer, where));
  }
  return rows;
}

/** Calls two routes alternately, and returns the median of each in ms. The first tenth warms up. */
async function alternately(
  url: string,
  one: { headers: Headers; path: string; isAbsent?: boolean },
  other: typeof one,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  const call = async ({ headers, path, isAbsent = false }: typeof one, kept: number[]) => {
    const started = performance.now();
    const response = await fetch(`${url}/${path}`, { headers });
    await response.arrayBuffer();
    kept.push(performance.now() - started);
    if (response.status !== (isAbsent ? 404 : 200)) throw new Error(`${path}: ${response.status}`);
  };
  for (let count = 0; count < CALLS; count += 1) {
    await call(one, times[0]);
    await call(other, times[1]);
  }
  const warm = Math.floor(CALLS / 10);
  return [median(times[0].slice(warm)), median(times[1].slice(warm))];
}

async function callRows({ url, viewers, open, limited }: Target): Promise<BenchRow[]> {
  const lists: BenchRow[] = [];
  const costs: BenchRow[] = [];
  const absences: BenchRow[] = [];
  for (const viewer of viewers) {
    const reached = `a person who reaches ${viewer.share} %`;
    const list = apiPaths.datasets();
    const [named, unnamed] = await alternately(
      url,
      { headers: viewer.limited, path: list },
      { headers: viewer.open, path: list },
    );
    lists.push({
      what: `list of 500 datasets for ${reached}, p50`,
      value: named,
      unit: 'ms',
      against: { what: 'no dataset names people', value: unnamed },
      goal: GOAL,
    });
    const [withRule, without] = await alternately(
      url,
      { headers: viewer.limited, path: apiPaths.dataset(limited.first) },
      { headers: viewer.open, path: apiPaths.dataset(open.first) },
    );
    costs.push({
      what: `one of 500 datasets for ${reached}, beyond where none names people`,
      value: withRule - without,
      unit: 'ms',
      goal: { atMost: 0.3 },
    });
    if (viewer.share === 100) continue;
    const [unreachable, absent] = await alternately(
      url,
      { headers: viewer.limited, path: apiPaths.dataset(limited.last), isAbsent: true },
      { headers: viewer.limited, path: apiPaths.dataset(randomUUID()), isAbsent: true },
    );
    absences.push({
      what: `a dataset out of reach for ${reached}, p50`,
      value: unreachable,
      unit: 'ms',
      against: { what: 'an id that no dataset has', value: absent },
    });
  }
  return [...lists, ...costs, ...absences];
}

const rowsOn = (kind: DatabaseKind): Promise<BenchRow[]> =>
  withForkedServer('access-server.ts', settingsOf(kind), async (message) => {
    const target = message as Target;
    return [...(await callRows(target)), ...(await searchRows(target))];
  });

export const accessGroup: BenchGroup = {
  title: 'Who may see what',
  method: `Viewers who reach a share of the datasets by a group, where every dataset names four to six groups, against the same Viewers where no dataset names people. Searches: ${SEARCHES} of each kind over 100 datasets of 1,000 chunks, the same queries in turns of ${TURN}, between which the datasets are changed. Other calls: ${CALLS} of each kind, alternately, in two organizations of 500 datasets; medians. First on the embedded database, then on a PostgreSQL of this machine.`,
  measure: () => onBothDatabases(rowsOn),
};
