import { attachedDatasetsSchema, type AttachedDatasets } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganization, mayAct } from '../../platform/access/authenticate.ts';
import { requireEditor } from '../../platform/access/object-access.ts';
import { isGuestHere } from '../../platform/database/reach.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { workspacesOf } from './workspace-repository.ts';

const ONE = '/workspaces/:id/datasets/:datasetId';

/** The datasets that are attached to a workspace. */
export function attachmentRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const member = inOrganization(dependencies);
  const reader = inOrganization(dependencies, { keys: 'documents:read', guests: true });
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/workspaces/:id/datasets',
    reader,
    lateReads(database),
    describeRoute('listAttachedDatasets', 'List the datasets of a workspace', {
      returns: attachedDatasetsSchema,
    }),
    async (c) => {
      const { id: organizationId, role } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      const attached = await c.var.reads.read(organizationId, async (tx) => {
        const workspaces = workspacesOf(tx, organizationId);
        if (!(await workspaces.exists(id))) throw notFound('workspace');
        const datasets = await datasetsOf(tx, organizationId).listAttached(id);
        // Who attaches datasets may know how many others there are. A guest knows of nothing else.
        const leftOut = isGuestHere()
          ? 0
          : await workspaces.countLeftOut(id, mayAct(role, 'Editor'));
        return { datasets, ...(leftOut > 0 && { left_out: leftOut }) };
      });
      return c.json(attached satisfies AttachedDatasets);
    },
  );

  routes.put(
    ONE,
    member,
    allow('Editor', 'attach datasets'),
    describeRoute('attachDataset', 'Attach a dataset to a workspace'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      const datasetId = readId(c, 'datasetId', 'dataset');
      await c.var.tenant(async (tx) => {
        const workspaces = workspacesOf(tx, organizationId);
        if (!(await workspaces.exists(id))) throw notFound('workspace');
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        // The keys of a workspace reach what is attached to it.
        requireEditor(datasetId, 'attach it');
        if (!(await workspaces.attach(id, datasetId))) return;
        await auditOf(c, tx, 'dataset.attached', ['workspace', id], { datasetId });
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Editor', 'detach datasets'),
    describeRoute('detachDataset', 'Detach a dataset from a workspace'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      const datasetId = readId(c, 'datasetId', 'dataset');
      await c.var.tenant(async (tx) => {
        const workspaces = workspacesOf(tx, organizationId);
        if (!(await workspaces.exists(id))) throw notFound('workspace');
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        if (!(await workspaces.detach(id, datasetId))) return;
        await auditOf(c, tx, 'dataset.detached', ['workspace', id], { datasetId });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
