import type { Database } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { deleteUploads } from './delete-uploads.ts';

/** Those that nobody continued in time, those of people who left the organization, and those of revoked keys. */
const EXPIRED = `u.expires_at < now() OR CASE WHEN u.api_key_id IS NULL
  THEN NOT EXISTS (
    SELECT FROM memberships m WHERE m.organization_id = u.organization_id AND m.account_id = u.created_by)
  ELSE NOT EXISTS (
    SELECT FROM api_keys k WHERE k.organization_id = u.organization_id AND k.id = u.api_key_id) END`;

/** Deletes uploads that have expired, with their bytes. */
export async function deleteExpiredUploads(database: Database, queue: Queue): Promise<void> {
  for (;;) {
    const deleted = await database.transaction((tx) => deleteUploads(queue, tx, EXPIRED, []));
    if (deleted === 0) return;
  }
}
