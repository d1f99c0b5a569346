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

/** The host provides every shared module, as chunks that are fetched with its own code. */
const provided = Object.fromEntries(
  SHARED_MODULES.map((module) => {
    const packageName = packageOf(module);
    return [
      module,
      {
        singleton: true,
        version: versionOf(packageName),
        requiredVersion: false as const,
        ...(module === 'react-router-dom' && { import: routerKit }),
      },
    ];
  }),
);

/** The build of the shell. `context` is the folder of its package. */
export function defineShell(options: { context: string }): Configuration {
  const mode = modeOf();
  const common = commonOptions({ context: options.context, name: 'shell', mode });
  return {
    ...common,
    entry: { main: './src/main.ts' },
    output: { ...common.output, path: path.join(consoleFolder, 'shell') },
    optimization: { ...common.optimization, splitChunks: kitChunks() },
    plugins: [
      ...(common.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: provided,
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
