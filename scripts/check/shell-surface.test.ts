import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { SHELL_API_VERSION } from '@carrel/shared/contract';

const SHARED = path.resolve(import.meta.dirname, '../../shared');

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-surface-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the declarations of the shell's room, file by file, without comments. */
async function surface(): Promise<string> {
  const written = ['--noEmit', 'false', '--incremental', 'false', '--outDir', folder];
  const declared = ['--declaration', '--emitDeclarationOnly', '--removeComments', '--noCheck'];
  const args = ['-p', SHARED, '--rootDir', path.join(SHARED, 'src'), ...declared, ...written];
  const compiler = path.resolve(SHARED, '../node_modules/.bin/tsc');
  await promisify(execFile)(compiler, args, { timeout: 60_000 });
  const room = path.join(folder, 'shell');
  const files = (await readdir(room)).filter((file) => !file.includes('.test.')).toSorted();
  const texts = await Promise.all(
    files.map(async (file) => `// ${file}\n${await readFile(path.join(room, file), 'utf8')}`),
  );
  return texts.join('\n');
}

test('the API of the shell is that of its version; after a change, raise SHELL_API_VERSION and delete the earlier snapshot', async () => {
  await expect(await surface()).toMatchFileSnapshot(
    `../../shared/src/shell/surface-${SHELL_API_VERSION}.snap`,
  );
}, 90_000);
