import { serveStatic } from '@hono/node-server/serve-static';
import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import {
  firstRemote,
  mayOverride,
  readShare,
  screenReads,
  SHARE_COOKIE,
  wantedOverrides,
} from '@carrel/shared/releases';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { getCookie, setCookie } from 'hono/cookie';
import { etag } from 'hono/etag';

import { VERSION } from '../../platform/version.ts';
import type { Log } from '../../platform/log.ts';
import { readBuiltConsole } from './built-console.ts';
import type { BuiltConsole } from './built-console.ts';
import { changeEvents } from './change-events.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { prerenderedScreens } from './prerendered-screen.ts';
import { releasesInUse } from './releases-in-use.ts';
import { renderPage } from './render-page.ts';

export interface ConsoleOptions {
  /** The folder that the console was built into. */
  folder: string;
  /** Origin of the API as browsers reach it; empty for the page's own. */
  apiUrl: string;
  environment: string;
  /** Where pages send telemetry; undefined for none. */
  telemetryUrl: string | undefined;
  /** Serves the shell without its sidebar, for one remote on its own. */
  standalone?: boolean;
}

const REGISTRY_URL = '/registry.json';

const YEAR_SECONDS = 31_536_000;
/** Files whose name contains a hash of their content, or that belong to a remote's release. */
const IMMUTABLE = /\.[0-9a-f]{16}\.[a-z0-9]+(?:\.map)?$|^\/remotes\/[^/]+\/[0-9a-f]{16}\//;

const cacheHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('X-Content-Type-Options', 'nosniff');
  const isImmutable = c.res.ok && IMMUTABLE.test(c.req.path);
  c.header(
    'Cache-Control',
    isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
};

/** The number of a browser for channels with a share, kept in a cookie so that it stays the same. */
function shareOf(c: Context, { registry }: BuiltConsole): number | undefined {
  const stored = readShare(c.req.header('cookie') ?? '');
  const hasChannel = Object.values(registry.remotes).some(({ channel }) => channel !== undefined);
  if (stored !== undefined || !hasChannel) return stored;
  const share = Math.floor(Math.random() * 100);
  setCookie(c, SHARE_COOKIE, String(share), {
    path: '/',
    maxAge: YEAR_SECONDS,
    sameSite: 'Lax',
  });
  return share;
}

/**
 * Serves the built console: its files under `/shell` and `/remotes`, the registry for open pages, and
 * the page for every other path. A missing file is a 404, not the page.
 */
export function consoleRoutes(options: ConsoleOptions, log: Pick<Log, 'error'>): Hono {
  const { folder, apiUrl, environment, telemetryUrl, standalone = false } = options;
  const built = readBuiltConsole(folder, log);
  const { screenFor, loadingScreen } = prerenderedScreens(folder);
  const files = serveStatic({ root: folder, precompressed: true });
  const app = new Hono();
  for (const path of ['/shell/*', '/remotes/*']) {
    app.get(path, cacheHeaders, files, (c) => c.text('Not found', 404));
  }
  app.get(REGISTRY_URL, etag(), async (c) => {
    const { registry } = await built();
    c.header('Cache-Control', 'no-cache');
    c.header('X-Content-Type-Options', 'nosniff');
    return c.json(registry);
  });
  app.get('/favicon.ico', (c) => c.redirect('/shell/favicon.svg', 301));
  if (environment === 'development') app.get('/dev/changes', changeEvents(folder));
  app.get('*', compress(), async (c) => {
    const current = await built();
    const { shell } = current;
    const mayBeSignedIn = getCookie(c, SIGNED_IN_COOKIE) !== undefined;
    const releases = releasesInUse(current, shareOf(c, current));
    const first = firstRemote(releases, c.req.path, mayBeSignedIn);
    const release = first === undefined ? undefined : releases[first];
    const { search } = new URL(c.req.url);
    const overrides = mayOverride({ environment, registry: current.registry })
      ? wantedOverrides(search, c.req.header('cookie') ?? '')
      : [];
    // Only if the browser renders the same: a guest's screen, without overrides and without a query.
    const isPrerendered =
      !mayBeSignedIn && apiUrl === '' && overrides.length === 0 && search === '';
    const screen =
      isPrerendered && first !== undefined && release !== undefined
        ? await screenFor({
            remote: first,
            version: release.version,
            shellVersion: current.shell.version,
            pathname: c.req.path,
          })
        : undefined;
    const page = renderPage({
      shell: standalone ? { ...shell, entry: shell.standalone ?? shell.entry } : shell,
      releases,
      config: {
        apiUrl,
        environment,
        version: VERSION,
        registry: current.registry,
        registryUrl: REGISTRY_URL,
        telemetryUrl,
        signedInCookie: apiUrl === '',
      },
      firstRemote: first,
      mayBeSignedIn,
      ...(mayBeSignedIn && apiUrl === ''
        ? {
            reads: [...shell.reads, ...screenReads({ ...releases, shell }, new URL(c.req.url))],
            placeholder: await loadingScreen(shell.version),
          }
        : { screen }),
    });
    const policy = contentSecurityPolicy({
      inlineScript: shell.beforePaint,
      trustedTypes: shell.trustedTypes,
      registry: current.registry,
      environment,
      calls: [apiUrl, telemetryUrl],
      overrides,
    });
    c.header('Content-Security-Policy', policy);
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Cookie');
    for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
    return c.html(page);
  });
  return app;
}
