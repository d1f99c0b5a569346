import {
  DUPLICATE_KINDS,
  RESOLVED_GROUPS_MAX,
  type DuplicateKind,
  type ResolvedDuplicates,
} from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { resolutionOf, type Keep, type Member } from './resolution-repository.ts';

export type { Keep } from './resolution-repository.ts';

/** Groups, and documents of them, of one transaction. */
const GROUPS_AT_ONCE = 25;
const DOCUMENTS_AT_ONCE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

export interface Resolution {
  organizationId: string;
  datasetId: string;
  /** All groups of a kind, or these. */
  of: { kind: DuplicateKind } | { groupIds: readonly string[] };
  keep: Keep;
  seenAt: string | undefined;
}

type Transaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** Hides documents in the transaction that chose them, and returns how many, those inside of them included. */
export type Hide = (tx: Queryable, ids: readonly string[]) => Promise<number>;

export type Resolved = Omit<ResolvedDuplicates, 'removal'>;

/**
 * Deletes all documents of groups but the one of each that is kept; without `hide`, only counts them. What is deleted is
 * decided in the transaction that hides it, with the documents and the one that is kept locked.
 * @throws {Problem} 404 where the dataset is gone.
 */
export async function resolveDuplicates(
  transaction: Transaction,
  resolution: Resolution,
  hide: Hide | undefined,
): Promise<Resolved> {
  const total: Resolved = { groups: 0, deleted: 0, bytes: 0, inside: 0, skipped: 0 };
  const resolved = new Set<string>();
  for await (const batch of batchesOf(transaction, resolution)) {
    if ('isMore' in batch) return { ...total, is_more: true };
    for (let isDone = false; !isDone;) {
      const result = await transaction((tx) => resolveBatch(tx, resolution, batch, hide));
      for (const id of result.groups) resolved.add(id);
      total.groups = resolved.size;
      total.deleted += result.deleted;
      total.bytes += result.bytes;
      ({ isDone } = result);
      if (isDone) {
        total.inside += result.inside;
        total.skipped += result.skipped;
      }
    }
  }
  return total;
}

interface Batch {
  kind: DuplicateKind;
  groupIds: readonly string[];
}

/** The groups in batches of one kind, up to the limit of one request. */
async function* batchesOf(
  transaction: Transaction,
  { organizationId, datasetId, of }: Resolution,
): AsyncGenerator<Batch | { isMore: true }> {
  if ('groupIds' in of) {
    const kinds = await transaction(async (tx) => {
      await requireDataset(tx, organizationId, datasetId);
      return resolutionOf(tx, organizationId, datasetId).kinds(of.groupIds);
    });
    for (const kind of DUPLICATE_KINDS) {
      const ids = kinds.filter((each) => each.kind === kind).map(({ id }) => id);
      for (let at = 0; at < ids.length; at += GROUPS_AT_ONCE) {
        yield { kind, groupIds: ids.slice(at, at + GROUPS_AT_ONCE) };
      }
    }
    return;
  }
  let after = FIRST;
  for (let count = 0; ; count += GROUPS_AT_ONCE) {
    const rows = await transaction(async (tx) => {
      await requireDataset(tx, organizationId, datasetId);
      return resolutionOf(tx, organizationId, datasetId).next(of.kind, after, GROUPS_AT_ONCE);
    });
    if (rows.length === 0) return;
    if (count >= RESOLVED_GROUPS_MAX) yield { isMore: true };
    yield { kind: of.kind, groupIds: rows.map(({ id }) => id) };
    after = rows.at(-1)?.id ?? after;
  }
}

async function requireDataset(tx: Queryable, organizationId: string, datasetId: string) {
  if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
}

interface BatchResult {
  groups: readonly string[];
  deleted: number;
  bytes: number;
  inside: number;
  skipped: number;
  /** Nothing of the batch is left. */
  isDone: boolean;
}

async function resolveBatch(
  tx: Queryable,
  { organizationId, datasetId, keep, seenAt }: Resolution,
  { kind, groupIds }: Batch,
  hide: Hide | undefined,
): Promise<BatchResult> {
  const rows = resolutionOf(tx, organizationId, datasetId);
  const members = await rows.members(kind, groupIds, { keep, seenAt });
  const kept = new Map(members.filter((each) => each.is_kept).map((each) => [each.group_id, each]));
  const isStaying = ({ group_id: group, is_changed: isChanged }: Member) =>
    isChanged || kept.get(group)?.is_changed !== false;
  const others = members.filter((each) => !each.is_kept);
  const outside = others.filter((each) => !each.is_inside);
  const skipped = outside.filter(isStaying);
  const inside = others.length - outside.length;
  const candidates = outside.filter((each) => !isStaying(each));
  const facts = { inside, skipped: skipped.length };
  if (hide === undefined) return { ...countsOf(candidates), ...facts, isDone: true };
  const next = candidates.slice(0, DOCUMENTS_AT_ONCE);
  const keeping = new Set(next.map(({ group_id: group }) => kept.get(group)?.id ?? ''));
  const unchanged = await rows.lockUnchanged(
    [...new Set([...next.map(({ id }) => id), ...keeping])],
    seenAt,
  );
  const deletable = next.filter(
    ({ id, group_id: group }) => unchanged.has(id) && unchanged.has(kept.get(group)?.id ?? ''),
  );
  const ids = deletable.map(({ id }) => id);
  const deleted = ids.length === 0 ? 0 : await hide(tx, [...ids, ...(await rows.inside(ids))]);
  return {
    ...countsOf(deletable),
    deleted,
    ...facts,
    skipped: facts.skipped + next.length - deletable.length,
    isDone: candidates.length <= DOCUMENTS_AT_ONCE || deletable.length === 0,
  };
}

const countsOf = (members: readonly Member[]) => ({
  groups: members.map(({ group_id: group }) => group),
  deleted: members.length,
  bytes: members.reduce((sum, { size }) => sum + size, 0),
});
