import type { Queryable } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue.ts';
import { deleteOrganizationJob } from '../../processing/jobs/purge/delete-organization-job.ts';

/** Deletes an organization: marks it and deletes its members and invitations in `tx`, its other rows by a job. */
export async function deleteOrganization(tx: Queryable, queue: Queue, id: string): Promise<void> {
  await tx.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [id]);
  await tx.query('DELETE FROM invitations WHERE organization_id = $1', [id]);
  await tx.query('DELETE FROM memberships WHERE organization_id = $1', [id]);
  await deleteOrganizationJob.send(queue, { organizationId: id }, { tx });
}
