import { existsSync } from 'node:fs';
import path from 'node:path';

import { consoleFolder, REMOTES, sourceHashes, stagingFolder } from '../publish/built-state.ts';
import { readRegistry } from '../publish/registry-file.ts';
import { runRspack } from '../publish/run-rspack.ts';
import { runScript } from '../publish/run-script.ts';
import { storeHashes, readHashes } from '../publish/source-hashes.ts';

const PACKAGES = ['shell', ...REMOTES];
const STAGING = stagingFolder('.');

type Hashes = Record<string, string>;

/** What builds is loaded where something is built: a start that builds nothing begins without the compiler. */
const publishing = () => import('../publish/publish-remote.ts');

const pick = (hashes: Hashes, packages: readonly string[]): Hashes =>
  Object.fromEntries(Object.entries(hashes).filter(([name]) => packages.includes(name)));

/** Builds the packages that changed since their last build into their staging folders. */
async function buildChanged(hashes: Hashes, say: (line: string) => void): Promise<void> {
  const staged = await readHashes(STAGING);
  const changed = Object.keys(hashes).filter((name) => staged[name] !== hashes[name]);
  if (changed.length === 0) return;
  say(`Building ${changed.join(', ')} ...`);
  await Promise.all(changed.map(runRspack));
  await storeHashes(STAGING, pick(hashes, changed));
}

/** Builds one remote if it changed, and publishes it into a console's folder. */
export async function release(name: string, folder: string, say: (line: string) => void) {
  const hashes = await sourceHashes([name]);
  await buildChanged(hashes, say);
  const { publishRemote, readRelease } = await publishing();
  const { checkRelease } = await import('../publish/check-release.ts');
  await checkRelease(folder, name, await readRelease(stagingFolder(name)));
  const published = await publishRemote({ name, staged: stagingFolder(name), folder });
  await prerender(folder);
  await storeHashes(folder, hashes);
  return published;
}

/** Returns the packages that the built console lacks, for example after files were deleted. */
async function missingPackages(): Promise<string[]> {
  const { remotes } = await readRegistry(consoleFolder);
  const isMissing = (name: string) => {
    const home = name === 'shell' ? 'shell' : `remotes/${name}/${remotes[name]?.version ?? '-'}`;
    return !existsSync(path.join(consoleFolder, home, 'release.json'));
  };
  return PACKAGES.filter(isMissing);
}

async function publish(name: string, folder: string): Promise<void> {
  const staged = stagingFolder(name);
  if (name === 'shell') {
    const { publishShell } = await import('../publish/publish-shell.ts');
    await publishShell({ staged, folder });
  } else {
    const { publishRemote } = await publishing();
    await publishRemote({ name, staged, folder });
  }
}

async function prerender(folder: string): Promise<void> {
  const { prerenderScreens } = await import('./prerender.ts');
  await prerenderScreens(folder);
}

/** Builds what changed since the last build, and publishes all of it into an empty folder. */
export async function buildInto(folder: string, say: (line: string) => void): Promise<void> {
  await buildChanged(await sourceHashes(PACKAGES), say);
  for (const name of PACKAGES) await publish(name, folder);
  await prerender(folder);
}

/**
 * Builds the shell and the remotes whose sources changed since the last build, and publishes them
 * into the console's folder; a remote that was rolled back stays so until its sources change. `say`
 * is called with a line for each step. Rejects with the compiler's output where a build fails.
 */
export async function build(say: (line: string) => void): Promise<void> {
  const started = performance.now();
  const [hashes, published, missing] = await Promise.all([
    sourceHashes(PACKAGES),
    readHashes(consoleFolder),
    missingPackages(),
  ]);
  const wanted = PACKAGES.filter(
    (name) => published[name] !== hashes[name] || missing.includes(name),
  );
  if (wanted.length === 0) {
    say('The console is built already.');
    return;
  }
  await buildChanged(pick(hashes, wanted), say);
  await Promise.all(wanted.map((name) => publish(name, consoleFolder)));
  await prerender(consoleFolder);
  await storeHashes(consoleFolder, pick(hashes, wanted));
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) {
  await runScript(() => build((line) => process.stdout.write(`${line}\n`)));
}
