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
  /**
   * The fences in front of the caller: the id of each dataset whose documents may name groups with the key by which they
   * do, and the names of the caller's groups. `\x1did=key\x1did=key\x1d\x1fname\x1fname\x1f`; empty where there are none.
   */
  fences: string;
}

export const EVERYTHING: Reach = { unreachable: '', roles: {}, fences: '' };

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
  Object.assign(caller, { kept: undefined }, reach, { settings: settingsTextOf(reach) });
}

/** Of reaches that are set again and again. */
const settingsTexts = new WeakMap<Reach, string>();

function settingsTextOf(reach: Reach): string {
  const known = settingsTexts.get(reach);
  if (known !== undefined) return known;
  const text = JSON.stringify(Object.fromEntries(settingsOf(reach)));
  settingsTexts.set(reach, text);
  return text;
}

/** Returns the settings of a transaction that hide what a caller cannot reach: see `is_reachable` in SQL. */
function* settingsOf({ unreachable, fences }: Reach): Generator<[name: string, value: string]> {
  if (unreachable === '' && fences === '') return;
  // Policies look for fences only where something may be out of reach.
  yield ['carrel.unreachable', unreachable.startsWith('=') ? 'others' : 'listed'];
  if (fences !== '') yield ['carrel.fences', fences];
  const byDigit = Object.groupBy(unreachable.replace('=', '').split(','), (id) => id.slice(0, 1));
  for (const [digit, ids] of Object.entries(byDigit)) {
    if (digit !== '') yield [`carrel.unreachable_${digit}`, ids?.join(',') ?? ''];
  }
}

/** What `ENTER_TENANT` gets: the organization, and the settings that limit the caller as JSON. */
export type TenantParameters = readonly [organizationId: string, settings: string];

export const tenantParameters = (organizationId: string): TenantParameters => [
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

/** Whether the caller for whom this runs is a guest. */
export const isGuestHere = (): boolean => reachHere().unreachable.startsWith('=');

/** Whether documents of a dataset may be behind a fence for the caller for whom this runs. */
export const isFenced = (datasetId: string): boolean =>
  reachHere().fences.includes(datasetId.toLowerCase());

/** Whether a caller has lost something: what was read before may be of it. */
export function hasLost(before: Reach, now: Reach): boolean {
  return isLess(before.unreachable, now.unreachable) || isFencedMore(before.fences, now.fences);
}

function isLess(before: string, now: string): boolean {
  if (now === before) return false;
  const isOfAll = now.startsWith('=');
  if (isOfAll !== before.startsWith('=')) return true;
  const [more, fewer] = isOfAll ? [before, now] : [now, before];
  return more
    .replace('=', '')
    .split(',')
    .some((id) => !fewer.includes(id));
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
  const settings = JSON.parse(settingsHere()) as Record<string, string>;
  const set = names.flatMap((name) => {
    const value = settings[`carrel.${name}`];
    return value === undefined ? [] : [{ name, value }];
  });
  for (const { name } of set) await tx.query(`SELECT set_config('carrel.${name}', '', true)`);
  const result = await work();
  for (const { name, value } of set) {
    await tx.query(`SELECT set_config('carrel.${name}', $1, true)`, [value]);
  }
  return result;
}
