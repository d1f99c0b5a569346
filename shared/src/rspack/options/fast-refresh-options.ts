import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration, DevServer } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

import { SHELL_API_VERSION } from '../../contract/public.ts';
import { RUNTIME_CONFIG_ID } from '../../releases/public.ts';
import type { Registry } from '../../releases/public.ts';
import { pageStyle, themeScript } from '../../ui/page.ts';
import { builtConsole, commonOptions } from './common-options.ts';
import { copiedFolders } from './copied-folders.ts';
import { hostPlugins, hostResolve } from '../federation/host-plugins.ts';
import { overrideFolder } from './override-options.ts';
import { declarationOf } from './remote-declaration.ts';
import type { RemoteOptions } from './remote-options.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

/** The server that a remote in development runs against. */
const API = process.env['API_URL'] ?? 'http://localhost:3000';

/** Returns the built console's registry, with this remote's declaration from its sources. */
function registryWith(options: RemoteOptions): Registry {
  const file = path.join(builtConsole, 'registry.json');
  const built = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Registry)
    : { remotes: {} };
  const own = {
    version: 'development',
    entry: '/none.js',
    chunks: {},
    integrity: {},
    requires: { shellApi: SHELL_API_VERSION, shared: {} },
    ...declarationOf(options),
  };
  return { remotes: { ...built.remotes, [options.name]: own } };
}

function page(options: RemoteOptions): string {
  const config = {
    apiUrl: '',
    environment: 'development',
    registry: registryWith(options),
    firstRemote: options.name,
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.name}</title><script>${themeScript}</script><style>${pageStyle}</style>
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${JSON.stringify(config)}</script>
</head><body><div id="root"></div></body></html>`;
}

function devServer({ name, devPort }: RemoteOptions): DevServer {
  return {
    port: devPort,
    host: 'localhost',
    hot: true,
    historyApiFallback: true,
    // The remote's release, for overrides in consoles on other origins.
    static: {
      directory: overrideFolder(name),
      publicPath: '/',
      watch: false,
    },
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Private-Network': 'true',
      'Cache-Control': 'no-cache',
    },
    proxy: [{ context: ['/api', '/remotes', '/shell'], target: API }],
    client: { overlay: { runtimeErrors: false } },
  };
}

/**
 * Returns the build of one remote's own page: the shell without its sidebar and the remote's sources, in
 * one build with fast refresh. Sign in on the page or at the server: cookies ignore the port.
 */
export function fastRefreshOptions(options: RemoteOptions): Configuration {
  const common = commonOptions({
    context: options.context,
    name: options.name,
    mode: 'development',
    refresh: true,
  });
  return {
    ...common,
    entry: { main: path.join(root, 'shell/src/fast-refresh.tsx') },
    output: { ...common.output, publicPath: '/', path: path.join(root, 'dist/fast-refresh') },
    resolve: {
      ...common.resolve,
      alias: {
        ...hostResolve('development').alias,
        'developed-remote$': path.join(options.context, 'src/routes.tsx'),
      },
    },
    plugins: [
      ...(common.plugins ?? []),
      ...copiedFolders(options),
      ...hostPlugins(),
      new rspack.HtmlRspackPlugin({ templateContent: page(options) }),
      new ReactRefreshRspackPlugin(),
    ],
    devServer: devServer(options),
  };
}
