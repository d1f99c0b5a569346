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

/** What a caller reaches, with the settings that say so. */
interface Caller extends Reach {
  /** As JSON, by their names. */
  settings: string;
}

const EVERYBODY: Caller = { ...EVERYTHING, settings: '{}' };

const callers = new AsyncLocalStorage<Caller>();

/**
 * Runs `work` for a caller. Each transaction of an organization that begins in it hides what the caller
 * cannot reach: see `limitReach`. What runs outside, background work, reaches everything.
 */
export const forCaller = <T>(work: () => T): T => callers.run({ ...EVERYBODY }, work);

/** Runs `work` for nobody: it reaches everything. */
export const forNobody = <T>(work: () => T): T => callers.run(EVERYBODY, work);

/** Sets what the caller can reach from now on. */
export function limitReach(reach: Reach): void {
  const caller = callers.getStore();
  if (caller === undefined || caller === EVERYBODY) {
    throw new Error('Only what runs for a caller has a reach');
  }
  Object.assign(caller, { kept: undefined }, reach, {
    settings: JSON.stringify(Object.fromEntries(settingsOf(reach))),
  });
}

/** Returns the settings of a transaction that hide what a caller cannot reach: see `is_reachable` in SQL. */
function* settingsOf({ unreachable }: Reach): Generator<[name: string, value: string]> {
  if (unreachable === '') return;
  yield ['carrel.unreachable', unreachable.startsWith('=') ? 'others' : 'listed'];
  const byDigit = Object.groupBy(unreachable.replace('=', '').split(','), (id) => id.slice(0, 1));
  for (const [digit, ids] of Object.entries(byDigit)) {
    if (digit !== '') yield [`carrel.unreachable_${digit}`, ids?.join(',') ?? ''];
  }
}

/** Returns what `ENTER_TENANT` gets: the organization, and the settings that limit the caller. */
export const tenantParameters = (organizationId: string): readonly [string, string] => [
  organizationId,
  settingsHere(),
];

/** Returns the settings that limit the caller for whom this runs, as JSON by their names. */
export const settingsHere = (): string => callers.getStore()?.settings ?? '{}';

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
  if (settingsHere() === '{}') return work();
  const set = (value: string) =>
    tx.query(`SELECT set_config('carrel.unreachable', $1, true)`, [value]);
  await set('');
  const result = await work();
  await set(reachHere().unreachable.startsWith('=') ? 'others' : 'listed');
  return result;
}
