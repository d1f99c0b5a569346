import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ApiKeyScope } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { EXIT } from '../exit-codes.ts';
import { runCli } from '../testing/run-cli.ts';
import type { Ended } from '../testing/run-cli.ts';

let library: ServedLibrary;
let folder: string;
let apiKey: string;
let datasetId: string;

beforeAll(async () => {
  library = await serveLibrary();
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  apiKey = await library.createKey(['documents:read', 'documents:write']);
  datasetId = await library.create('/datasets', { name: 'Handbook' });
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

/** Runs `carrel` with an API key, and without a session. */
const run = (args: readonly string[], key = apiKey): Promise<Ended> =>
  runCli(args, { XDG_CONFIG_HOME: folder, CARREL_SERVER: library.url, CARREL_API_KEY: key });

const keyWith = (scope: ApiKeyScope) => library.createKey([scope]);

describe('with an API key', () => {
  test('whoami says which key it is, and what it reads', async () => {
    const { code, output } = await run(['whoami']);
    expect([code, output]).toEqual([
      EXIT.done,
      `API key ...${apiKey.slice(-4)} at ${library.url}, which reads 1 dataset\n`,
    ]);
    expect(JSON.parse((await run(['whoami', '--json'])).output)).toEqual({
      server: library.url,
      api_key: { last_four: apiKey.slice(-4), datasets: [datasetId] },
    });
    const searching = await run(['whoami'], await keyWith('search'));
    expect(searching.output).toContain('which does not read documents');
  });

  test('datasets are listed', async () => {
    expect((await run(['datasets'])).output).toBe(`${datasetId}  Handbook\n`);
  });

  test('a folder is synced, and a second time there is nothing to do', async () => {
    const source = path.join(folder, 'library');
    await mkdir(source);
    await writeFile(path.join(source, 'a.md'), 'Alpha');
    const args = ['sync', source, 'Handbook', '--yes', '--json', '--wait'];
    const { code, output } = await run(args);
    expect(code).toBe(EXIT.done);
    expect(JSON.parse(output)).toMatchObject({
      receipt: { entries: [{ path: 'a.md', outcome: 'added' }] },
      failed: [],
    });
    expect((await run(args)).errors).toContain('Nothing to do');
  });

  test('a large zip is uploaded in parts', async () => {
    const zip = path.join(folder, 'large.zip');
    const content = Buffer.alloc(9 * 1024 * 1024, 'bytes');
    await writeFile(zip, buildZip([{ name: 'b.bin', content, method: 0 }]));
    const { code, output } = await run(['upload', zip, datasetId, '--yes', '--json']);
    expect(code).toBe(EXIT.done);
    expect(JSON.parse(output)).toMatchObject({
      receipt: { entries: [{ path: 'b.bin', outcome: 'added' }] },
    });
  });

  test('a wrong key, and one without the right, end with the code for it', async () => {
    const wrong = await run(['datasets'], 'carrel_key_wrong');
    expect([wrong.code, wrong.errors]).toEqual([EXIT.notAllowed, 'This API key is not valid.\n']);
    const searching = await run(['datasets'], await keyWith('search'));
    expect([searching.code, searching.errors]).toEqual([
      EXIT.notAllowed,
      'This API key lacks the scope documents:read.\n',
    ]);
  });

  test.each([
    ['login', /CARREL_API_KEY is set/u],
    ['logout', /CARREL_API_KEY is set/u],
    ['datasets --organization Readers', /of one organization/u],
  ])('%s is wrong usage', async (line, message) => {
    const { code, errors } = await run(line.split(' '));
    expect(code).toBe(EXIT.usage);
    expect(errors).toMatch(message);
  });
});
