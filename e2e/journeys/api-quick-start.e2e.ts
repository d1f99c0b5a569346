import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../docs/api.md');

test('the five commands of docs/api.md find a document', async ({ browser }) => {
  const server = await ServerProcess.start();

  try {
    const { request } = await signUp(browser, server, personNamed('Newcomer'));
    const fixture = await DatasetFixture.create(request, server);
    await fixture.createDataset('Handbook');
    const keys = `${server.url}/${apiPaths.apiKeys(fixture.organizationId)}`;
    const scopes = ['search', 'documents:read', 'documents:write'];
    const created = await request.post(keys, { data: { name: 'First', scopes } });
    const { key } = (await created.json()) as { key: string };

    const text = await readFile(DOCUMENT, 'utf8');
    const commands = [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, command = '']) =>
      command.trim().replace('carrel_key_...', key).replace('http://localhost:3000', server.url),
    );
    expect(commands).toHaveLength(5);
    const run = async (count: number) => {
      const script = ['set -e', ...commands.slice(0, count)].join('\n');
      return (await promisify(execFile)('sh', ['-c', script])).stdout;
    };
    await expect
      .poll(() => run(4))
      .toMatch(/"path":"warranty.txt".*"status":"(?:chunked|embedded)"/);
    expect(await run(5)).toContain('"text":"The warranty of the kettle lasts two years."');
  } finally {
    await server.stop();
  }
});
