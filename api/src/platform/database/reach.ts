import { AsyncLocalStorage } from 'node:async_hooks';

import type { Queryable } from './queryable.ts';

/** What a caller can reach of an organization. */
export interface Reach {
  /**
   * Ids of the datasets and workspaces that do not exist for the caller, with commas between them. After `=`, those of all
   * that do: SQL reads both with `is_in_reach`.
   */
  unreachable: string;
  /** The role of the caller for each that names people, by its id. */
  roles: Readonly<Record<string, string>>;
  /** Ids of those whose contents are out of reach, while this request may read and change who sees them. */
  kept?: string;
}

export const EVERYTHING: Reach = { unreachable: '', roles: {} };

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

/** Returns what `ENTER_TENANT` gets: the organization, and what the caller cannot reach. */
export const tenantParameters = (organizationId: string): readonly [string, string] => [
  organizationId,
  reachHere().unreachable,
];

/** Returns what the caller can reach for whom this runs. */
export const reachHere = (): Reach => callers.getStore() ?? EVERYTHING;

/** Whether the caller for whom this runs can reach a dataset or workspace: for what is stored as a whole, such as the results of a run. */
export const isReachable = (id: string): boolean => isInReach(reachHere().unreachable, id);

const isInReach = (reach: string, id: string): boolean =>
  reach.includes(id.toLowerCase()) === reach.startsWith('=');

/** Whether a caller who could reach `before` can reach less `now`. */
export function hasLost(before: string, now: string): boolean {
  if (now === before) return false;
  const isOfAll = now.startsWith('=');
  if (isOfAll !== before.startsWith('=')) return true;
  const [more, fewer] = isOfAll ? [before, now] : [now, before];
  return more
    .replace('=', '')
    .split(',')
    .some((id) => !fewer.includes(id));
}

/** Runs `work` in a tenant's transaction as if the caller could reach everything: for sums that say nothing of their parts. */
export async function reachingAll<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  const { unreachable } = reachHere();
  if (unreachable === '') return work();
  await tx.query(`SELECT set_config('carrel.unreachable', '', true)`);
  const result = await work();
  await tx.query(`SELECT set_config('carrel.unreachable', $1, true)`, [unreachable]);
  return result;
}
