import path from 'node:path';

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import type { ResolveOptions, RspackPluginInstance } from '@rspack/core';

import type { Mode } from '../mode.ts';
import { installedFolder, ownModule } from '../places.ts';
import { FederationEsModulesPlugin } from './federation-runtime.ts';
import { providedVersions } from './provided-versions.ts';
import { packageOf, requestOf, SHARED_MODULES, versionOf } from './shared-dependencies.ts';

const vendor = (file: string) => ownModule(`rspack/vendor/${file}`);
const installed = (name: string, file: string) => path.join(installedFolder(name), file);

/** Resolves the router and the form library to the parts that are used; the router without warnings. */
export function hostResolve(mode: Mode): Pick<ResolveOptions, 'alias'> {
  return {
    alias: {
      'react-router-dom$': vendor('react-router-dom'),
      'react-router$': installed('react-router', `dist/${mode}/index.mjs`),
      // Only an unused part of emotion needs it, which cannot be tree-shaken.
      'hoist-non-react-statics$': false,
      'react-hook-form$': vendor('react-hook-form'),
      // Under another name: by its own the host would provide the whole library.
      'whole-react-hook-form$': installed('react-hook-form', 'dist/index.esm.mjs'),
    },
  };
}

/**
 * The host provides and does not consume: its own code and the shared modules import each other
 * directly. Otherwise every import of a shared module would wait for the vendor bundle.
 */
const provides = Object.fromEntries(
  SHARED_MODULES.map((module) => [
    requestOf(module),
    { shareKey: module, singleton: true, version: versionOf(packageOf(module)) },
  ]),
);

/** Returns the plugins of a host: it provides the shared modules and the federation runtime. */
export function hostPlugins(): RspackPluginInstance[] {
  return [
    new rspack.DefinePlugin({
      'process.env.CARREL_PROVIDES': JSON.stringify(JSON.stringify(providedVersions)),
    }),
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
