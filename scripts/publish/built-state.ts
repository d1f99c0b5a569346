import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { listRemotes } from './list-remotes.ts';

/** The repository's folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The folder of the built console. */
export const consoleFolder = path.join(root, 'dist/console');

export const REMOTES = listRemotes(root);

/** Returns the folder of a package's last build, which is ready to be published. */
export const stagingFolder = (name: string) => path.join(root, 'dist/staging', name);

const NOT_SOURCE = /(?:^|\/)(?:node_modules|__snapshots__)(?:\/|$)|\.test\.tsx?$/;

async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !NOT_SOURCE.test(path.relative(folder, file)))
    .sort();
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/**
 * Returns hashes of everything that the builds of packages depend on, keyed by package: their own sources, the
 * shared ones, and the versions of all packages.
 */
export async function sourceHashes(packages: readonly string[]): Promise<Record<string, string>> {
  const shared = await Promise.all([
    hashFolder(path.join(root, 'shared/src')),
    readFile(path.join(root, 'shared/package.json'), 'utf8'),
    readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8'),
  ]);
  const hashOf = async (name: string) => {
    const own = await Promise.all([
      hashFolder(path.join(root, name, 'src')),
      readFile(path.join(root, name, 'rspack.config.ts'), 'utf8'),
    ]);
    const parts = [own[0], ...shared, own[1]];
    return [name, createHash('sha256').update(parts.join('\n')).digest('hex')] as const;
  };
  return Object.fromEntries(await Promise.all(packages.map(hashOf)));
}
