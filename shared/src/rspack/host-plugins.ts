import path from 'node:path';

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import type { RspackPluginInstance } from '@rspack/core';

import { FederationEsModulesPlugin } from './federation-runtime.ts';
import { packageOf, SHARED_MODULES, versionOf } from './shared-dependencies.ts';

/** The router as the part of it that is used. */
export const hostResolve = {
  alias: { 'react-router-dom$': path.join(import.meta.dirname, 'kit/react-router-dom.ts') },
};

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

/** What makes a build the host: it provides the shared modules and the federation runtime. */
export function hostPlugins(): RspackPluginInstance[] {
  return [
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
  ];
}
