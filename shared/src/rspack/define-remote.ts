import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';

import { modeOf, type Mode } from './mode.ts';
import { commonOptions } from './options/common-options.ts';
import { copiedFolders } from './options/copied-folders.ts';
import { fastRefreshOptions } from './options/fast-refresh-options.ts';
import { FederationEsModulesPlugin } from './federation/federation-runtime.ts';
import { IsolatedReleasePlugin } from './releases/isolated-release-plugin.ts';
import { overrideOptions } from './options/override-options.ts';
import { chunkNameOf, ReleasePlugin } from './releases/release-plugin.ts';
import { declarationOf } from './options/remote-declaration.ts';
import type { RemoteOptions } from './options/remote-options.ts';
import { packageOf, requestOf, SHARED_MODULES } from './federation/shared-dependencies.ts';
import { requiredRangesFrom } from './federation/provided-versions.ts';
import type { OldestShell } from './federation/provided-versions.ts';
import { stagingFolder } from './places.ts';

/** Remotes bundle no shared module: an unmet range is an error, never a second copy. */
const consumedFrom = (oldest: OldestShell | undefined) => {
  const { shared } = requiredRangesFrom(oldest);
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [
      requestOf(module),
      {
        shareKey: module,
        import: false as const,
        singleton: true,
        strictVersion: true,
        requiredVersion: shared[packageOf(module)] ?? '*',
      },
    ]),
  );
};

/**
 * Returns the build of a remote, which exposes `./routes` from `src/routes.tsx`; under `rspack dev`, of
 * its own page with fast refresh, and of its release for overrides in other consoles. Throws where a
 * declared route or entry is not valid.
 */
export function defineRemote(options: RemoteOptions) {
  return async (
    environment: { RSPACK_SERVE?: boolean } = {},
  ): Promise<Configuration | [Configuration, Configuration]> =>
    environment.RSPACK_SERVE === true
      ? [await fastRefreshOptions(options), overrideOptions(remoteOptions(options, 'production'))]
      : remoteOptions(options, modeOf());
}

function remoteOptions(options: RemoteOptions, mode: Mode): Configuration {
  const { name, context, oldest, exposes = {} } = options;
  const declaration = declarationOf(options);
  const common = commonOptions({ context, name, mode });
  const allExposes = { './routes': './src/routes.tsx', ...exposes };
  return {
    ...common,
    entry: {},
    output: { ...common.output, path: stagingFolder(context, name, mode) },
    // One chunk for each exposed module, so that a screen is one request.
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      ...(common.plugins ?? []),
      ...copiedFolders(options),
      new ModuleFederationPlugin({
        name: name.replaceAll('-', '_'),
        filename: mode === 'production' ? 'entry.[contenthash:16].js' : 'entry.js',
        exposes: Object.fromEntries(
          Object.entries(allExposes).map(([exposed, file]) => [
            exposed,
            { import: file, name: chunkNameOf(exposed) },
          ]),
        ),
        shared: consumedFrom(oldest),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
      new FederationEsModulesPlugin(),
      // During development the page is reloaded at each change.
      ...(mode === 'production' ? [new IsolatedReleasePlugin()] : []),
      new ReleasePlugin({
        name,
        declaration,
        exposes: Object.keys(allExposes),
        requires: requiredRangesFrom(oldest),
      }),
    ],
  };
}
