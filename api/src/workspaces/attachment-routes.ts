import type { Dataset } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganization } from '../access/in-organization.ts';
import { notFound } from '../http/problems.ts';
import { readId } from '../http/validate.ts';
import { workspacesOf } from './workspace-repository.ts';

const ONE = '/workspaces/:id/datasets/:datasetId';

/** Which datasets are attached to a workspace. */
export function attachmentRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get('/workspaces/:id/datasets', member, async (c) => {
    const { id: organizationId } = c.get('organization');
    const id = readId(c, 'id', 'workspace');
    const datasets = await database.tenant(organizationId, async (tx) => {
      if (!(await workspacesOf(tx, organizationId).exists(id))) throw notFound('workspace');
      return tx.query<Dataset>(
        `SELECT d.id, d.name, d.description, d.chunk_template, d.metadata_parameters
         FROM workspace_datasets w
         JOIN datasets d ON d.organization_id = w.organization_id AND d.id = w.dataset_id
         WHERE w.organization_id = $1 AND w.workspace_id = $2 ORDER BY d.created_at, d.id`,
        [organizationId, id],
      );
    });
    return c.json({ datasets });
  });

  routes.put(ONE, member, allow('Editor', 'attach datasets'), async (c) => {
    const { id: organizationId } = c.get('organization');
    const id = readId(c, 'id', 'workspace');
    const datasetId = readId(c, 'datasetId', 'dataset');
    await database.tenant(organizationId, async (tx) => {
      if (!(await workspacesOf(tx, organizationId).exists(id))) throw notFound('workspace');
      if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
      const attached = await tx.query(
        `INSERT INTO workspace_datasets (organization_id, workspace_id, dataset_id)
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING dataset_id`,
        [organizationId, id, datasetId],
      );
      if (attached.length === 0) return;
      await auditOf(c, tx, 'dataset.attached', ['workspace', id], { datasetId });
    });
    return c.body(null, 204);
  });

  routes.delete(ONE, member, allow('Editor', 'detach datasets'), async (c) => {
    const { id: organizationId } = c.get('organization');
    const id = readId(c, 'id', 'workspace');
    const datasetId = readId(c, 'datasetId', 'dataset');
    await database.tenant(organizationId, async (tx) => {
      if (!(await workspacesOf(tx, organizationId).exists(id))) throw notFound('workspace');
      if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
      const detached = await tx.query(
        `DELETE FROM workspace_datasets
         WHERE organization_id = $1 AND workspace_id = $2 AND dataset_id = $3 RETURNING dataset_id`,
        [organizationId, id, datasetId],
      );
      if (detached.length === 0) return;
      await auditOf(c, tx, 'dataset.detached', ['workspace', id], { datasetId });
    });
    return c.body(null, 204);
  });

  return routes;
}
