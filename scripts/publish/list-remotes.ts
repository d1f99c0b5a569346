import { globSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the names of the remotes in a repository: its folders `mf-*` with a build. This is the only list of
 * them, so that a new remote changes nothing outside of its folder.
 */
export function listRemotes(root: string): string[] {
  return globSync('mf-*/rspack.config.ts', { cwd: root })
    .map((file) => path.dirname(file))
    .toSorted();
}
