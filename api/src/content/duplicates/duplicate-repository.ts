import {
  DUPLICATE_COUNT_MAX,
  GROUP_DOCUMENTS_SHOWN,
  type DuplicateKind,
} from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { DISMISSALS, isGroup, membersOf } from './group-members.ts';
import { isInProgress } from '../../processing/rows/is-in-progress.ts';

export interface GroupRow {
  id: string;
  /** When it was found, as text with microseconds. */
  found: string;
  documents: number;
  bytes: number;
  dismissed_at: Date | null;
  dismissed_by: string | null;
}

export interface GroupDocumentRow {
  group_id: string;
  id: string;
  name: string;
  path: string;
  size: number;
  created_at: Date;
  updated_at: Date;
  is_inside: boolean;
}

interface GroupsQuery {
  kind: DuplicateKind;
  dismissed: boolean;
  limit: number;
  /** The last group of the page before. */
  after: { found: string; id: string } | undefined;
}

interface Counts {
  groups: number;
  documents: number;
  bytes: number;
}

const DOCUMENT_COLUMNS = `d.id, d.name, d.path, d.size, d.created_at, d.updated_at, d.container_id IS NOT NULL AS is_inside`;

/** Texts of a group that its similarity is read from. */
const TEXTS_COMPARED = 10;

/** Groups of a kind that the caller sees, `$3` telling whether those that were dismissed. */
const groupsSql = (kind: DuplicateKind, columns: string) => `
  SELECT g.id, g.found_at::text AS found, m.documents, m.bytes${columns}
  FROM duplicate_groups g CROSS JOIN LATERAL (
    SELECT count(*) AS documents, coalesce(sum(d.size) - max(d.size), 0)::bigint AS bytes, ${isGroup(kind)} AS is_group,
      count(*) = count(x.document_id) AS is_dismissed, max(x.dismissed_at) AS dismissed_at
    FROM ${membersOf(kind)} ${DISMISSALS}
    WHERE h.organization_id = $1 AND h.group_id = g.id
  ) m
  WHERE g.organization_id = $1 AND g.dataset_id = $2 AND g.kind = '${kind}' AND m.is_group AND m.is_dismissed = $3`;

const DISMISSED_COLUMNS = `, m.dismissed_at, (
    SELECT nullif(concat_ws(' ', a.first_name, a.last_name), '') FROM duplicate_dismissals x
    JOIN accounts a ON a.id = x.dismissed_by
    WHERE x.organization_id = $1 AND x.group_id = g.id AND x.dismissed_at = m.dismissed_at LIMIT 1
  ) AS dismissed_by`;

/** Reads groups of documents that are alike. `tx` is a tenant's transaction. */
export function duplicatesOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** Groups of a kind, the last found first. */
    groups: ({ kind, dismissed, limit, after }: GroupsQuery) =>
      tx.query<GroupRow>(
        `${groupsSql(kind, DISMISSED_COLUMNS)}
           AND ($4::timestamptz IS NULL OR (g.found_at, g.id) < ($4::timestamptz, $5::uuid))
         ORDER BY g.found_at DESC, g.id DESC LIMIT $6`,
        [organizationId, datasetId, dismissed, after?.found ?? null, after?.id ?? null, limit],
      ),

    /** Counts groups up to one more than are counted. */
    counts: async (kind: DuplicateKind): Promise<Counts> => {
      const [row] = await tx.query<Counts>(
        `SELECT count(*) AS groups, coalesce(sum(documents - 1), 0)::bigint AS documents,
           coalesce(sum(bytes), 0)::bigint AS bytes
         FROM (${groupsSql(kind, '')} LIMIT ${DUPLICATE_COUNT_MAX + 1}) counted`,
        [organizationId, datasetId, false],
      );
      return row ?? { groups: 0, documents: 0, bytes: 0 };
    },

    /** The first documents of each group, by path. */
    shown: (kind: DuplicateKind, groupIds: readonly string[]) =>
      tx.query<GroupDocumentRow>(
        `SELECT m.* FROM unnest($2::uuid[]) AS g (id) CROSS JOIN LATERAL (
           SELECT g.id AS group_id, ${DOCUMENT_COLUMNS} FROM ${membersOf(kind)}
           WHERE h.organization_id = $1 AND h.group_id = g.id ORDER BY d.path LIMIT ${GROUP_DOCUMENTS_SHOWN}
         ) m`,
        [organizationId, groupIds],
      ),

    /** The kind of a group of the dataset; undefined where there is none. */
    kind: async (groupId: string) => {
      const [row] = await tx.query<{ kind: DuplicateKind }>(
        'SELECT kind FROM duplicate_groups WHERE organization_id = $1 AND dataset_id = $2 AND id = $3',
        [organizationId, datasetId, groupId],
      );
      return row?.kind;
    },

    /** Whether the caller sees a group: at least two documents that are alike. */
    isSeen: async (kind: DuplicateKind, groupId: string) => {
      const [row] = await tx.query<{ is_group: boolean }>(
        `SELECT ${isGroup(kind)} AS is_group FROM ${membersOf(kind)} WHERE h.organization_id = $1 AND h.group_id = $2`,
        [organizationId, groupId],
      );
      return row?.is_group === true;
    },

    /** Documents of a group after a path. */
    documents: (kind: DuplicateKind, groupId: string, after: string, limit: number) =>
      tx.query<GroupDocumentRow>(
        `SELECT h.group_id, ${DOCUMENT_COLUMNS} FROM ${membersOf(kind)}
         WHERE h.organization_id = $1 AND h.group_id = $2 AND d.path > $3 ORDER BY d.path LIMIT $4`,
        [organizationId, groupId, after, limit],
      ),

    /** Some of the texts of each group, for their similarity. */
    texts: (groupIds: readonly string[]) =>
      tx.query<{ group_id: string; sketch: Uint8Array; length: number }>(
        `SELECT m.* FROM unnest($2::uuid[]) AS g (id) CROSS JOIN LATERAL (
           SELECT DISTINCT ON (h.hash) g.id AS group_id, s.sketch, s.length FROM ${membersOf('nearly_equal')}
           WHERE h.organization_id = $1 AND h.group_id = g.id AND s.sketch IS NOT NULL
           ORDER BY h.hash LIMIT ${TEXTS_COMPARED}
         ) m`,
        [organizationId, groupIds],
      ),

    /** Whether documents of the dataset wait to be compared, or to be processed before that. */
    isComparing: async () => {
      const [row] = await tx.query<{ waits: boolean }>(
        `SELECT EXISTS (
             SELECT FROM document_signatures s JOIN documents d ON d.organization_id = $1 AND d.id = s.document_id
             WHERE s.organization_id = $1 AND s.dataset_id = $2 AND NOT s.compared
           ) OR EXISTS (
             SELECT FROM signature_backlog b JOIN documents d ON d.organization_id = $1 AND d.dataset_id = $2
             WHERE b.organization_id = $1 AND d.id > b.after AND d.chunk_attempt IS NOT NULL
               AND NOT EXISTS (SELECT FROM document_signatures s WHERE s.organization_id = $1 AND s.document_id = d.id)
           ) OR EXISTS (
             SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${isInProgress('d')}
           ) AS waits`,
        [organizationId, datasetId],
      );
      return row?.waits === true;
    },
  };
}
