import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { listRemotes } from './list-remotes.ts';

test('each folder mf-* with a build is a remote, in order; one that lost its files is none', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'carrel-remotes-'));
  for (const name of ['mf-sales', 'mf-hello', 'shell']) {
    await mkdir(path.join(root, name));
    await writeFile(path.join(root, name, 'rspack.config.ts'), '');
  }
  await mkdir(path.join(root, 'mf-gone/node_modules'), { recursive: true });
  expect(listRemotes(root)).toEqual(['mf-hello', 'mf-sales']);
  await rm(root, { recursive: true });
});
