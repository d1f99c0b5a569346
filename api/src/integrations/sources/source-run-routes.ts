import { createdSchema } from '@carrel/shared/contract';
import {
  SOURCE_OBJECT_STATES,
  sourceObjectPageSchema,
  sourceRunPageSchema,
  startSourceRunInputSchema,
} from '@carrel/shared/contract/sources';
import { Hono } from 'hono';
import * as v from 'valibot';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, allowManagers, inOrganization } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { conflict, notFound } from '../../platform/http/problems.ts';
import {
  pathCursorSchema,
  readPathCursor,
  writePathCursor,
} from '../../content/documents/path-cursor.ts';
import { runsOf } from './run-repository.ts';
import { sourceRunJob } from './runs/source-run-job.ts';
import { startRun } from './runs/start-run.ts';
import { sourcesOf } from './source-repository.ts';
import { lockSource, requireDataset, sourceIdsOf } from './source-routes.ts';

const ONE = '/datasets/:id/sources/:sourceId';
const RUNS = `${ONE}/runs`;
const PAGE = 50;

const runsQuerySchema = v.object({
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, 'The cursor is not one that this server gave'),
      v.transform(Number),
    ),
  ),
});

const objectsQuerySchema = v.object({
  state: v.picklist(SOURCE_OBJECT_STATES, 'This state is not known'),
  cursor: v.optional(pathCursorSchema),
});

/** The runs of a source, for Editors and above. */
export function sourceRunRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.get(
    RUNS,
    member,
    allow('Editor', 'see sources'),
    allowManagers(),
    describeRoute('listSourceRuns', 'List the runs of a source', {
      query: runsQuerySchema,
      returns: sourceRunPageSchema,
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const id = readId(c, 'sourceId', 'source');
      const { cursor } = readQuery(c, runsQuerySchema);
      const runs = await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        if ((await sourcesOf(tx, organizationId, datasetId).find(id)) === undefined) {
          throw notFound('source');
        }
        return runsOf(tx, organizationId, id).list(cursor, PAGE + 1);
      });
      const page = runs.slice(0, PAGE);
      const last = page.at(-1);
      return c.json({
        runs: page,
        ...(runs.length > PAGE && last !== undefined && { next_cursor: String(last.number) }),
      });
    },
  );

  routes.post(
    RUNS,
    member,
    allow('Editor', 'run sources'),
    allowManagers(),
    limit(database, 'source-run', byAccount),
    describeRoute('startSourceRun', 'Run a source now', {
      body: startSourceRunInputSchema,
      returns: createdSchema,
      status: 202,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sourceId = readId(c, 'sourceId', 'source');
      const { everything } = await readBody(c, startSourceRunInputSchema);
      const id = await c.var.tenant(async (tx) => {
        await lockSource(tx, { organizationId, datasetId }, sourceId);
        const started = await startRun(tx, queue, {
          organizationId,
          sourceId,
          startedBy: 'person',
          everything,
        });
        if (started === undefined) throw conflict('The source is running already.');
        await auditOf(c, tx, 'source.run', ['source', sourceId], { datasetId });
        await keepResponse(c, tx, { id: started }, 202);
        return started;
      });
      return c.json({ id }, 202);
    },
  );

  routes.post(
    `${RUNS}/approve`,
    member,
    allow('Editor', 'approve plans of sources'),
    allowManagers(),
    describeRoute('approveSourceRun', 'Let the run that waits do what it plans', { errors: [409] }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sourceId = readId(c, 'sourceId', 'source');
      await c.var.tenant(async (tx) => {
        await lockSource(tx, { organizationId, datasetId }, sourceId);
        if (!(await runsOf(tx, organizationId, sourceId).approve())) {
          throw conflict('No run of the source waits any more.');
        }
        await auditOf(c, tx, 'source.approved', ['source', sourceId], { datasetId });
        await sourceRunJob.sendMany(queue, tx, [{ organizationId, sourceId }]);
      });
      return c.body(null, 204);
    },
  );

  routes.post(
    `${RUNS}/cancel`,
    member,
    allow('Editor', 'stop sources'),
    allowManagers(),
    describeRoute('cancelSourceRun', 'Stop the run of a source', { errors: [409] }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sourceId = readId(c, 'sourceId', 'source');
      await c.var.tenant(async (tx) => {
        await lockSource(tx, { organizationId, datasetId }, sourceId);
        if ((await runsOf(tx, organizationId, sourceId).cancel()) === undefined) {
          throw conflict('The source is not running any more.');
        }
        await auditOf(c, tx, 'source.cancelled', ['source', sourceId], { datasetId });
      });
      return c.body(null, 204);
    },
  );

  routes.get(
    `${ONE}/objects`,
    member,
    allow('Editor', 'see sources'),
    allowManagers(),
    describeRoute('listSourceObjects', 'List what a source plans or has done, by state', {
      query: objectsQuerySchema,
      returns: sourceObjectPageSchema,
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const id = readId(c, 'sourceId', 'source');
      const { state, cursor } = readQuery(c, objectsQuerySchema);
      const after = readPathCursor(cursor);
      const rows = await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        if ((await sourcesOf(tx, organizationId, datasetId).find(id)) === undefined) {
          throw notFound('source');
        }
        return runsOf(tx, organizationId, id).objects(state, after, PAGE + 1);
      });
      const page = rows.slice(0, PAGE);
      const last = page.at(-1);
      return c.json({
        objects: page.map(({ object }) => object),
        ...(rows.length > PAGE && last !== undefined && { next_cursor: writePathCursor(last.key) }),
      });
    },
  );

  return routes;
}
