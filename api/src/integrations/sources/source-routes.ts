import { randomUUID } from 'node:crypto';

import { createdSchema } from '@carrel/shared/contract';
import {
  createSourceInputSchema,
  isOAuthKind,
  SOURCES_MAX,
  SOURCES_OF_ORGANIZATION_MAX,
  sourceListSchema,
  sourceSchema,
  updateSourceInputSchema,
  type SourcePlace,
  type UpdateSourceInput,
} from '@carrel/shared/contract/sources';
import { Hono } from 'hono';

import { datasetsOf } from '../../content/datasets/dataset-repository.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, allowManagers, inOrganization } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isFenced } from '../../platform/database/reach.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problems.ts';
import { deleteSourceJob } from './delete-source-job.ts';
import { loadKind } from './kinds-table.ts';
import { connectedKinds, offeredKinds, requireOffered } from './offered-kinds.ts';
import { runsOf } from './run-repository.ts';
import { startRun } from './runs/start-run.ts';
import { sourcesOf, type LockedSource } from './source-repository.ts';
import { sourceSecretsOf } from './source-secrets.ts';
import { objectPath } from './objects/object-path.ts';

const ALL = '/datasets/:id/sources';
const ONE = `${ALL}/:sourceId`;

export const sourceIdsOf = (c: ApiContext) => ({
  organizationId: c.get('organization').id,
  datasetId: readId(c, 'id', 'dataset'),
});

/** The sources of a dataset, for Editors and above. */
export function sourceRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const secrets = sourceSecretsOf(database, settings);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.get(
    ALL,
    member,
    allow('Editor', 'see sources'),
    allowManagers(),
    describeRoute('listSources', 'List the sources of a dataset', { returns: sourceListSchema }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sources = await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        return sourcesOf(tx, organizationId, datasetId).list();
      });
      return c.json({
        sources,
        kinds: offeredKinds(settings, organizationId),
        connects: connectedKinds(settings),
      });
    },
  );

  routes.post(
    ALL,
    member,
    allow('Editor', 'add sources'),
    allowManagers(),
    describeRoute('createSource', 'Add a source to a dataset', {
      body: createSourceInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const { secret, approve, ...input } = await readBody(c, createSourceInputSchema);
      requireOffered(settings, organizationId, input.place);
      const folder = folderOf(input.folder);
      const id = randomUUID();
      const sealed = secret === undefined ? null : await secrets.encrypt(id, secret);
      await c.var.tenant(async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const sources = sourcesOf(tx, organizationId, datasetId);
        const counted = await sources.count();
        if (counted.dataset >= SOURCES_MAX) {
          throw conflict(
            `A dataset has at most ${SOURCES_MAX} sources. Delete one that is not needed.`,
          );
        }
        if (counted.organization >= SOURCES_OF_ORGANIZATION_MAX) {
          throw conflict(
            `An organization has at most ${SOURCES_OF_ORGANIZATION_MAX} sources. Delete one that is not needed.`,
          );
        }
        const createdBy = c.get('account').id;
        await sources.create(
          id,
          { ...input, folder },
          { secret: sealed, approved: approve, createdBy },
        );
        // One that a person connects first runs once that is done.
        if (!isOAuthKind(input.place.kind) || sealed !== null) {
          await startRun(tx, queue, { organizationId, sourceId: id, startedBy: 'first' });
        }
        await auditOf(c, tx, 'source.created', ['source', id], { datasetId });
        await keepResponse(c, tx, { id });
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    ONE,
    member,
    allow('Editor', 'see sources'),
    allowManagers(),
    describeRoute('getSource', 'Get a source', { returns: sourceSchema }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const id = readId(c, 'sourceId', 'source');
      const source = await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        return sourcesOf(tx, organizationId, datasetId).find(id);
      });
      if (source === undefined) throw notFound('source');
      return c.json(source);
    },
  );

  routes.patch(
    ONE,
    member,
    allow('Editor', 'change sources'),
    allowManagers(),
    describeRoute('updateSource', 'Change a source', {
      body: updateSourceInputSchema,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const id = readId(c, 'sourceId', 'source');
      const { secret, ...changes } = await readBody(c, updateSourceInputSchema);
      const { place } = changes;
      if (place !== undefined) requireOffered(settings, organizationId, place);
      const sealed = secret === undefined ? undefined : await secrets.encrypt(id, secret ?? {});
      const goesTo = place === undefined ? undefined : await secretGoesTo(place);
      await c.var.tenant(async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const sources = sourcesOf(tx, organizationId, datasetId);
        const source = await sources.lock(id);
        if (source === undefined) throw notFound('source');
        if (place !== undefined && place.kind !== source.kind) {
          throw invalid([{ path: 'place', message: 'A source keeps its kind. Add another one.' }]);
        }
        if (goesTo !== undefined && source.secret !== null && sealed === undefined) {
          if (goesTo !== (await secretGoesTo(source.place))) {
            throw invalid([
              { path: 'secret', message: 'This is another host. Enter its password or token.' },
            ]);
          }
        }
        await sources.update(id, changes, sealed);
        if (plansAnew(changes)) {
          // A run goes on where its list was: of another place, or with other patterns.
          const isOpen = (await runsOf(tx, organizationId, id).cancel()) !== undefined;
          if (isOpen)
            await startRun(tx, queue, { organizationId, sourceId: id, startedBy: 'person' });
        }
        await auditOf(c, tx, 'source.updated', ['source', id], { datasetId });
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Editor', 'delete sources'),
    allowManagers(),
    describeRoute('deleteSource', 'Delete a source; its documents stay'),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const id = readId(c, 'sourceId', 'source');
      await c.var.tenant(async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const sources = sourcesOf(tx, organizationId, datasetId);
        if ((await sources.lock(id)) === undefined) throw notFound('source');
        await auditOf(c, tx, 'source.deleted', ['source', id], { datasetId });
        await sources.delete(id);
        await deleteSourceJob.sendMany(queue, tx, [{ organizationId, sourceId: id }]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** Sources name what is in a dataset. @throws {Problem} 404; 403 for who stands before its fence */
export async function requireDataset(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  const dataset = await datasetsOf(tx, organizationId).find(datasetId);
  if (dataset === undefined) throw notFound('dataset');
  if (isFenced(datasetId)) {
    throw forbidden(
      'Some documents of this dataset are for their groups only. Its Managers see its sources.',
    );
  }
}

/** Returns a source of a dataset that the caller may manage, locked. @throws {Problem} 403 or 404 */
export async function lockSource(
  tx: Queryable,
  { organizationId, datasetId }: ReturnType<typeof sourceIdsOf>,
  id: string,
): Promise<LockedSource> {
  await requireDataset(tx, organizationId, datasetId);
  const source = await sourcesOf(tx, organizationId, datasetId).lock(id);
  if (source === undefined) throw notFound('source');
  return source;
}

async function secretGoesTo(place: SourcePlace): Promise<string> {
  const kind = await loadKind(place.kind);
  return kind.secretGoesTo(place);
}

/** @throws {Problem} 422 */
function folderOf(folder: string): string {
  if (folder === '') return '';
  const found = objectPath(folder, 'x');
  if ('fault' in found) throw invalid([{ path: 'folder', message: found.fault }]);
  return found.path.slice(0, -'/x'.length);
}

/** Whether changes of a source need a new plan. */
const plansAnew = ({ place, include, exclude, size_max: sizeMax }: UpdateSourceInput): boolean =>
  [place, include, exclude, sizeMax].some((change) => change !== undefined);
