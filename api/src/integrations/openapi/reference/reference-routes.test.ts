import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { createDocument } from '../create-document.ts';
import { html } from './html.ts';

let server: ServerFixture;
let response: Response;
let page: string;

beforeAll(async () => {
  server = await createServerFixture();
  response = await server.app.request('/docs/api');
  page = await response.text();
});
afterAll(() => server.close());

test('everyone sees every call and every schema at /docs/api', () => {
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/html; charset=UTF-8',
  ]);
  const { paths, components } = createDocument(server.app.routes);
  const ids = [...page.matchAll(/<article id="([\w-]+)"/g)].map(([, id]) => id);
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  expect(new Set(ids)).toEqual(
    new Set([
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(components.schemas).map((name) => `schema-${name}`),
    ]),
  );
});

test('every link within the page has a target', () => {
  const ids = new Set([...page.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

test('the page can run nothing and load nothing', () => {
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
  );
  expect(page).not.toMatch(/<script|style="|src=|href="http/);
});

test('the policy allows the style of the page', () => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  expect(style).toContain('body{');
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
});

test('text becomes no HTML', () => {
  const hostile = '<img src="x">&';
  expect(html`<p title="${hostile}">${hostile}</p>`.html).toBe(
    '<p title="&lt;img src=&quot;x&quot;&gt;&amp;">&lt;img src=&quot;x&quot;&gt;&amp;</p>',
  );
});
