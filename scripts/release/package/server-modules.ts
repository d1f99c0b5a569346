import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { plainModule } from './plain-module.ts';

/** Modules of JavaScript, keyed by their path in the package, and the packages that they import. */
export interface ServerModules {
  texts: Map<string, string>;
  packages: Set<string>;
}

/** The packages of this repository whose modules the server and its commands import. */
const OWN = ['shared', 'api', 'client'];

/** Returns the paths of their doors below the root, keyed by the names that they are imported by. */
async function doors(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of OWN) {
    const { name, exports } = JSON.parse(
      await readFile(path.join(root, folder, 'package.json'), 'utf8'),
    ) as { name: string; exports: Record<string, string> };
    for (const [door, file] of Object.entries(exports)) {
      found.set(path.posix.join(name, door), path.posix.join(folder, file));
    }
  }
  return found;
}

/**
 * Returns all modules that the entries import, start as threads or as processes, as JavaScript. The entries are
 * paths below the repository's root. Files that are no modules, such as JSON, are left out.
 */
export async function serverModules(entries: readonly string[]): Promise<ServerModules> {
  const files = await doors();
  const texts = new Map<string, string>();
  const packages = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const name = file.replace(/\.ts$/, '.js');
    if (texts.has(name) || !file.endsWith('.ts')) continue;
    const folder = path.posix.dirname(file);
    const source = await readFile(path.join(root, file), 'utf8');
    const plain = plainModule(file, source, (specifier) => {
      const target = files.get(specifier);
      return target === undefined ? undefined : path.posix.relative(folder, target);
    });
    texts.set(name, plain.text);
    for (const one of plain.packages) packages.add(one);
    pending.push(...plain.files.map((target) => path.posix.join(folder, target)));
  }
  return { texts, packages };
}
