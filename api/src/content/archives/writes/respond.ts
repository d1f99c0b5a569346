import type { DocumentWrite } from '@carrel/shared/contract';

import { FRESH_MILLISECONDS } from '../../../platform/access/standing-rights.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notReady } from '../../../platform/http/problems.ts';
import { createMergeWaiting } from './wait-for-merge.ts';
import { writesOf } from './write-repository.ts';

/** The header that says how long a write waits for its outcome. */
export const PREFER = {
  Prefer: '`wait=` and a number of seconds: for how long to wait until the write is merged.',
};

/** Waits for the merge of a write and returns what it did to these paths; undefined where it is not over. */
export type AwaitOutcomes = (
  c: ApiContext,
  write: { datasetId: string; archiveId: string; paths: readonly string[] },
) => Promise<DocumentWrite[] | undefined>;

/** @throws {Problem} 422 with the reason of an archive that failed, as where a quota is exceeded. */
export function createAwaitOutcomes(
  dependencies: Pick<Dependencies, 'database' | 'draining'>,
): AwaitOutcomes {
  const { database } = dependencies;
  const waitForMerge = createMergeWaiting(dependencies);
  return async (c, { datasetId, archiveId, paths }) => {
    const merged = await waitForMerge(c, archiveId);
    await c.get('rights').require(FRESH_MILLISECONDS);
    if (merged === undefined) return undefined;
    if (merged.status === 'failed')
      throw merged.error === null ? notReady() : new Problem(422, merged.error);
    const { id: organizationId } = c.get('organization');
    return database.read(organizationId, (tx) =>
      writesOf(tx, organizationId).outcomes(datasetId, archiveId, paths),
    );
  };
}

/** The response for a write that is not merged yet: its receipt will have the outcome. */
export function accepted(c: ApiContext, datasetId: string, archiveId: string): Response {
  c.header('Location', `/api/v1/datasets/${datasetId}/archives/${archiveId}/entries`);
  return c.json({ archive_id: archiveId }, 202);
}
