import { AsyncLocalStorage } from 'node:async_hooks';

import type { Queryable } from './queryable.ts';

/** What a caller can reach of an organization. */
export interface Reach {
  /** Ids of the datasets and workspaces that do not exist for the caller, with commas between them. */
  unreachable: string;
  /** The role of the caller for each that names people, by its id. */
  roles: Readonly<Record<string, string>>;
  /**
   * The fences in front of the caller: the id of each dataset whose documents may name groups with the key by which they
   * do, and the names of the caller's groups. `\x1did=key\x1did=key\x1d\x1fname\x1fname\x1f`; empty where there are none.
   */
  fences: string;
}

export const EVERYTHING: Reach = { unreachable: '', roles: {}, fences: '' };

const callers = new AsyncLocalStorage<Reach>();

/**
 * Runs `work` for a caller. Each transaction of an organization that begins in it hides what the caller
 * cannot reach: see `limitReach`. What runs outside, background work, reaches everything.
 */
export const forCaller = <T>(work: () => T): T => callers.run({ ...EVERYTHING }, work);

/** Runs `work` for nobody: it reaches everything. */
export const forNobody = <T>(work: () => T): T => callers.run(EVERYTHING, work);

/** Sets what the caller can reach from now on. */
export function limitReach(reach: Reach): void {
  const caller = callers.getStore();
  if (caller === undefined || caller === EVERYTHING) {
    throw new Error('Only what runs for a caller has a reach');
  }
  Object.assign(caller, reach);
}

/** What `ENTER_TENANT` gets: the organization, what the caller cannot reach, and the fences in front of the caller. */
export type TenantParameters = readonly [
  organizationId: string,
  unreachable: string,
  fences: string,
];

export const tenantParameters = (organizationId: string): TenantParameters => [
  organizationId,
  unreachableSetting(reachHere()),
  reachHere().fences,
];

/** Policies look for fences only where something is out of reach: in front of fences it is not empty. */
export const unreachableSetting = ({ unreachable, fences }: Reach): string =>
  unreachable === '' && fences !== '' ? '-' : unreachable;

/** Returns what the caller can reach for whom this runs. */
export const reachHere = (): Reach => callers.getStore() ?? EVERYTHING;

/** Whether the caller for whom this runs can reach a dataset or workspace: for what is stored as a whole, such as the results of a run. */
export const isReachable = (id: string): boolean =>
  !reachHere().unreachable.includes(id.toLowerCase());

/** Whether documents of a dataset may be behind a fence for the caller for whom this runs. */
export const isFenced = (datasetId: string): boolean =>
  reachHere().fences.includes(datasetId.toLowerCase());

/** Whether a caller has lost something: what was read before may be of it. */
export function hasLost(before: Reach, now: Reach): boolean {
  const isLess =
    now.unreachable !== before.unreachable &&
    now.unreachable.split(',').some((id) => !before.unreachable.includes(id));
  return isLess || isFencedMore(before.fences, now.fences);
}

function isFencedMore(before: string, now: string): boolean {
  if (now === before || now === '') return false;
  const [was, is] = [partsOf(before), partsOf(now)];
  return (
    [...is.datasets].some((fence) => !was.datasets.has(fence)) ||
    [...was.groups].some((name) => !is.groups.has(name))
  );
}

function partsOf(fences: string): { datasets: Set<string>; groups: Set<string> } {
  const [datasets = '', ...groups] = fences.split('\x1f');
  return { datasets: new Set(datasets.split('\x1d')), groups: new Set(groups) };
}

/** Runs `work` in a tenant's transaction as if the caller could reach everything: for sums that say nothing of their parts. */
export const reachingAll = <T>(tx: Queryable, work: () => Promise<T>): Promise<T> =>
  without(tx, ['unreachable', 'fences'], work);

/**
 * Runs `work` in a tenant's transaction as if there were no fences: for writing rows that the caller has seen, or that
 * are none's yet. A row that is written must be one that its writer sees, and may be behind a fence afterwards.
 */
export const withoutFences = <T>(tx: Queryable, work: () => Promise<T>): Promise<T> =>
  without(tx, ['fences'], work);

async function without<T>(
  tx: Queryable,
  names: readonly ('unreachable' | 'fences')[],
  work: () => Promise<T>,
): Promise<T> {
  const reach = reachHere();
  const settings = { unreachable: unreachableSetting(reach), fences: reach.fences };
  const set = names.filter((name) => settings[name] !== '');
  for (const name of set) await tx.query(`SELECT set_config('carrel.${name}', '', true)`);
  const result = await work();
  for (const name of set) {
    await tx.query(`SELECT set_config('carrel.${name}', $1, true)`, [settings[name]]);
  }
  return result;
}
