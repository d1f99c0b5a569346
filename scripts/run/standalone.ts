import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import { consoleRoutes } from '../../api/src/console/serve-console.ts';
import { build } from './build.ts';
import { consoleFolder } from './built-state.ts';
import { readRegistry } from '../release/registry-file.ts';

/** The server that the page's calls go to. */
const API = new URL(process.env['API_URL'] ?? 'http://localhost:3000');
const PORT = Number(process.env['PORT'] ?? 3100);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Hands a call on to the API as it is, whole uploads and endless streams included. */
function passOn(call: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url: path } = call;
  const { hostname, port } = API;
  const onward = request({ hostname, port, path, method, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  onward.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify({ message: `No server answers at ${API.origin}.` }));
  });
  answer.on('close', () => onward.destroy());
  call.pipe(onward);
}

/** The first screen of a remote that needs no id. Throws for a remote that there is not. */
async function firstScreen(remote: string): Promise<string> {
  const { remotes } = await readRegistry(consoleFolder);
  const routes = remotes[remote]?.routes;
  if (routes === undefined) {
    throw new Error(`Name one of ${Object.keys(remotes).join(', ')}, not "${remote}".`);
  }
  return routes.find(({ path }) => !path.includes(':'))?.path ?? '/dashboard';
}

/**
 * Serves the console's own released files with a page that has no sidebar: what is looked at is the
 * remote as it was released, down to the byte.
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
  createServer((call, answer) => {
    if (call.url?.startsWith('/api/') === true) passOn(call, answer);
    else void servePage(call, answer);
  }).listen(PORT, 'localhost', () => {
    say(`\n${remote} is at http://localhost:${PORT}${path}, against the server at ${API.origin}`);
  });
}

try {
  await standalone(process.argv[2] ?? '');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
