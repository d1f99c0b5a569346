import type { DuplicateKind } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { membersOf } from './group-members.ts';

interface Place {
  organizationId: string;
  datasetId: string;
  groupId: string;
}

/** Keeps what people said: that documents of a group are no duplicates. `tx` is a tenant's transaction. */
export function dismissalsOf(tx: Queryable, { organizationId, datasetId, groupId }: Place) {
  return {
    /** Dismisses some documents of the group that were not yet, with the content that they have, and counts them. */
    add: async (kind: DuplicateKind, accountId: string | null, limit: number): Promise<number> => {
      const rows = await tx.query(
        `INSERT INTO duplicate_dismissals AS x (organization_id, group_id, document_id, dataset_id, hash, dismissed_by)
         SELECT $1, $2, d.id, $3, h.hash, $4::uuid FROM ${membersOf(kind)}
         WHERE h.organization_id = $1 AND h.group_id = $2 AND NOT EXISTS (
           SELECT FROM duplicate_dismissals o
           WHERE o.organization_id = $1 AND o.group_id = $2 AND o.document_id = d.id AND o.hash = h.hash)
         LIMIT $5
         ON CONFLICT (organization_id, group_id, document_id) DO UPDATE SET hash = excluded.hash,
           dismissed_by = excluded.dismissed_by, dismissed_at = excluded.dismissed_at
         RETURNING x.document_id`,
        [organizationId, groupId, datasetId, accountId, limit],
      );
      return rows.length;
    },

    /** Takes back what was said of documents that the caller sees. */
    delete: async (limit: number): Promise<number> => {
      const rows = await tx.query(
        `DELETE FROM duplicate_dismissals WHERE organization_id = $1 AND group_id = $2 AND document_id IN (
           SELECT x.document_id FROM duplicate_dismissals x
           JOIN documents d ON d.organization_id = $1 AND d.id = x.document_id
           WHERE x.organization_id = $1 AND x.group_id = $2 LIMIT $3)
         RETURNING document_id`,
        [organizationId, groupId, limit],
      );
      return rows.length;
    },
  };
}
