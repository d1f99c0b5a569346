import path from 'node:path';

import type { Configuration } from '@rspack/core';

/** Where the development server of a remote finds the release that it offers. */
export const overrideFolder = (name: string) =>
  path.resolve(import.meta.dirname, '../../../../dist/override', name);

/**
 * A remote's own build as its development server offers it to other consoles: as it will be released,
 * but for being readable. A released shell has no development build of React's JSX for it.
 */
export function overrideOptions(release: Configuration): Configuration {
  const { output, optimization, name = 'remote' } = release;
  return {
    ...release,
    output: { ...output, path: overrideFolder(name) },
    optimization: { ...optimization, minimize: false },
    // Written to its folder, with nothing of the development server in it: it runs in other pages.
    devServer: false,
  };
}
