import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDocument } from '@carrel/api/src/integrations/openapi/create-document.ts';
import { createPipelineFixture, type PipelineFixture } from '../pipeline-fixture.ts';
import { readJson } from '../server-fixture.ts';

const run = promisify(execFile);
const ROOT = new URL('../', import.meta.url).pathname;

/** A program that someone could write. The two errors show that the types are not `any`. */
const CLIENT = `
import createClient from 'openapi-fetch';

import type { paths } from './api-types.ts';

export async function search(key: string, datasetId: string, fetch: (request: Request) => Promise<Response>) {
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    headers: { Authorization: \`Bearer \${key}\` },
    fetch,
  });
  const params = { path: { id: datasetId } };
  const { data, error } = await client.POST('/api/v1/datasets/{id}/search', {
    params,
    body: { query: 'gasket', limit: 5, mode: 'words' },
  });
  if (error !== undefined) throw new Error(error.message);
  // @ts-expect-error There is no such field.
  void data.results[0]?.document.nothing;
  // @ts-expect-error There is no such mode.
  const wrong: typeof client.POST<'/api/v1/datasets/{id}/search', { params: typeof params; body: { query: string; mode: 'other' } }> | undefined = undefined;
  void wrong;
  return data.results.map(({ document, score }) => ({ path: document.path, score: score.toFixed(1) }));
}
`;

let fixture: PipelineFixture;
let folder: string;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  folder = await mkdtemp(join(ROOT, 'node_modules/.generated-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fixture.close();
});

test('a client that is generated from the document compiles, and searches with an API key', async () => {
  const { server, owner, organizationId, datasetId } = fixture;
  const document = createDocument(server.app.routes);
  const types = astToString(
    await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }),
  );
  await writeFile(join(folder, 'api-types.ts'), types);
  await writeFile(join(folder, 'client.ts'), CLIENT);
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--allowImportingTsExtensions',
  ];
  const targets = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom'];
  const tsc = join(ROOT, '../node_modules/.bin/tsc');
  const compiled = await run(tsc, [...flags, ...targets, 'client.ts'], { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(compiled.stdout).toBe('');

  await fixture.uploadFiles({ 'parts.txt': 'Part AB-123/4 is a gasket of the engine.' });
  const created = await owner.call('POST', `/organizations/${organizationId}/api-keys`, {
    json: { name: 'Program', scopes: ['search'] },
  });
  const { key } = await readJson<{ key: string }>(created);
  const program = join(folder, 'client.mjs');
  await writeFile(program, stripTypeScriptTypes(CLIENT));
  const { search } = (await import(/* @vite-ignore */ pathToFileURL(program).href)) as {
    search: (
      key: string,
      datasetId: string,
      fetch: (request: Request) => Promise<Response>,
    ) => Promise<unknown>;
  };
  const found = await search(key, datasetId, async (request) => server.app.fetch(request));
  expect(found).toEqual([{ path: 'parts.txt', score: expect.any(String) as string }]);
});
