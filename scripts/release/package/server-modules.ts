import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { plainModule } from './plain-module.ts';

/** Modules of JavaScript, keyed by their path in the package, and the packages that they import. */
export interface ServerModules {
  texts: Map<string, string>;
  packages: Set<string>;
}

const SHARED = '@carrel/shared/';

/** Returns the paths of the rooms of shared below the root, keyed by the names that they are imported by. */
async function rooms(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(
    await readFile(path.join(root, 'shared/package.json'), 'utf8'),
  ) as { exports: Record<string, string> };
  return new Map(
    Object.entries(exports).map(([name, file]) => [
      SHARED + name.replace('./', ''),
      path.posix.join('shared', file),
    ]),
  );
}

/**
 * Returns all modules that the entries import, start as threads or as processes, as JavaScript. The entries are
 * paths below the repository's root. Files that are no modules, such as JSON, are left out.
 */
export async function serverModules(entries: readonly string[]): Promise<ServerModules> {
  const roomFiles = await rooms();
  const texts = new Map<string, string>();
  const packages = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const name = file.replace(/\.ts$/, '.js');
    if (texts.has(name) || !file.endsWith('.ts')) continue;
    const folder = path.posix.dirname(file);
    const source = await readFile(path.join(root, file), 'utf8');
    const plain = plainModule(file, source, (specifier) => {
      const room = roomFiles.get(specifier);
      return room === undefined ? undefined : path.posix.relative(folder, room);
    });
    texts.set(name, plain.text);
    for (const one of plain.packages) packages.add(one);
    pending.push(...plain.files.map((target) => path.posix.join(folder, target)));
  }
  return { texts, packages };
}
