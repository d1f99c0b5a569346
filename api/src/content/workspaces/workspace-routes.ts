import {
  createdSchema,
  createWorkspaceInputSchema,
  updateWorkspaceInputSchema,
  workspaceListSchema,
  workspaceSchema,
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
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { workspacesOf } from './workspace-repository.ts';

/** The workspaces of the organization in X-Organization-Id. */
export function workspaceRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keepers: true });
  const reader = inOrganization(dependencies, {
    keys: 'documents:read',
    guests: true,
    keepers: true,
  });

  routes.get(
    '/workspaces',
    reader,
    lateReads(database),
    describeRoute('listWorkspaces', 'List the workspaces', { returns: workspaceListSchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const workspaces = await c.var.reads.read(organizationId, (tx) =>
        workspacesOf(tx, organizationId).list(),
      );
      return c.json({ workspaces: workspaces.filter(({ id }) => mayUse(c, 'workspaceIds', id)) });
    },
  );

  routes.post(
    '/workspaces',
    member,
    allow('Editor', 'create workspaces'),
    describeRoute('createWorkspace', 'Create a workspace', {
      body: createWorkspaceInputSchema,
      returns: createdSchema,
      status: 201,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const input = await readBody(c, createWorkspaceInputSchema);
      const id = await c.var.tenant(async (tx) => {
        const created = await workspacesOf(tx, organizationId).create(input);
        await auditOf(c, tx, 'workspace.created', ['workspace', created]);
        await keepResponse(c, tx, { id: created });
        return created;
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    '/workspaces/:id',
    reader,
    describeRoute('getWorkspace', 'Get a workspace', {
      returns: workspaceSchema,
      also: NOT_MODIFIED,
      headers: IF_NONE_MATCH,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      const workspace = await database.read(organizationId, (tx) =>
        workspacesOf(tx, organizationId).find(id),
      );
      return sendEntity(c, workspace, 'workspace');
    },
  );

  routes.patch(
    '/workspaces/:id',
    member,
    allow('Editor', 'change workspaces'),
    allowManagers(),
    describeRoute('updateWorkspace', 'Change a workspace', {
      body: updateWorkspaceInputSchema,
      headers: IF_MATCH,
      errors: [412],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      const input = await readBody(c, updateWorkspaceInputSchema);
      await c.var.tenant(async (tx) => {
        const workspaces = workspacesOf(tx, organizationId);
        requireMatch(c, await workspaces.find(id, { changing: true }), 'workspace');
        await workspaces.update(id, input);
        await auditOf(c, tx, 'workspace.updated', ['workspace', id]);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/workspaces/:id',
    member,
    allow('Editor', 'delete workspaces'),
    allowManagers(),
    describeRoute('deleteWorkspace', 'Delete a workspace', { headers: IF_MATCH, errors: [412] }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'workspace');
      await c.var.tenant(async (tx) => {
        const workspaces = workspacesOf(tx, organizationId);
        requireMatch(c, await workspaces.find(id, { changing: true }), 'workspace');
        await workspaces.delete(id);
        await auditOf(c, tx, 'workspace.deleted', ['workspace', id]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
