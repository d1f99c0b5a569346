import { serveStatic } from '@hono/node-server/serve-static';
import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';

import packageManifest from '../../package.json' with { type: 'json' };
import { readBuiltConsole } from './built-console.ts';
import { changeEvents } from './change-events.ts';
import { firstRemote } from './first-remote.ts';
import { renderPage, scriptHash } from './render-page.ts';

export interface ConsoleOptions {
  /** The folder that the console was built into. */
  folder: string;
  /** Origin of the API as browsers reach it; empty for the page's own. */
  apiUrl: string;
  environment: string;
}

const YEAR_SECONDS = 31_536_000;
const HASHED_FILE = /\.[0-9a-f]{16}\.[a-z0-9]+(?:\.map)?$/;

function contentSecurityPolicy(inlineScript: string, apiUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHash(inlineScript)}`,
    // Components set style attributes and emotion adds style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${apiUrl}`.trim(),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const cacheHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('X-Content-Type-Options', 'nosniff');
  const forever = c.res.ok && HASHED_FILE.test(c.req.path);
  c.header('Cache-Control', forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
};

/**
 * Serves the built console: its files under `/shell` and `/remotes`, and one page for every other
 * path. A file that is absent is a 404, never the page.
 */
export function consoleRoutes(options: ConsoleOptions): Hono {
  const { folder, apiUrl, environment } = options;
  const built = readBuiltConsole(folder);
  const files = serveStatic({ root: folder, precompressed: true });
  const app = new Hono();
  for (const path of ['/shell/*', '/remotes/*']) {
    app.get(path, cacheHeaders, files, (c) => c.text('Not found', 404));
  }
  app.get('/favicon.ico', (c) => c.redirect('/shell/favicon.svg', 301));
  if (environment === 'development') app.get('/dev/changes', changeEvents(folder));
  app.get('*', async (c) => {
    const current = await built();
    const mayBeSignedIn = getCookie(c, SIGNED_IN_COOKIE) !== undefined;
    const page = renderPage({
      built: current,
      config: { apiUrl, environment, version: packageManifest.version },
      firstRemote: firstRemote(current.registry, c.req.path, mayBeSignedIn),
      mayBeSignedIn,
    });
    c.header('Content-Security-Policy', contentSecurityPolicy(current.shell.beforePaint, apiUrl));
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Cookie');
    c.header('Referrer-Policy', 'same-origin');
    c.header('X-Content-Type-Options', 'nosniff');
    return c.html(page);
  });
  return app;
}
