import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Mode } from './mode.ts';

/** The folder of this package: `shared` in its repository, `@carrel/remote-kit` where a remote has a repository of its own. */
export const ownFolder = path.resolve(import.meta.dirname, '../..');

/** The repository of the console; undefined where this is the kit. */
const repository = existsSync(path.join(ownFolder, '../shell/rspack.config.ts'))
  ? path.dirname(ownFolder)
  : undefined;

/** The folder of the built console; undefined where this is the kit. */
export const builtConsole = repository && path.join(repository, 'dist/console');

/** Returns the folder that a package is built into, and published from. */
export function stagingFolder(context: string, name: string, mode: Mode): string {
  const suffix = mode === 'production' ? '' : '-dev';
  return repository === undefined
    ? path.join(context, `dist/release${suffix}`)
    : path.join(repository, `dist/staging${suffix}`, name);
}

/** Returns the folder of the release that a remote's development server offers. */
export const overrideFolder = (context: string, name: string): string =>
  repository === undefined
    ? path.join(context, 'dist/override')
    : path.join(repository, 'dist/override', name);

/** Returns the folder of a remote's own page. */
export const fastRefreshFolder = (context: string): string =>
  path.join(repository ?? context, 'dist/fast-refresh');

/** The shell around one remote, for its own page. */
export const fastRefreshEntry =
  repository === undefined
    ? path.join(ownFolder, 'shell/src/fast-refresh.js')
    : path.join(repository, 'shell/src/fast-refresh.tsx');

/** Returns a module of this package, which the kit has compiled. */
export function ownModule(file: string): string {
  const source = path.join(ownFolder, 'src', `${file}.ts`);
  return existsSync(source) ? source : path.join(ownFolder, 'src', `${file}.js`);
}

/** Returns the folder of a package that this one depends on, beside it or in a folder above. */
export function installedFolder(name: string): string {
  for (let folder = ownFolder; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(found)) return found;
    if (folder === path.dirname(folder)) throw new Error(`${name} is not installed.`);
  }
}
