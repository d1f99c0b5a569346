import { afterAll, expect, test } from 'vitest';

import { createWorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { TaskAborted, TooSlow, WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import { createPageReader, type PageWorkers } from './page-reader.ts';

const pool = createWorkerPool({
  size: 1,
  idleMilliseconds: 10_000,
  heapMegabytes: 256,
  memoryMegabytes: 1024,
});
afterAll(() => pool.close());

const SOURCE = { organizationId: 'a', sourceId: 'b' };
const ALLOWANCE = { seconds: 60, secondsPerMegabyte: 0, megabytes: 512, megabytesPerMegabyte: 0 };
const signal = new AbortController().signal;
const pageOf = (html: string) => ({
  bytes: Buffer.from(html),
  url: 'https://example.com/docs/',
  charset: undefined,
  isNamedPage: true,
});
const reader = (
  workers: PageWorkers['workers'],
  allowance = ALLOWANCE,
  ended: AbortSignal = signal,
) => createPageReader({ workers, allowance }, SOURCE, ended);
const stopped = () => new WorkerFailure('the program that reads it stopped');
/** Workers that fail with these errors, one after the other. */
const failing = (...errors: Error[]): PageWorkers['workers'] => ({
  run: () => Promise.reject(errors.shift() ?? new Error('There are no more errors')),
});

test('pages are read in a worker, with their encoding', async () => {
  const read = reader(pool);
  const page = {
    ...pageOf(''),
    bytes: Buffer.from('<title>Caf\u00e9</title><body><p>Text <a href="x">x</a>', 'latin1'),
    charset: 'windows-1252',
  };
  expect(await read(page)).toMatchObject({
    kind: 'page',
    page: { title: 'Caf\u00e9', links: ['https://example.com/docs/x'] },
  });
  expect(await read({ ...pageOf('no page'), isNamedPage: false })).toEqual({ kind: 'none' });
});

test.runIf(process.platform === 'linux')(
  'a page that takes too long is ended, and others are read after it',
  async () => {
    const long = pageOf('<div><p>a</div>'.repeat(190_000));
    const read = reader(pool, { ...ALLOWANCE, seconds: 0.05 });
    expect(await read(long)).toEqual({ kind: 'unreadable' });
    expect(await reader(pool)(pageOf('<p>Text'))).toMatchObject({ kind: 'page' });
  },
);

test('a page whose worker was stopped is read once more, one that is too slow is not', async () => {
  const again = reader(failing(stopped(), new TooSlow(1000)));
  expect(await again(pageOf(''))).toEqual({ kind: 'unreadable' });
  const lost = reader(failing(stopped(), stopped()));
  await expect(lost(pageOf(''))).rejects.toMatchObject({ name: 'SourceError', code: 'server' });
  const cancelled = reader(failing(new TaskAborted()));
  await expect(cancelled(pageOf(''))).rejects.toMatchObject({ code: 'server' });
});
