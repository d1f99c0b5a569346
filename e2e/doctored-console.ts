import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Registry } from '@carrel/shared/contract';

const BUILT = path.resolve(import.meta.dirname, '../dist/console');

/**
 * A copy of the built console in which the entry of one remote does something more. Its hash in the
 * registry is that of the changed file, as if it had been released so. To be deleted by the caller.
 */
export async function doctoredConsole(remote: string, code: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-doctored-'));
  await cp(BUILT, folder, { recursive: true });
  const registryFile = path.join(folder, 'registry.json');
  const registry = JSON.parse(await readFile(registryFile, 'utf8')) as Registry;
  const release = registry.remotes[remote];
  if (release === undefined) throw new Error(`${remote} is not in the registry.`);
  const entry = path.join(folder, release.entry);
  await appendFile(entry, `\n;${code}\n`);
  await Promise.all(['br', 'gz'].map((end) => rm(`${entry}.${end}`, { force: true })));
  const hash = createHash('sha384')
    .update(await readFile(entry))
    .digest('base64');
  release.integrity[release.entry] = `sha384-${hash}`;
  await writeFile(registryFile, JSON.stringify(registry));
  return folder;
}
