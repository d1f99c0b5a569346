import { readFile } from 'node:fs/promises';

import { createdSchema, documentListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'valibot';

import { PROCESSING_MS, TEAM_LIBRARY } from './journey.ts';
import type { ServerProcess } from './servers/server.ts';

/** Ids of a seeded organization. */
export interface ShellFixture {
  organizationId: string;
  workspaceId: string;
  datasetId: string;
}

/**
 * Creates an organization for the user that `request` is signed in as, with a workspace, two datasets
 * and, unless `filled` is false, an archive.
 */
export async function seed(
  request: APIRequestContext,
  server: ServerProcess,
  name: string,
  { filled = true }: { filled?: boolean } = {},
): Promise<ShellFixture> {
  const create = async (path: string, data: object, headers = {}) => {
    const response = await request.post(`${server.url}/${path}`, { data, headers });
    return parse(createdSchema, await response.json()).id;
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
      data: await readFile(TEAM_LIBRARY),
      headers: { ...headers, 'Content-Type': 'application/zip', 'X-Filename': 'library.zip' },
    },
  );
  expect(uploaded.status()).toBe(201);
  return { organizationId, workspaceId, datasetId };
}

/** Documents of the archive. */
const DOCUMENTS = 22;

/** Waits until all documents of a seeded archive are processed: until then, screens change by themselves. */
export async function waitForDocuments(
  request: APIRequestContext,
  server: ServerProcess,
  { datasetId, organizationId }: ShellFixture,
): Promise<void> {
  const url = `${server.url}/${apiPaths.documents(datasetId, { limit: 1 })}`;
  const headers = { 'X-Organization-Id': organizationId };
  await expect
    .poll(
      async () => {
        const response = await request.get(url, { headers });
        const { status_counts: counts } = parse(documentListSchema, await response.json());
        return counts.embedded + counts.partitioning_error;
      },
      // A busy machine starts its workers slowly.
      { timeout: PROCESSING_MS },
    )
    .toBe(DOCUMENTS);
}
