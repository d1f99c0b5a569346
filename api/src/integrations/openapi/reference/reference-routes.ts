import { createHash } from 'node:crypto';

import { Hono } from 'hono';
import { compress } from 'hono/compress';

import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { createDocument } from '../create-document.ts';
import type { RegisteredHandler } from '../described-routes.ts';
import { REFERENCE_STYLE } from './reference-style.ts';
import { renderReference } from './render-reference.ts';

const STYLE_HASH = createHash('sha256').update(REFERENCE_STYLE).digest('base64');

const HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The page that shows the API to people, for everyone. It runs no scripts and loads nothing. */
export function referenceRoutes(handlers: () => readonly RegisteredHandler[]): Hono<ApiEnv> {
  let page: string | undefined;
  const routes = new Hono<ApiEnv>();
  routes.get('/docs/api', compress(), (c) => {
    page ??= renderReference(createDocument(handlers()));
    return c.html(page, 200, HEADERS);
  });
  return routes;
}
