import path from 'node:path';

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { commonOptions, consoleFolder, modeOf } from './common-options.ts';
import { FederationEsModulesPlugin } from './federation-runtime.ts';
import { kitChunks } from './kit-chunks.ts';
import { packageOf, SHARED_MODULES, versionOf } from './shared-dependencies.ts';
import { ShellReleasePlugin } from './shell-release-plugin.ts';

const routerKit = path.join(import.meta.dirname, 'kit/react-router-dom.ts');

/**
 * The host only provides, it does not consume: its own code and the shared modules import each other
 * directly. Consuming would put every import of the kit behind the loading of the kit itself.
 */
const provides = Object.fromEntries(
  SHARED_MODULES.map((module) => [
    module,
    { shareKey: module, singleton: true, version: versionOf(packageOf(module)) },
  ]),
);

/** The build of the shell. `context` is the folder of its package. */
export function defineShell(options: { context: string }): Configuration {
  const mode = modeOf();
  const common = commonOptions({ context: options.context, name: 'shell', mode });
  return {
    ...common,
    resolve: { ...common.resolve, alias: { 'react-router-dom$': routerKit } },
    entry: { main: './src/main.ts' },
    output: { ...common.output, path: path.join(consoleFolder(mode), 'shell') },
    optimization: { ...common.optimization, splitChunks: kitChunks() },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.sharing.ProvideSharedPlugin({ provides, enhanced: true }),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
      new FederationEsModulesPlugin(),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new ShellReleasePlugin(),
    ],
  };
}
