import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

/** The browsers that the console is built for: those of the last two and a half years. */
const BROWSERS = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.4'];

export type Mode = 'production' | 'development';

export const modeOf = (environment = process.env['NODE_ENV']): Mode =>
  environment === 'development' ? 'development' : 'production';

const dist = path.resolve(import.meta.dirname, '../../../../dist');

/** Where the built console stands: one folder that any static server can serve. */
export const builtConsole = path.join(dist, 'console');

/** Where the build of one package goes; from there it is published into a console's folder. */
export function stagingFolder(name: string, mode: Mode): string {
  return path.join(dist, mode === 'production' ? 'staging' : 'staging-dev', name);
}

/** What the builds of the shell and of every remote have in common. */
export function commonOptions(options: {
  context: string;
  name: string;
  mode: Mode;
  /** Lets a change of a component be taken in place. */
  refresh?: boolean;
}): Configuration {
  const { context, name, mode, refresh = false } = options;
  const production = mode === 'production';
  return {
    name,
    mode,
    context,
    target: [`browserslist:${BROWSERS.join(', ')}`],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      uniqueName: name,
      publicPath: 'auto',
      clean: true,
      filename: production ? '[name].[contenthash:16].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:16].js' : '[name].js',
      assetModuleFilename: '[name].[contenthash:16][ext]',
      // For code on another origin, whose integrity could not be checked otherwise.
      crossOriginLoading: 'anonymous',
      // A module that throws is run again when it is asked for again, as a retry does.
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !production, refresh } },
            },
            env: { targets: BROWSERS },
          },
          type: 'javascript/auto',
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.css$/, type: 'css' },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    optimization: { chunkIds: 'named', moduleIds: production ? 'deterministic' : 'named' },
    lazyCompilation: false,
    performance: false,
    plugins: [
      new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(mode) }),
      // Chunks are checked against hashes that stand in the code which loads them.
      new rspack.SubresourceIntegrityPlugin({ enabled: production }),
    ],
  };
}
