import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { commonOptions, modeOf, stagingFolder } from './common-options.ts';
import { hostPlugins, hostResolve } from './host-plugins.ts';
import { kitChunks } from './kit-chunks.ts';
import { ShellReleasePlugin } from './shell-release-plugin.ts';
import type { ShellScreens } from './shell-release-plugin.ts';

/** What the shell says of itself in its `rspack.config.ts`. */
export interface ShellOptions extends ShellScreens {
  /** The folder of its package: `import.meta.dirname`. */
  context: string;
}

/** The build of the shell. */
export function defineShell({ context, reads, routes }: ShellOptions): Configuration {
  const mode = modeOf();
  const common = commonOptions({ context, name: 'shell', mode });
  return {
    ...common,
    resolve: { ...common.resolve, ...hostResolve(mode) },
    entry: { main: './src/main.ts', standalone: './src/standalone.ts' },
    output: { ...common.output, path: stagingFolder('shell', mode) },
    optimization: { ...common.optimization, splitChunks: kitChunks() },
    plugins: [
      ...(common.plugins ?? []),
      ...hostPlugins(),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new ShellReleasePlugin({ reads, routes }),
    ],
  };
}
