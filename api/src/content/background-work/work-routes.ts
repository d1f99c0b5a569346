import {
  backgroundWorkSchema,
  type BackgroundWork,
  type Standing,
  type WorkKind,
} from '@carrel/shared/contract/organization';
import { Hono } from 'hono';

import { inOrganizationOfPath, mayAct } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import type { ModelStatus } from '../../platform/model-status.ts';
import { buildGraphJob } from '../../processing/jobs/indexing/build-graph-job.ts';
import { indexDocumentsJob } from '../../processing/jobs/indexing/index-documents-job.ts';
import { locateChunksJob } from '../../processing/jobs/locate/locate-chunks-job.ts';
import { ingestJob } from '../../processing/jobs/merge/ingest-job.ts';
import { embedChangedJob } from '../../processing/jobs/model-change/embed-changed-job.ts';
import { embedDatasetJob } from '../../processing/jobs/model-change/embed-dataset-job.ts';
import { moveDocumentsJob } from '../../processing/jobs/move/move-documents-job.ts';
import { ocrJob } from '../../processing/jobs/ocr/ocr-job.ts';
import { purgeFilesJob } from '../../processing/jobs/originals/purge-files-job.ts';
import { processJob } from '../../processing/jobs/process/process-job.ts';
import { deleteDatasetJob } from '../../processing/jobs/purge/delete-dataset-job.ts';
import { purgeArchiveJob } from '../../processing/jobs/purge/purge-archive-job.ts';
import { purgeDocumentsJob } from '../../processing/jobs/purge/purge-documents-job.ts';
import { reprocessJob } from '../../processing/jobs/reprocess/reprocess-job.ts';
import { readRows, ROWS_MAX, stalledRowOf, withNames, type FoundRow } from './read-work.ts';

/** Which jobs do the work of a kind. */
const JOBS: Record<WorkKind, readonly string[]> = {
  upload: [ingestJob.name],
  documents: [processJob.name],
  again: [reprocessJob.name],
  move: [moveDocumentsJob.name],
  ocr: [ocrJob.name],
  vectors: [embedDatasetJob.name, embedChangedJob.name],
  index: [indexDocumentsJob.name, buildGraphJob.name],
  locate: [locateChunksJob.name],
  purge: [purgeFilesJob.name, purgeArchiveJob.name, purgeDocumentsJob.name, deleteDatasetJob.name],
};
/** Work that only its jobs show. */
const OF_JOBS = ['index', 'locate', 'purge'] as const;

/** All background work of the organization in the path. */
export function workRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, models } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/background-work',
    inOrganizationOfPath(dependencies),
    lateReads(database),
    describeRoute('getBackgroundWork', 'Get what the server does in the background', {
      returns: backgroundWorkSchema,
    }),
    async (c) => {
      const { id: organizationId, role } = c.get('organization');
      const model = models.embeddings?.status();
      const { found, rows } = await c.var.reads.read(organizationId, async (tx) => {
        const all = await readRows(tx, organizationId);
        return {
          found: all.length,
          rows: await withNames(tx, organizationId, all.slice(0, ROWS_MAX)),
        };
      });
      const names = Object.values(JOBS).flat();
      const jobs = await queue.ofOrganization(names, organizationId);
      const nextTry = (kind: WorkKind) => {
        const own = jobs.filter(({ name }) => JOBS[kind].includes(name));
        return own.every((job) => job.nextTry !== null) ? (own[0]?.nextTry ?? null) : null;
      };
      const seesModels = mayAct(role, 'Admin');
      const response: BackgroundWork = {
        rows: [
          ...rows
            // Without a model no vectors are made.
            .filter(({ kind }) => kind !== 'vectors' || model !== undefined)
            .map((row) => ({
              kind: row.kind,
              dataset: row.dataset,
              archive: row.archive,
              left: row.left,
              total: row.total,
              standing: standingOf(row, { model, seesModels, nextTry: nextTry(row.kind) }),
              stalled: stalledRowOf(row.stalled),
            })),
          ...OF_JOBS.filter((kind) => jobs.some(({ name }) => JOBS[kind].includes(name))).map(
            (kind) => ({
              kind,
              dataset: null,
              archive: null,
              left: null,
              total: null,
              standing: failedOf(nextTry(kind)),
              stalled: null,
            }),
          ),
        ],
        is_more: found > ROWS_MAX,
        is_shared: await queue.worksForOthers(names, organizationId),
      };
      return c.json(response);
    },
  );

  return routes;
}

interface Known {
  model: ModelStatus | undefined;
  /** Whether the caller may see why a model is unavailable. */
  seesModels: boolean;
  nextTry: Date | null;
}

/** Why work does not go on; null while it does. */
function standingOf(row: FoundRow, { model, seesModels, nextTry }: Known): Standing | null {
  if (row.holds !== null) return { reason: row.holds, detail: null, next_try: null };
  if (row.needsModel && model !== undefined && model.state !== 'ready') {
    return {
      reason: model.state === 'loading' ? 'model_loading' : 'embedding_service',
      detail: seesModels ? (model.reason ?? null) : null,
      next_try: model.nextTry?.toISOString() ?? null,
    };
  }
  return failedOf(nextTry);
}

const failedOf = (nextTry: Date | null): Standing | null =>
  nextTry === null ? null : { reason: 'failed', detail: null, next_try: nextTry.toISOString() };
