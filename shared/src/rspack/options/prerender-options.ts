import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { commonOptions } from './common-options.ts';
import { hostResolve } from '../federation/host-plugins.ts';
import { providedVersions } from '../federation/provided-versions.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

/** The prefix of the URLs of the shell's files in what Node renders. */
export const PRERENDERED_URLS = 'file:///shell/';

/** Returns the build of the shell and one remote's screens for Node, which prerenders them. */
export function prerenderOptions(options: { remote: string; folder: string }): Configuration {
  const common = commonOptions({
    context: path.join(root, 'shell'),
    name: `prerender-${options.remote}`,
    mode: 'production',
  });
  return {
    ...common,
    target: 'node24',
    devtool: false,
    entry: { prerender: path.join(root, 'shell/src/prerender.tsx') },
    output: {
      path: options.folder,
      filename: `${options.remote}.cjs`,
      publicPath: '/shell/',
      assetModuleFilename: '[name].[contenthash:16][ext]',
      library: { type: 'commonjs2' },
    },
    resolve: {
      ...common.resolve,
      alias: {
        ...hostResolve('production').alias,
        'developed-remote$': path.join(root, options.remote, 'src/routes.tsx'),
      },
    },
    module: {
      ...common.module,
      parser: { javascript: { dynamicImportMode: 'eager' } },
      // The shell's own build emits these files.
      generator: { 'asset/resource': { emit: false } },
    },
    optimization: { minimize: false },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.DefinePlugin({
        'process.env.CARREL_PROVIDES': JSON.stringify(JSON.stringify(providedVersions)),
      }),
      new rspack.NormalModuleReplacementPlugin(
        /^\.{1,2}\/federation\.ts$/,
        path.join(root, 'shell/src/prerender-federation.ts'),
      ),
    ],
  };
}
