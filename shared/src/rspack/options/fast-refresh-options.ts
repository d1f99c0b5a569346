import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration, DevServer } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

import { SHELL_API_VERSION } from '../../contract/public.ts';
import { RUNTIME_CONFIG_ID } from '../../releases/public.ts';
import type { Registry } from '../../releases/public.ts';
import { pageStyle, themeScript } from '../../ui/page.ts';
import { commonOptions } from './common-options.ts';
import { copiedFolders } from './copied-folders.ts';
import { hostPlugins, hostResolve } from '../federation/host-plugins.ts';
import { declarationOf } from './remote-declaration.ts';
import type { RemoteOptions } from './remote-options.ts';
import { builtConsole, fastRefreshEntry, fastRefreshFolder, overrideFolder } from '../places.ts';

/** The server that a remote in development runs against. */
const API = process.env['API_URL'] ?? 'http://localhost:3000';

/** Returns the registry of the built console, or outside of its repository of the server's. */
async function readRegistry(): Promise<Registry> {
  if (builtConsole !== undefined) {
    const file = path.join(builtConsole, 'registry.json');
    return existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Registry)
      : { remotes: {} };
  }
  try {
    const response = await fetch(new URL('/registry.json', API));
    if (!response.ok) throw new Error(`It responds with status ${response.status}.`);
    return (await response.json()) as Registry;
  } catch (error) {
    throw new Error(`No console responds at ${API}. Start one, or name it in API_URL.`, {
      cause: error,
    });
  }
}

/** Returns that registry with this remote's declaration from its sources. */
async function registryWith(options: RemoteOptions): Promise<Registry> {
  const built = await readRegistry();
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

async function page(options: RemoteOptions): Promise<string> {
  const config = {
    apiUrl: '',
    environment: 'development',
    registry: await registryWith(options),
    firstRemote: options.name,
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.name}</title><script>${themeScript}</script><style>${pageStyle}</style>
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${JSON.stringify(config)}</script>
</head><body><div id="root"></div></body></html>`;
}

function devServer({ context, name, devPort }: RemoteOptions): DevServer {
  return {
    port: devPort,
    host: 'localhost',
    hot: true,
    historyApiFallback: true,
    // The remote's release, for overrides in consoles on other origins.
    static: {
      directory: overrideFolder(context, name),
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
export async function fastRefreshOptions(options: RemoteOptions): Promise<Configuration> {
  const common = commonOptions({
    context: options.context,
    name: options.name,
    mode: 'development',
    refresh: true,
  });
  return {
    ...common,
    entry: { main: fastRefreshEntry },
    output: { ...common.output, publicPath: '/', path: fastRefreshFolder(options.context) },
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
      new rspack.HtmlRspackPlugin({ templateContent: await page(options) }),
      new ReactRefreshRspackPlugin(),
    ],
    devServer: devServer(options),
  };
}
