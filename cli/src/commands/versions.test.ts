import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '@carrel/client';
import { EXIT } from '../exit-codes.ts';
import { runCli } from '../testing/run-cli.ts';

let library: ServedLibrary;
let apiKey: string;

beforeAll(async () => {
  library = await serveLibrary();
  apiKey = await library.createKey();
});
afterAll(() => library.close());

const run = (...args: string[]) =>
  runCli(['versions', ...args], { CARREL_SERVER: library.url, CARREL_API_KEY: apiKey });

test('versions are listed, compared, restored and deleted', async () => {
  const carrel = new Carrel({ url: library.url, apiKey });
  const datasetId = await library.create('/datasets', { name: 'Handbook' });
  for (const text of ['Oil every year.', 'Oil every month.']) {
    await carrel.documents.put(datasetId, 'a.txt', text);
    await expect
      .poll(async () => (await carrel.archives.progress(datasetId)).dataset.waiting, {
        timeout: 30_000,
      })
      .toBe(0);
  }
  const listed = await run('Handbook', 'a.txt');
  expect(listed.output).toMatch(
    /^2 {2}\S+ {2}16 bytes {2}current\n1 {2}\S+ {2}15 bytes {2}stored\n$/,
  );
  expect((await run('Handbook', 'a.txt', '--compare', '1')).output).toBe(
    'Oil every\n[-year-]\n{+month+}\n.\n',
  );
  expect((await run('Handbook', 'a.txt', '--restore', '1')).code).toBe(EXIT.usage);
  expect(await run('Handbook', 'a.txt', '--restore', '1', '--yes')).toMatchObject({
    code: EXIT.done,
  });
  expect((await run('Handbook', 'a.txt', '--restore', 'x')).code).toBe(EXIT.usage);
  expect((await run('Handbook', 'a.txt', '--delete', '1')).code).toBe(EXIT.usage);
  expect((await run('Handbook', 'a.txt', '--delete', '1', '--compare', '1')).code).toBe(EXIT.usage);
  expect(await run('Handbook', 'a.txt', '--delete', '1', '--yes')).toMatchObject({
    code: EXIT.done,
  });
  expect((await run('Handbook', 'a.txt', '--delete', '1', '--yes')).code).toBe(EXIT.failed);
  expect((await run('Handbook')).code).toBe(EXIT.usage);
  expect((await run('Handbook', 'none.txt')).code).toBe(EXIT.failed);
});
