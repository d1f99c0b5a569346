import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';

test('docs/remotes.md names the version of the kit in its commands', async () => {
  const { version } = JSON.parse(
    await readFile(path.join(root, 'shared/package.json'), 'utf8'),
  ) as { version: string };
  const document = await readFile(path.join(root, 'docs/remotes.md'), 'utf8');
  const named = [...document.matchAll(/carrel-remote-kit-(\d+\.\d+\.\d+)\.tgz/g)];
  expect(named.map(([, each]) => each)).toEqual([version, version]);
});
