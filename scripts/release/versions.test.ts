import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { VERSION } from '@carrel/api/version';
import { expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';
import { releaseVersion, versionFaults, writeVersion } from './versions.ts';

/** Returns nothing where this is no repository, or git fails. */
function git(...options: string[]): string {
  try {
    return execFileSync('git', options, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}

test('all packages have the version of package.json, and CHANGELOG.md begins with it', async () => {
  expect(await versionFaults()).toEqual([]);
  expect(VERSION).toBe(await releaseVersion());
});

test('a version has changes that people notice, not the words that it was made with', async () => {
  const changes = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  for (const entry of changes.split(/^## /mu).slice(1)) expect(entry).toMatch(/^- \S/mu);
  expect(changes).not.toContain('What people notice, a line for each change.');
});

test('a version that was released as a tag is not the version of other sources', async () => {
  const tag = `v${await releaseVersion()}`;
  const tagged = git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
  expect(['', git('rev-parse', 'HEAD')], `${tag} is released: pnpm run new-version`).toContain(
    tagged,
  );
});

test.each(['1.0', 'v2.0.0', '0.9.0', '1.0.0'])('%s is not taken for a new version', async (one) => {
  await expect(writeVersion(one)).rejects.toThrow(/is no version|is not later/);
});
