import { randomUUID } from 'node:crypto';

import { expect, test, vi } from 'vitest';

import { createLog } from '../../../platform/log.ts';
import { TooMuchMemory, TooSlow, WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import { chunk } from './stages.ts';

const document = {
  id: randomUUID(),
  organizationId: randomUUID(),
  name: 'a.txt',
  path: 'a.txt',
  location: { dataOffset: 0, compressedSize: 1, size: 1, method: 0, crc32: 0 },
  chunking: { settings: { size: 1200, overlap: 150 }, metadata: {} },
  share: 1,
};

/** Chunks with workers that fail; returns how often they were asked, and why the document fails. */
async function failWith(failure: WorkerFailure): Promise<{ tries: number; reason: unknown }> {
  const run = vi.fn<() => Promise<never>>(() => Promise.reject(failure));
  const processing = {
    workers: { run, close: () => undefined },
    log: createLog(() => undefined),
    allowance: { seconds: 1, secondsPerMegabyte: 0, megabytes: 1, megabytesPerMegabyte: 0 },
  };
  const reason = await chunk(processing as never, document as never, [], undefined).catch(
    (error: unknown) => (error as Error).message,
  );
  return { tries: run.mock.calls.length, reason };
}

test('a document that takes too much time or memory fails after one try, with a sentence', async () => {
  expect(await failWith(new TooSlow(7000))).toEqual({
    tries: 1,
    reason:
      'Reading this file took longer than 7 seconds, the most that is allowed for its size. Split it, or export it anew, and upload it again.',
  });
  expect(await failWith(new TooMuchMemory('it needs more memory than is allowed'))).toEqual({
    tries: 1,
    reason:
      'Reading this file takes more memory than is allowed for its size. Split it, or export it anew, and upload it again.',
  });
});

test('a document over which the worker dies is tried three times', async () => {
  expect((await failWith(new WorkerFailure('the program stopped'))).tries).toBe(3);
});
