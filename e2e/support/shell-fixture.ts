import { readFile } from 'node:fs/promises';

import { createdSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'valibot';

import { LIBRARY } from './journey.ts';
import type { ServerProcess } from './server.ts';

/** An organization with something in it. */
export interface ShellWorld {
  organizationId: string;
  workspaceId: string;
  datasetId: string;
}

/**
 * Gives whoever `request` is signed in as an organization, a workspace, two datasets and, unless they
 * are to stay empty, an archive.
 */
export async function seed(
  request: APIRequestContext,
  server: ServerProcess,
  name: string,
  { filled = true }: { filled?: boolean } = {},
): Promise<ShellWorld> {
  const create = async (path: string, data: object, headers = {}) => {
    const answer = await request.post(`${server.url}/${path}`, { data, headers });
    return parse(createdSchema, await answer.json()).id;
  };
  const organizationId = await create(apiPaths.organizations(), { name });
  const headers = { 'X-Organization-Id': organizationId };
  const workspaceId = await create(apiPaths.workspaces(), { name: 'Research' }, headers);
  await create(apiPaths.datasets(), { name: 'Minutes' }, headers);
  const datasetId = await create(apiPaths.datasets(), { name: 'Manuals' }, headers);
  if (!filled) return { organizationId, workspaceId, datasetId };
  const options = { sync: true, delete_orphans: false, purge_on_completion: true };
  const uploaded = await request.post(
    `${server.url}/${apiPaths.archiveUpload(datasetId, options)}`,
    {
      data: await readFile(LIBRARY),
      headers: { ...headers, 'Content-Type': 'application/zip', 'X-Filename': 'library.zip' },
    },
  );
  expect(uploaded.status()).toBe(201);
  return { organizationId, workspaceId, datasetId };
}
