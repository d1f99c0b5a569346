import type { AuditPage, AuditRecord } from '@carrel/shared/contract';
import type { AuditQuery } from '@carrel/shared/contract/organization';

import type { Queryable } from '../database/database.ts';

interface Row {
  id: number;
  created_at: Date;
  action: string;
  actor_id: string | null;
  first_name: string | null;
  last_name: string | null;
  object_type: string;
  object_id: string | null;
  object_name: string | null;
  details: Record<string, unknown>;
  ip: string | null;
}

/** Reads the audit records of one organization. `tx` is a tenant's transaction. */
export function auditRecordsOf(tx: Queryable, organizationId: string) {
  return {
    /**
     * Newest first. Archives have names like documents: where contents are kept from Owners and Admins, those are named that
     * are there and in the caller's reach. Records do not say of which dataset another one was.
     */
    page: async (query: AuditQuery): Promise<AuditPage> => {
      const { from, to } = boundsOf(query);
      const rows = await tx.query<Row>(
        `SELECT r.id, r.created_at, r.action, actor.id AS actor_id, actor.first_name,
           actor.last_name, r.object_type, r.object_id, r.details, r.ip,
           CASE WHEN r.object_type = 'archive'
               AND (SELECT admins_take_access FROM organizations WHERE id = $1) AND NOT EXISTS (SELECT FROM archives a
               WHERE a.organization_id = r.organization_id AND a.id = r.object_id) THEN NULL
             ELSE coalesce(r.object_name, nullif(concat_ws(' ', o.first_name, o.last_name), ''))
           END AS object_name
         FROM audit_records r
         LEFT JOIN accounts actor ON actor.id = r.account_id
         LEFT JOIN accounts o ON r.object_type = 'account' AND o.id = r.object_id
         WHERE r.organization_id = $1
           AND ($2::uuid IS NULL OR r.account_id = $2)
           AND ($3::text IS NULL OR r.action = $3)
           AND ($4::timestamptz IS NULL OR r.created_at >= $4)
           AND ($5::timestamptz IS NULL OR r.created_at < $5)
           AND ($6::bigint IS NULL OR r.id < $6)
         ORDER BY r.id DESC LIMIT $7`,
        [
          organizationId,
          query.person ?? null,
          query.action ?? null,
          from,
          to,
          query.cursor ?? null,
          query.limit + 1,
        ],
      );
      const records = rows.slice(0, query.limit).map(recordOf);
      const last = records.at(-1);
      return rows.length > query.limit && last !== undefined
        ? { records, next_cursor: String(last.id) }
        : { records };
    },
  };
}

const DAY = 24 * 60 * 60 * 1000;

/** The 24 hours of a day in the time zone of the reader. */
function boundsOf({ day, offset }: AuditQuery): { from: string | null; to: string | null } {
  if (day === undefined) return { from: null, to: null };
  const start = Date.parse(`${day}T00:00:00Z`) + offset * 60_000;
  return { from: new Date(start).toISOString(), to: new Date(start + DAY).toISOString() };
}

function recordOf(row: Row): AuditRecord {
  const { id, action, ip, actor_id, first_name, last_name } = row;
  return {
    id,
    created_at: row.created_at.toISOString(),
    action,
    actor:
      actor_id === null
        ? null
        : { id: actor_id, first_name: first_name ?? '', last_name: last_name ?? '' },
    object: { type: row.object_type, id: row.object_id, name: row.object_name },
    details: Object.fromEntries(
      Object.entries(row.details).filter((entry): entry is [string, string] => {
        return typeof entry[1] === 'string';
      }),
    ),
    ip,
  };
}
