import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { describeRegistryProblems } from '@carrel/shared/releases';
import type { Registry, RemoteRelease } from '@carrel/shared/releases';
import { precompress } from './precompress.ts';
import { registerRelease } from './register-release.ts';
import { editRegistry } from './registry-file.ts';

/** How many releases of a remote stay beside those that the registry names. */
const KEPT_RELEASES = 5;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Returns the release in a folder. Rejects where there is none, or none that is valid. */
export async function readRelease(folder: string): Promise<RemoteRelease> {
  const file = path.join(folder, 'release.json');
  const release = JSON.parse(await readFile(file, 'utf8')) as RemoteRelease;
  const problems = describeRegistryProblems({ remotes: { release } });
  if (problems.length > 0) throw new Error([`${file} cannot be used:`, ...problems].join('\n  '));
  return release;
}

/** Copies a release's files to their folder in one step, so that it is never visible incomplete. */
async function copyRelease(staged: string, target: string, compress: boolean): Promise<void> {
  if (await exists(target)) return;
  const aside = `${target}.${process.pid}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(path.dirname(target), { recursive: true });
  await cp(staged, aside, { recursive: true });
  if (compress) await precompress(aside);
  await rename(aside, target).catch(async (error: unknown) => {
    await rm(aside, { recursive: true, force: true });
    // Another process may have published the same release meanwhile.
    if (!(await exists(target))) throw error;
  });
}

function versionsInUse(registry: Registry, name: string): Set<string> {
  const remote = registry.remotes[name];
  const releases = [remote, remote?.previous, remote?.channel?.release];
  return new Set(releases.flatMap((release) => (release === undefined ? [] : [release.version])));
}

/** Deletes a remote's releases except the newest few and those in the registry. */
async function pruneReleases(folder: string, name: string, registry: Registry): Promise<void> {
  const home = path.join(folder, 'remotes', name);
  const inUse = versionsInUse(registry, name);
  const spare = (await readdir(home)).filter((version) => !inUse.has(version));
  const aged = await Promise.all(
    spare.map(async (version) => ({ version, at: (await stat(path.join(home, version))).mtimeMs })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(KEPT_RELEASES);
  await Promise.all(
    old.map(({ version }) => rm(path.join(home, version), { recursive: true, force: true })),
  );
}

export interface PublishOptions {
  name: string;
  /** Where the remote was built to. */
  staged: string;
  /** The console's folder to publish into. */
  folder: string;
  /** Whether to write the compressed copies that a server sends; false during development. */
  compress?: boolean;
}

/**
 * Publishes a built remote: copies its files to `remotes/<name>/<version>`, where they never change,
 * and makes it current in the registry. Returns the release, and whether anything changed.
 */
export async function publishRemote(
  options: PublishOptions,
): Promise<{ release: RemoteRelease; changed: boolean }> {
  const { name, staged, folder, compress = true } = options;
  const release = await readRelease(staged);
  await copyRelease(staged, path.join(folder, 'remotes', name, release.version), compress);
  let changed = false;
  const registry = await editRegistry(folder, (before) => {
    const after = registerRelease(before, name, release);
    changed = after !== before;
    return after;
  });
  await pruneReleases(folder, name, registry);
  return { release, changed };
}
