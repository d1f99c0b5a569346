import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { precompress } from './precompress.ts';

/** How many releases of the shell keep their files, which open pages still request. */
const KEPT_RELEASES = 5;

/** Files of the shell's releases, the newest first. */
type Releases = string[][];

const HASHED = /\.[0-9a-f]{16}\.[a-z0-9]+(?:\.map)?$/;
const COMPRESSED = /\.(?:br|gz)$/;

async function readReleases(file: string): Promise<Releases> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Releases;
  } catch {
    return [];
  }
}

/** Copies a file, unless it is there already and its name contains a hash. */
async function copyIfChanged(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  const known = HASHED.test(to) && target?.size === source.size;
  if (!known) await copyFile(from, to);
}

/**
 * Publishes the built shell into a console's folder. Files of the last few releases are kept beside
 * the new ones: their names contain a hash of their content.
 */
export async function publishShell(options: {
  staged: string;
  folder: string;
  compress?: boolean;
}): Promise<void> {
  const { staged, folder, compress = true } = options;
  const home = path.join(folder, 'shell');
  const list = path.join(home, '.releases.json');
  await mkdir(home, { recursive: true });
  const files = (await readdir(staged)).filter((file) => file !== 'release.json').sort();
  await Promise.all(
    files.map((file) => copyIfChanged(path.join(staged, file), path.join(home, file))),
  );
  if (compress) await precompress(home);
  // Last, and in one step: from here on pages reference the new files.
  await copyFile(path.join(staged, 'release.json'), path.join(home, 'release.json.new'));
  await rename(path.join(home, 'release.json.new'), path.join(home, 'release.json'));

  const before = await readReleases(list);
  const others = before.filter((release) => release.join() !== files.join());
  const kept = [files, ...others].slice(0, KEPT_RELEASES);
  await writeFile(list, JSON.stringify(kept));
  const wanted = new Set(['release.json', '.releases.json', ...kept.flat()]);
  const unwanted = (await readdir(home)).filter(
    (file) => !wanted.has(file.replace(COMPRESSED, '')),
  );
  await Promise.all(unwanted.map((file) => rm(path.join(home, file), { force: true })));
}
