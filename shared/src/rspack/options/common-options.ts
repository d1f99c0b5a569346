import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import type { Mode } from '../mode.ts';

/** The browsers that the console is built for: those of the last two and a half years. */
const BROWSERS = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.4'];

/** Returns what the builds of the shell and of every remote have in common. */
export function commonOptions(options: {
  context: string;
  name: string;
  mode: Mode;
  /** Replaces changed components without a reload. */
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
      // A module that threw is run again when it is imported again, as by a retry.
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
        {
          // A worker that a library ships as one file. Not every web server knows the ending .mjs.
          test: /\.worker\.min\.mjs$/,
          type: 'asset/resource',
          generator: { filename: '[name].[contenthash:16].js' },
        },
      ],
    },
    optimization: { chunkIds: 'named', moduleIds: production ? 'deterministic' : 'named' },
    lazyCompilation: false,
    performance: false,
    plugins: [
      new rspack.DefinePlugin({
        'process.env.NODE_ENV': JSON.stringify(mode),
        // Otherwise the path of a module on the machine that builds it, and a hash that depends on it.
        'import.meta.url': JSON.stringify('file:///'),
      }),
      // Chunks are checked against hashes in the code that loads them.
      new rspack.SubresourceIntegrityPlugin({ enabled: production }),
    ],
  };
}
