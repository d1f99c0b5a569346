import { DOCUMENT_PAGE_LIMIT_MAX, documentListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'valibot';

import type { ServerProcess } from './servers/server.ts';

/** Returns a function that tells the id of a document of a small dataset by its path. */
export async function documentIds(
  request: APIRequestContext,
  server: ServerProcess,
  { datasetId, organizationId }: { datasetId: string; organizationId: string },
): Promise<(path: string) => string> {
  const response = await request.get(
    `${server.url}/${apiPaths.documents(datasetId, { limit: DOCUMENT_PAGE_LIMIT_MAX })}`,
    { headers: { 'X-Organization-Id': organizationId } },
  );
  const { documents } = parse(documentListSchema, await response.json());
  const ids = new Map(documents.map(({ path, id }) => [path, id]));
  return (path) => {
    expect([...ids.keys()]).toContain(path);
    return ids.get(path) ?? '';
  };
}
