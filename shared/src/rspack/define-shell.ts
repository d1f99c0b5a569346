import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { modeOf } from './mode.ts';
import { commonOptions } from './options/common-options.ts';
import { stagingFolder } from './places.ts';
import { hostPlugins, hostResolve } from './federation/host-plugins.ts';
import { vendorChunks } from './federation/vendor-chunks.ts';
import { ShellReleasePlugin } from './releases/shell-release-plugin.ts';
import type { ShellScreens } from './releases/shell-release-plugin.ts';

/** What the shell declares in its `rspack.config.ts`. */
export interface ShellOptions extends ShellScreens {
  /** The folder of its package: `import.meta.dirname`. */
  context: string;
}

/** Returns the build of the shell. */
export function defineShell({ context, reads, routes }: ShellOptions): Configuration {
  const mode = modeOf();
  const common = commonOptions({ context, name: 'shell', mode });
  return {
    ...common,
    resolve: { ...common.resolve, ...hostResolve(mode) },
    entry: { main: './src/main.ts', standalone: './src/standalone.ts' },
    output: { ...common.output, path: stagingFolder(context, 'shell', mode) },
    optimization: { ...common.optimization, splitChunks: vendorChunks() },
    plugins: [
      ...(common.plugins ?? []),
      ...hostPlugins(),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new ShellReleasePlugin({ reads, routes }),
    ],
  };
}
