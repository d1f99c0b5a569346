import {
  createDatasetInputSchema,
  createdSchema,
  datasetListSchema,
  datasetSchema,
  updateDatasetInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, allowManagers, inOrganization } from '../../platform/access/authenticate.ts';
import { mayUse } from '../../platform/access/caller.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import {
  IF_MATCH,
  IF_NONE_MATCH,
  NOT_MODIFIED,
  requireMatch,
  sendEntity,
} from '../../platform/http/entity-tag.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { deleteDatasetJob } from '../../processing/jobs/purge/delete-dataset-job.ts';
import { indexDocumentsJob } from '../../processing/jobs/indexing/index-documents-job.ts';
import { expireVersionsJob } from '../../processing/jobs/versions/expire-versions-job.ts';
import { purgeOriginalsLater } from '../../processing/jobs/originals/purge-originals-job.ts';
import { requireRoom } from '../../platform/quotas/require-room.ts';
import { recordDeletedDataset } from '../../platform/webhook-events/note-deleted-dataset.ts';
import { checkTemplate } from './check-template.ts';
import { datasetsOf } from './dataset-repository.ts';

/** The datasets of the organization in X-Organization-Id. */
export function datasetRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const { quotas } = dependencies.settings;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keepers: true });
  const reader = inOrganization(dependencies, {
    keys: 'documents:read',
    guests: true,
    keepers: true,
  });

  routes.get(
    '/datasets',
    reader,
    lateReads(database),
    describeRoute('listDatasets', 'List the datasets', { returns: datasetListSchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasets = await c.var.reads.read(organizationId, (tx) =>
        datasetsOf(tx, organizationId).list(),
      );
      return c.json({ datasets: datasets.filter(({ id }) => mayUse(c, 'datasetIds', id)) });
    },
  );

  routes.post(
    '/datasets',
    member,
    allow('Editor', 'create datasets'),
    describeRoute('createDataset', 'Create a dataset', {
      body: createDatasetInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const input = await readBody(c, createDatasetInputSchema);
      checkTemplate(input.chunk_template);
      const id = await c.var.tenant(async (tx) => {
        await requireRoom(tx, { organizationId, quotas }, 'datasets', 1);
        const created = await datasetsOf(tx, organizationId).create(input);
        await auditOf(c, tx, 'dataset.created', ['dataset', created]);
        await keepResponse(c, tx, { id: created });
        return created;
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    '/datasets/:id',
    reader,
    describeRoute('getDataset', 'Get a dataset', {
      returns: datasetSchema,
      also: NOT_MODIFIED,
      headers: IF_NONE_MATCH,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const dataset = await database.read(organizationId, (tx) =>
        datasetsOf(tx, organizationId).find(id),
      );
      return sendEntity(c, dataset, 'dataset');
    },
  );

  routes.patch(
    '/datasets/:id',
    member,
    allow('Editor', 'change datasets'),
    allowManagers(),
    describeRoute('updateDataset', 'Change a dataset', {
      body: updateDatasetInputSchema,
      headers: IF_MATCH,
      errors: [412],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const input = await readBody(c, updateDatasetInputSchema);
      checkTemplate(input.chunk_template);
      await c.var.tenant(async (tx) => {
        const datasets = datasetsOf(tx, organizationId);
        requireMatch(c, await datasets.find(id, { changing: true }), 'dataset');
        const changes = await datasets.update(id, input);
        await auditOf(c, tx, 'dataset.updated', ['dataset', id]);
        if (changes?.keepsNoMore === true) {
          await datasets.noteUnneededOriginals(id);
          await purgeOriginalsLater(queue, tx, organizationId);
        }
        if (changes?.versionsChanged === true) {
          await expireVersionsJob.send(queue, { organizationId, datasetId: id }, { tx });
        }
        if (changes?.languageChanged === true) {
          await indexDocumentsJob.send(queue, { organizationId, datasetId: id }, { tx });
        }
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/datasets/:id',
    member,
    allow('Editor', 'delete datasets'),
    allowManagers(),
    describeRoute('deleteDataset', 'Delete a dataset', { headers: IF_MATCH, errors: [412] }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      await c.var.tenant(async (tx) => {
        const datasets = datasetsOf(tx, organizationId);
        requireMatch(c, await datasets.find(id, { changing: true }), 'dataset');
        if (!(await datasets.delete(id))) throw notFound('dataset');
        await auditOf(c, tx, 'dataset.deleted', ['dataset', id]);
        await recordDeletedDataset(tx, organizationId, id);
        await deleteDatasetJob.send(queue, { organizationId, datasetId: id }, { tx });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
