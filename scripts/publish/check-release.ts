import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { resolveRemotes, whyRefused } from '@carrel/shared/releases';
import type { RemoteRelease, ShellRelease } from '@carrel/shared/releases';
import { readRegistry } from './registry-file.ts';

/** Rejects where the shell of a console would not run a release, or would leave out something that it declares. */
export async function checkRelease(
  folder: string,
  name: string,
  release: RemoteRelease,
): Promise<void> {
  const file = path.join(folder, 'shell/release.json');
  const { provides } = JSON.parse(await readFile(file, 'utf8')) as ShellRelease;
  const refusal = whyRefused(release, provides);
  if (refusal !== undefined) {
    throw new Error(`${name} ${release.version} does not run on this console. ${refusal}`);
  }
  const { remotes } = await readRegistry(folder);
  const { problems } = resolveRemotes({ ...remotes, [name]: release });
  const own = problems.filter((problem) => problem.startsWith(`${name}.`));
  if (own.length > 0) throw new Error([`${name} cannot be registered:`, ...own].join('\n  '));
}
