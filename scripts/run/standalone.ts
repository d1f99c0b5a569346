import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import { consoleRoutes } from '@carrel/api/console';
import { build } from './build.ts';
import { consoleFolder } from '../publish/built-state.ts';
import { readRegistry } from '../publish/registry-file.ts';
import { runScript } from '../publish/run-script.ts';

/** The server that receives the page's API requests. */
const API = new URL(process.env['API_URL'] ?? 'http://localhost:3000');
const PORT = Number(process.env['PORT'] ?? 3100);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Proxies a request to the API unchanged, streaming uploads and endless event streams. */
function proxy(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const { hostname, port } = API;
  const upstream = request({ hostname, port, path, method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify({ message: `No server answers at ${API.origin}.` }));
  });
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Returns the first screen of a remote that needs no id. Throws for an unknown remote. */
async function firstScreen(remote: string): Promise<string> {
  const { remotes } = await readRegistry(consoleFolder);
  const routes = remotes[remote]?.routes;
  if (routes === undefined) {
    throw new Error(`Name one of ${Object.keys(remotes).join(', ')}, not "${remote}".`);
  }
  return routes.find(({ path }) => !path.includes(':'))?.path ?? '/dashboard';
}

/**
 * Serves the released files of the console with a page without the sidebar, so that the remote runs
 * exactly as it was released.
 */
async function standalone(remote: string): Promise<void> {
  await build(say);
  const path = await firstScreen(remote);
  const pages = consoleRoutes(
    {
      folder: consoleFolder,
      apiUrl: '',
      environment: 'development',
      telemetryUrl: undefined,
      standalone: true,
    },
    { error: (message, error) => say(`${message}: ${String(error)}`) },
  );
  const servePage = getRequestListener(pages.fetch);
  createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/api/') === true) proxy(incoming, outgoing);
    else void servePage(incoming, outgoing);
  }).listen(PORT, 'localhost', () => {
    say(`\n${remote} is at http://localhost:${PORT}${path}, against the server at ${API.origin}`);
  });
}

await runScript(() => standalone(process.argv[2] ?? ''));
