import { createdFolderSchema, createFolderInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { conflict, invalid, notFound } from '../../../platform/http/problems.ts';
import { usedPaths } from '../../../processing/jobs/move/free-paths.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';
import { madeFoldersOf } from './made-folders.ts';
import { readFolder, requireFolders } from './move-target.ts';
import { similarPaths } from './similar-paths.ts';

/** Folders that people make, which are there without documents. */
export function folderRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/datasets/:id/folders',
    inOrganization(dependencies),
    allow('Editor', 'create folders'),
    describeRoute('createFolder', 'Create a folder', {
      body: createFolderInputSchema,
      returns: createdFolderSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { path: typed } = await readBody(c, createFolderInputSchema);
      const path = readFolder(typed, 'path');
      if (path === '') throw invalid([{ path: 'path', message: 'The path names no folder.' }]);
      const place = { organizationId, datasetId };
      await c.var.tenant(async (tx) => {
        if (!(await lockDataset(tx, organizationId, datasetId))) throw notFound('dataset');
        await requireFolders(tx, place, { to: path, folders: new Map() });
        const isThere = (await usedPaths(tx, place, { folders: [path] })).folders.has(path);
        const [similar] = await similarPaths(tx, place, [{ from: '', to: path }]);
        const taken = isThere ? path : similar?.existing;
        if (taken !== undefined) throw conflict(`There is ${taken} already.`);
        await madeFoldersOf(tx, place).make(path);
        await auditOf(c, tx, 'folder.created', ['dataset', datasetId], { folder: path });
        await keepResponse(c, tx, { path });
      });
      return c.json({ path }, 201);
    },
  );

  return routes;
}
