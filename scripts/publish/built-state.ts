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
 * Returns a hash of everything that the build of a package depends on: its own sources, the shared
 * ones, and the versions of all packages.
 */
export async function sourceHash(packageName: string): Promise<string> {
  const parts = await Promise.all([
    hashFolder(path.join(root, packageName, 'src')),
    hashFolder(path.join(root, 'shared/src')),
    readFile(path.join(root, 'shared/package.json'), 'utf8'),
    readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8'),
    readFile(path.join(root, packageName, 'rspack.config.ts'), 'utf8'),
  ]);
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
