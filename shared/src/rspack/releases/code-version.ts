import { createHash } from 'node:crypto';

import type { Compilation } from '@rspack/core';

/** Files for tools, which depend on the folder of the build. */
const NOT_CODE = /\.map$|^mf-(?:manifest|stats)\.json$|^release\.json$/;

/**
 * Returns the name of a build: a hash of every file that it serves and of its description. Equal builds
 * have equal names.
 */
export function codeVersion(compilation: Compilation, description: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(description));
  const files = compilation
    .getAssets()
    .filter(({ name }) => !NOT_CODE.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, source } of files) {
    hash.update(`\n${name}\n`).update(source.buffer());
  }
  return hash.digest('hex').slice(0, 16);
}
