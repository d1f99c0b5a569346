import type { Configuration } from '@rspack/core';

import { overrideFolder } from '../places.ts';

/**
 * Returns the build of a remote that its development server offers to other consoles: the production
 * build, unminified. A released shell does not provide React's JSX runtime for development.
 */
export function overrideOptions(release: Configuration): Configuration {
  const { output, optimization, name = 'remote', context = '' } = release;
  return {
    ...release,
    output: { ...output, path: overrideFolder(context, name) },
    optimization: { ...optimization, minimize: false },
    // Written to its folder, without the development server's client: it runs in other pages.
    devServer: false,
  };
}
