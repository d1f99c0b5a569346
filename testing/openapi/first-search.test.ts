import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../api-key.ts';
import { createPipelineFixture, type PipelineFixture } from '../pipeline-fixture.ts';
import { listenFor, type TestSocketServer } from '../servers/upload-socket.ts';

const run = promisify(execFile);

const shell = async (...lines: (string | undefined)[]) =>
  (await run('bash', ['-ec', lines.join('\n')])).stdout;

let fixture: PipelineFixture;
let server: TestSocketServer;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  server = await listenFor(fixture);
});
afterAll(async () => {
  await server.close();
  await fixture.close();
});

test('the five commands of docs/api.md search, with the scopes that it names', async () => {
  const text = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, scopes = ''] = /with the scopes ([^.]+)\. Then/.exec(text) ?? [];
  const named = [...scopes.matchAll(/`([^`]+)`/g)].map(([, scope = '']) => scope);
  const key = await createApiKey(fixture.owner, fixture.organizationId, {
    scopes: named as ('search' | 'documents:read' | 'documents:write')[],
  });
  const blocks = [...text.matchAll(/^ {3}```sh\n(.*?)^ {3}```$/gms)].map(([, block = '']) => block);
  expect(blocks.length).toBe(5);
  const [first = '', find, write, list, search] = blocks;
  const set = first
    .replace('carrel_key_...', key)
    .replace('http://localhost:3000', `http://127.0.0.1:${server.port}`);
  await shell(set, find, write);
  await fixture.waitUntilProcessed();
  expect(await shell(set, find, list)).toContain('warranty.txt');
  expect(await shell(set, find, search)).toContain('The warranty of the kettle lasts two years.');
});
