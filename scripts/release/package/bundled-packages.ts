import { cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { readLockfile, type Lockfile } from './read-lockfile.ts';
import { shrinkwrap } from './shrinkwrap.ts';
import { isUnneeded } from './unneeded-files.ts';

/** Fields of a manifest by which npm would install or run what was left out. */
const OF_INSTALLATION = ['optionalDependencies', 'devDependencies', 'scripts', 'workspaces'];

interface Manifest extends Record<string, unknown> {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The versions that are installed of a package of this repository, without those of the repository. */
export function directDependencies(lockfile: Lockfile, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lockfile.importers[folder]?.dependencies ?? {})
      .filter(([name]) => !name.startsWith('@carrel/'))
      .map(([name, { version }]) => [name, version]),
  );
}

/** A package with a binary for one system, which npm chooses where it installs. */
function isNative(lockfile: Lockfile, name: string, version: string): boolean {
  const needed = lockfile.snapshots[`${name}@${version}`]?.optionalDependencies ?? {};
  return Object.entries(needed).some(
    ([part, own]) => lockfile.packages[`${part}@${own}`]?.cpu !== undefined,
  );
}

/** Returns the direct dependencies that are the same on every system, and so are part of the package. */
export function bundledDependencies(
  lockfile: Lockfile,
  direct: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(direct).filter(([name, version]) => !isNative(lockfile, name, version)),
  );
}

/** Returns the folders of installed packages, keyed by name and version, from those that a folder needs. */
async function installedFolders(names: readonly string[], folder: string) {
  const found = new Map<string, string>();
  const pending = names.map((name) => path.join(folder, 'node_modules', name));
  for (let link = pending.pop(); link !== undefined; link = pending.pop()) {
    const real = await realpath(link).catch(() => undefined);
    if (real === undefined) continue;
    const { name, version, dependencies = {} } = await readManifest(real);
    if (found.has(`${name}@${version}`)) continue;
    found.set(`${name}@${version}`, real);
    // pnpm keeps what a package needs beside it.
    const beside = path.join(real, ...name.split('/').map(() => '..'));
    pending.push(...Object.keys(dependencies).map((one) => path.join(beside, one)));
  }
  return found;
}

/**
 * Copies dependencies of a package of this repository, and what they need, into `node_modules` of a folder, at the
 * versions of the lockfile and without what the server does not load.
 */
export async function bundlePackages(
  target: string,
  folder: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<void> {
  const installed = await installedFolders(Object.keys(dependencies), path.join(root, folder));
  const entries = shrinkwrap(await readLockfile(), { ...dependencies });
  for (const [place, entry] of Object.entries(entries)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const source = installed.get(`${name}@${entry.version}`);
    if (source === undefined) {
      if (entry.optional === true) continue;
      throw new Error(`${name} ${entry.version} of the lockfile is not installed.`);
    }
    await copyPackage(name, source, path.join(target, place));
  }
}

async function copyPackage(name: string, source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await cp(source, target, {
    recursive: true,
    filter: (file) => {
      const relative = path.relative(source, file).replaceAll(path.sep, '/');
      return !/^node_modules(?:\/|$)/u.test(relative) && !isUnneeded(name, relative);
    },
  });
  const manifest = await readManifest(source);
  for (const field of OF_INSTALLATION) delete manifest[field];
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
