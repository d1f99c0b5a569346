import { existsSync } from 'node:fs';
import path from 'node:path';

import { checkRelease } from '../../publish/check-release.ts';
import { publishRemote, readRelease } from '../../publish/publish-remote.ts';
import { editRegistry } from '../../publish/registry-file.ts';
import { rollBack } from '../../publish/register-release.ts';

/** Returns a console's folder. Throws where it is none. */
export function consoleAt(folder: string | undefined): string {
  if (folder === undefined) throw new Error('Name the folder of the console: --to <folder>.');
  const absolute = path.resolve(folder);
  if (!existsSync(path.join(absolute, 'shell/release.json'))) {
    throw new Error(`${absolute} holds no built console.`);
  }
  return absolute;
}

/** Registers the release in a folder with a console. Returns the sentence to print. */
export async function registerFolder(staged: string, folder: string): Promise<string> {
  const release = await readRelease(staged).catch(() => undefined);
  const name = /^\/remotes\/([^/]+)\//.exec(release?.entry ?? '')?.[1];
  if (release === undefined || name === undefined) {
    throw new Error(`${staged} holds no release. Make one with "carrel-remote release".`);
  }
  await checkRelease(folder, name, release);
  const { changed } = await publishRemote({ name, staged, folder });
  return changed
    ? `Released ${name} ${release.version}.`
    : `Nothing changed: ${name} ${release.version} is current already.`;
}

/** Makes the release before the current one of a remote current again. Returns the sentence to print. */
export async function rollBackIn(folder: string, name: string | undefined): Promise<string> {
  if (name === undefined) throw new Error('Name the remote to roll back.');
  let before: string | undefined;
  const { remotes } = await editRegistry(folder, (registry) => {
    before = registry.remotes[name]?.version;
    return rollBack(registry, name);
  });
  return `Took back ${name} ${before}; ${remotes[name]?.version} is current again.`;
}
