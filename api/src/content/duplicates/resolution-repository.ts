import type { DuplicateKind, KeepRule } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { isInFolder } from '../../processing/rows/is-in-folder.ts';
import { DISMISSALS, isGroup, membersOf } from './group-members.ts';

/** Which document of each group is kept. */
export type Keep =
  | { rule: Exclude<KeepRule, 'in_folder'> }
  | { rule: 'in_folder'; folder: string }
  | { rule: 'choice'; choices: ReadonlyMap<string, string> };

export interface Member {
  group_id: string;
  id: string;
  size: number;
  /** The one to keep. */
  is_kept: boolean;
  is_inside: boolean;
  /** It changed since the caller has looked. */
  is_changed: boolean;
}

/** Documents of a group that were added at the same moment are in the order of their paths. */
const ORDERS: Record<Exclude<KeepRule, 'in_folder'>, string> = {
  newest: 'd.created_at DESC, d.path',
  oldest: 'd.created_at, d.path',
  shortest_path: 'length(d.path), d.path',
};

/** Whether a document of a group may be the one that is kept, and which is first. `$4` and `$5` say more. */
function orderOf(keep: Keep): { isCandidate: string; order: string; parameters: unknown[] } {
  if (keep.rule === 'choice') {
    return {
      isCandidate: `(h.group_id, d.id) IN (SELECT * FROM unnest($4::uuid[], $5::uuid[]))`,
      order: 'd.path',
      parameters: [[...keep.choices.keys()], [...keep.choices.values()]],
    };
  }
  if (keep.rule === 'in_folder') {
    return {
      isCandidate: isInFolder('$4::text'),
      order: ORDERS.newest,
      parameters: [keep.folder.normalize('NFC')],
    };
  }
  return { isCandidate: 'true', order: ORDERS[keep.rule], parameters: [] };
}

/** Whether a document `d` was processed or moved after a time. */
const isChangedSince = (
  time: string,
) => `(greatest(d.created_at, d.updated_at) > ${time}::timestamptz OR EXISTS (
  SELECT FROM jsonb_array_elements(d.history) e
  WHERE e ->> 'stage' = 'move' AND (e ->> 'at')::timestamptz > ${time}::timestamptz))`;

/** Reads which documents of groups are deleted. `tx` is a tenant's transaction. */
export function resolutionOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** The next groups of a kind that are not dismissed, by id. */
    next: (kind: DuplicateKind, after: string, limit: number) =>
      tx.query<{ id: string }>(
        `SELECT g.id FROM duplicate_groups g CROSS JOIN LATERAL (
           SELECT ${isGroup(kind)} AND count(*) > count(x.document_id) AS is_open
           FROM ${membersOf(kind)} ${DISMISSALS}
           WHERE h.organization_id = $1 AND h.group_id = g.id
         ) m
         WHERE g.organization_id = $1 AND g.dataset_id = $2 AND g.kind = '${kind}' AND g.id > $3 AND m.is_open
         ORDER BY g.id LIMIT $4`,
        [organizationId, datasetId, after, limit],
      ),

    /** The kinds of groups, by their ids. */
    kinds: async (groupIds: readonly string[]) => {
      const rows = await tx.query<{ id: string; kind: DuplicateKind }>(
        `SELECT id, kind FROM duplicate_groups
         WHERE organization_id = $1 AND dataset_id = $2 AND id = ANY ($3::uuid[])`,
        [organizationId, datasetId, groupIds],
      );
      return rows;
    },

    /** The documents of groups of a kind. What is inside of others is the one to keep only where it is chosen. */
    members: (
      kind: DuplicateKind,
      groupIds: readonly string[],
      { keep, seenAt }: { keep: Keep; seenAt: string | undefined },
    ) => {
      const { isCandidate, order, parameters } = orderOf(keep);
      const isOutside = keep.rule === 'choice' ? 'true' : 'd.container_id IS NULL';
      return tx.query<Member>(
        `SELECT group_id, id, size, is_kept, is_inside, is_changed FROM (
           SELECT h.group_id, d.id, d.size, d.path, d.container_id IS NOT NULL AS is_inside,
             coalesce(${isChangedSince('$3')}, false) AS is_changed,
             coalesce(c.is_candidate, false) AND row_number() OVER (
               PARTITION BY h.group_id ORDER BY coalesce(c.is_candidate, false) DESC, ${order}) = 1 AS is_kept,
             count(*) OVER (PARTITION BY h.group_id) AS others
           FROM ${membersOf(kind)}
           CROSS JOIN LATERAL (SELECT ${isOutside} AND ${isCandidate} AS is_candidate) c
           WHERE h.organization_id = $1 AND h.group_id = ANY ($2::uuid[])
         ) m WHERE others > 1 ORDER BY group_id, is_kept DESC, path`,
        [organizationId, groupIds, seenAt ?? null, ...parameters],
      );
    },

    /** Locks documents and returns those that are as their signatures say, and did not change since. */
    lockUnchanged: async (ids: readonly string[], seenAt: string | undefined) => {
      const rows = await tx.query<{ id: string }>(
        `SELECT d.id FROM documents d
         JOIN document_signatures s ON s.organization_id = d.organization_id AND s.document_id = d.id
         WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = ANY ($3::uuid[])
           AND d.sha256 IS NOT DISTINCT FROM s.sha256
           AND ($4::timestamptz IS NULL OR NOT ${isChangedSince('$4')})
         ORDER BY d.id FOR UPDATE OF d`,
        [organizationId, datasetId, ids, seenAt ?? null],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** The ids of documents inside of these. */
    inside: async (ids: readonly string[]) => {
      const rows = await tx.query<{ id: string }>(
        'SELECT id FROM documents WHERE organization_id = $1 AND container_id = ANY ($2::uuid[])',
        [organizationId, ids],
      );
      return rows.map(({ id }) => id);
    },
  };
}
