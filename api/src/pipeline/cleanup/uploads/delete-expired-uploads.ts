import type { Database } from '../../../database/database.ts';
import type { Queue } from '../../../jobs/queue.ts';
import { deleteUploads } from './delete-uploads.ts';

/** Those that nobody continued in time, and those of people who left the organization. */
const EXPIRED = `u.expires_at < now() OR NOT EXISTS (
  SELECT FROM memberships m WHERE m.organization_id = u.organization_id AND m.account_id = u.created_by)`;

/** Deletes uploads that have expired, with their bytes. */
export async function deleteExpiredUploads(database: Database, queue: Queue): Promise<void> {
  for (;;) {
    const deleted = await database.transaction((tx) => deleteUploads(queue, tx, EXPIRED, []));
    if (deleted === 0) return;
  }
}
