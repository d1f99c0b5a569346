import { FAILED_STATUSES } from '@carrel/shared/contract';

import { isTold } from './is-told.ts';

const FAILED = FAILED_STATUSES.map((status) => `'${status}'`).join(', ');

/** The event of a document that now has a status; null for one that is in progress. */
const typeOf = (status: string): string => `CASE
  WHEN ${status} = 'embedded' THEN 'document.ready'
  WHEN ${status} IN (${FAILED}) THEN 'document.failed' END`;

/**
 * Returns subqueries of a statement that moves documents of the organization `$1`: they write a delivery for
 * each webhook that is to be told that a document is ready or failed. `moved` has the columns `id`,
 * `dataset_id`, `archive_id`, `path`, `status` and `error` as they are now. Without webhooks this is a look
 * into an index.
 */
export const recordDocumentEvents = (moved: string): string => `document_events AS (
    INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
    SELECT $1, e.id, ${typeOf('m.status')}, m.id, jsonb_strip_nulls(jsonb_build_object(
      'organization_id', e.organization_id, 'dataset_id', m.dataset_id, 'document_id', m.id,
      'archive_id', m.archive_id, 'path', m.path, 'status', m.status, 'error', m.error))
    FROM webhook_endpoints e JOIN ${moved} m ON ${typeOf('m.status')} = ANY (e.events)
      AND ${isTold('m.dataset_id')}
    WHERE e.organization_id = $1 AND e.enabled
  )`;

/** The same for archives that are completed, with the columns `id`, `dataset_id`, `name` and `outer_id`. */
export const recordArchiveEvents = (completed: string): string => `archive_events AS (
    INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
    SELECT $1, e.id, 'archive.completed', m.id, jsonb_build_object(
      'organization_id', e.organization_id, 'dataset_id', m.dataset_id, 'archive_id', m.id, 'name', m.name,
      'status', 'completed')
    FROM webhook_endpoints e JOIN ${completed} m ON m.outer_id IS NULL
      AND ${isTold('m.dataset_id')}
    WHERE e.organization_id = $1 AND e.enabled AND 'archive.completed' = ANY (e.events)
  )`;
