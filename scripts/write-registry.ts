import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { REMOTES } from './built-state.ts';

/** Puts the releases of all remotes in a folder together as its `registry.json`. */
export async function writeRegistry(folder: string): Promise<void> {
  const releases = await Promise.all(
    REMOTES.map(async (name): Promise<[string, unknown]> => {
      const file = path.join(folder, 'remotes', name, 'release.json');
      return [name, JSON.parse(await readFile(file, 'utf8'))];
    }),
  );
  const registry = { remotes: Object.fromEntries(releases) };
  await writeFile(path.join(folder, 'registry.json'), `${JSON.stringify(registry, null, 2)}\n`);
}
