import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createArchiveChecker } from './archive-checker.ts';

const LIMITS = { maxEntries: 1000, maxUnpackedBytes: 1_000_000 };

let directory: string;
const storage = () => ({ kind: 'folder' as const, directory });

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-checker-'));
  // Opening it blocks until a writer opens it too, which never happens.
  execFileSync('mkfifo', [join(directory, 'endless')]);
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const UPLOAD_AGAIN = {
  status: 503,
  message: 'The archive could not be checked just now. Please upload it again in a moment.',
  retryAfterSeconds: 5,
};

test('an archive whose check times out is not refused: the response asks for another upload', async () => {
  const check = createArchiveChecker(storage(), LIMITS, { timeoutMilliseconds: 200 });
  await expect(check('endless')).rejects.toMatchObject(UPLOAD_AGAIN);
});

test('an archive whose bytes cannot be read is not refused either', async () => {
  const check = createArchiveChecker(storage(), LIMITS);
  await expect(check('absent')).rejects.toMatchObject(UPLOAD_AGAIN);
});

test('an archive whose check takes too much memory is refused, with the reason', async () => {
  const check = createArchiveChecker(storage(), LIMITS, { memoryMegabytes: 1 });
  await expect(check('endless')).rejects.toMatchObject({
    status: 422,
    message:
      'The archive was refused: reading its table of contents takes more memory than is allowed. Split it and upload the parts.',
  });
});

test.skipIf(process.platform !== 'linux')(
  'a check has normal priority, as a request waits for it',
  async () => {
    const check = createArchiveChecker(storage(), LIMITS, { timeoutMilliseconds: 200 });
    const checked = check('endless');
    const list = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
    const children = list.trim().split(' ').map(Number);
    expect(children).not.toEqual([]);
    expect(children.map((pid) => getPriority(pid))).toEqual(children.map(() => getPriority()));
    await expect(checked).rejects.toMatchObject(UPLOAD_AGAIN);
  },
);
