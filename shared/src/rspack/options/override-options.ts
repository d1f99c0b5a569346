import path from 'node:path';

import type { Configuration } from '@rspack/core';

/** Returns the folder of the release that a remote's development server offers. */
export const overrideFolder = (name: string) =>
  path.resolve(import.meta.dirname, '../../../../dist/override', name);

/**
 * Returns the build of a remote that its development server offers to other consoles: the production
 * build, unminified. A released shell does not provide React's JSX runtime for development.
 */
export function overrideOptions(release: Configuration): Configuration {
  const { output, optimization, name = 'remote' } = release;
  return {
    ...release,
    output: { ...output, path: overrideFolder(name) },
    optimization: { ...optimization, minimize: false },
    // Written to its folder, without the development server's client: it runs in other pages.
    devServer: false,
  };
}
