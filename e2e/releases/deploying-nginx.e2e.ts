import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { DATASET_CHANGE_EVENT, organizationListSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { BROWSER_FLAGS, findBrowser } from '../support/browser.ts';
import { buildZip } from '../support/build-zip.ts';
import {
  ada,
  createDataset,
  createOrganization,
  openDataset,
  openList,
  PROCESSING_MS,
  TEAM_LIBRARY,
  register,
  signIn,
} from '../support/journey.ts';
import type { ServedConsole } from '../support/journey.ts';
import { documentedProxy, sendThrough } from '../support/servers/documented-proxy.ts';
import { Nginx } from '../support/servers/nginx.ts';
import { freePort } from '../support/servers/free-port.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const run = promisify(execFile);
const WRITE_PAGE = path.resolve(import.meta.dirname, '../../scripts/operate/write-page.ts');
const executablePath = findBrowser();

// Host names of one site, as console.example.com and api.example.com are, resolved to this machine.
test.use({
  launchOptions: {
    args: [...BROWSER_FLAGS, '--host-resolver-rules=MAP *.carrel.test 127.0.0.1'],
    ...(executablePath !== undefined && { executablePath }),
  },
});
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let out: string;
let api: ServerProcess;
let nginx: Nginx;
let served: ServedConsole;
let consoleOrigin: string;
let remoteOrigin: string;
let proxyOrigin: string;

const registryFile = () => path.join(out, 'site/registry.json');

test.beforeAll(async () => {
  test.setTimeout(300_000);
  out = await mkdtemp(path.join(tmpdir(), 'carrel-site-'));
  const [consolePort, remotePort, proxyPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  consoleOrigin = `http://console.carrel.test:${consolePort}`;
  remoteOrigin = `http://datasets.carrel.test:${remotePort}`;
  proxyOrigin = `http://carrel.carrel.test:${proxyPort}`;
  api = await ServerProcess.start((port) => ({
    PUBLIC_URL: consoleOrigin,
    CONSOLE_ORIGINS: `http://api.carrel.test:${port},${proxyOrigin}`,
    TRUSTED_PROXIES: '127.0.0.1',
  }));
  const apiUrl = api.url.replace('localhost', 'api.carrel.test');
  await run(process.execPath, [
    WRITE_PAGE,
    `--out=${out}`,
    `--api-url=${apiUrl}`,
    `--remote-origin=${remoteOrigin}`,
  ]);
  await writeFile(path.join(out, 'nginx-proxy.conf'), await documentedProxy(api.url));
  nginx = await Nginx.start([
    {
      host: 'console.carrel.test',
      port: consolePort,
      configuration: path.join(out, 'nginx.conf'),
    },
    {
      host: 'datasets.carrel.test',
      port: remotePort,
      configuration: path.join(out, 'nginx-remotes.conf'),
    },
    {
      host: 'carrel.carrel.test',
      port: proxyPort,
      configuration: path.join(out, 'nginx-proxy.conf'),
    },
  ]);
  served = { url: consoleOrigin, mailedPath: (address) => api.mailedPath(address) };
});

test.afterAll(async () => {
  await Promise.all([nginx.stop(), api.stop()]);
  await rm(out, { recursive: true, force: true });
});

/** Returns lists of what the page's policy blocked, and of the URLs of fetched scripts. */
function watch(page: Page): { refused: string[]; scripts: string[] } {
  const seen = { refused: new Array<string>(), scripts: new Array<string>() };
  page.on('console', (message) => {
    if (/Content Security Policy|integrity/i.test(message.text()))
      seen.refused.push(message.text());
  });
  page.on('request', (request) => {
    if (request.resourceType() === 'script') seen.scripts.push(request.url());
  });
  return seen;
}

/** Sends a request to nginx by port, because only the browser resolves the host names. */
const fetchFrom = (site: string, pathname: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${new URL(site).port}${pathname}`, { redirect: 'manual', headers });

test('the journey works with the console on nginx and the API on another origin', async ({
  page,
}) => {
  const seen = watch(page);
  await register(page, served, ada);
  await signIn(page, served, ada);
  await createOrganization(page, 'Analytical Engines');
  await createDataset(page, 'Team library');
  await openDataset(page, 'Team library');
  await page.getByRole('link', { name: 'Bulk Upload' }).click();
  await page.locator('input[type=file]').setInputFiles(TEAM_LIBRARY);
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Dataset' })
    .getByRole('link', { name: 'Documents' })
    .click();
  await page.getByText('Legal', { exact: true }).click({ timeout: PROCESSING_MS });
  await expect(page.getByText('Ready').first()).toBeVisible({ timeout: PROCESSING_MS });

  await page.reload();
  await expect(page.getByText('Ready').first()).toBeVisible();
  expect(new Set(seen.scripts.map((url) => new URL(url).origin))).toEqual(new Set([consoleOrigin]));
  expect(seen.refused).toEqual([]);

  await page.getByRole('button', { name: /ada@example\.com/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await page.goto(consoleOrigin + consolePaths.datasets());
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('cookies of the session are sent to the API alone', async ({ page, context }) => {
  await signIn(page, served, ada);
  const cookies = await context.cookies();
  const domains = cookies
    .filter(({ name }) => name.startsWith('carrel_'))
    .map(({ domain }) => domain);
  expect(new Set(domains)).toEqual(new Set(['api.carrel.test']));
});

test('files are precompressed and cached indefinitely, the page and the registry are not', async () => {
  const page = await fetchFrom(consoleOrigin, '/datasets', { 'Accept-Encoding': 'gzip' });
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  const entry = /src="(\/shell\/main\.[^"]+)"/.exec(await page.text())?.[1] ?? '';

  const script = await fetchFrom(consoleOrigin, entry, { 'Accept-Encoding': 'gzip' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('gzip');

  const registry = await fetchFrom(consoleOrigin, '/registry.json', { 'Accept-Encoding': 'gzip' });
  expect(registry.headers.get('cache-control')).toBe('no-cache');
  expect(await registry.json()).toHaveProperty('remotes.mf-datasets.entry');

  for (const absent of ['/shell/main.0123456789abcdef.js', '/remotes/mf-datasets/gone/entry.js']) {
    const response = await fetchFrom(consoleOrigin, absent);
    expect(response.status, absent).toBe(404);
    expect(response.headers.get('cache-control'), absent).toBeNull();
  }
  expect((await fetchFrom(consoleOrigin, '/favicon.ico')).headers.get('location')).toMatch(
    /\/shell\/favicon\.svg$/,
  );
});

/** Returns the first event of a stream that a page receives; undefined after 10 seconds without one. */
const firstEvent = (page: Page, url: string) =>
  page.evaluate(
    async ([from = '', name = '']) => {
      const source = new EventSource(from);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      source.addEventListener(name, ({ data }) => resolve(String(data)));
      setTimeout(() => resolve(undefined), 10_000);
      return promise.finally(() => source.close());
    },
    [url, DATASET_CHANGE_EVENT],
  );

test('the default server works behind a proxy: large uploads, the event stream, the policy', async ({
  page,
}) => {
  const behind = { ...served, url: proxyOrigin };
  await signIn(page, behind, ada);
  await openList(page, 'Datasets');
  await openDataset(page, 'Team library');
  const datasetId = /datasets\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await page.getByRole('link', { name: 'Bulk Upload' }).click();
  // Twice nginx's default limit.
  const content = 'x'.repeat(2 * 1024 ** 2);
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.zip',
    mimeType: 'application/zip',
    buffer: buildZip([{ name: 'long.unknown', content }]),
  });
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();

  const response = await sendThrough(proxyOrigin, 'GET', '/datasets');
  expect(response.headers['content-security-policy']).toMatch(/script-src 'self'/);
  const listed = await page.evaluate(
    async (url) => (await fetch(url)).text(),
    `/${apiPaths.organizations()}`,
  );
  const [organization] = parse(organizationListSchema, JSON.parse(listed)).organizations;
  const events = apiPaths.datasetEvents(datasetId, { organization_id: organization?.id ?? '' });
  expect(await firstEvent(page, `/${events}`)).toBeDefined();
});

test('a remote moves to an origin of its own, and back, by an edit of the registry', async ({
  page,
}) => {
  const seen = watch(page);
  const before = await readFile(registryFile(), 'utf8');
  await writeFile(
    registryFile(),
    before.replaceAll('"/remotes/mf-datasets/', `"${remoteOrigin}/remotes/mf-datasets/`),
  );
  await signIn(page, served, ada);
  await page.goto(consoleOrigin + consolePaths.datasets());
  await expect(page.getByRole('link', { name: 'Team library' }).first()).toBeVisible();
  const moved = seen.scripts.filter((url) => url.includes('mf-datasets'));
  expect(moved.length).toBeGreaterThan(0);
  expect(new Set(moved.map((url) => new URL(url).origin))).toEqual(new Set([remoteOrigin]));
  expect(seen.refused).toEqual([]);

  await writeFile(registryFile(), before);
  seen.scripts.length = 0;
  await page.reload();
  await expect(page.getByRole('link', { name: 'Team library' }).first()).toBeVisible();
  const back = seen.scripts.filter((url) => url.includes('mf-datasets'));
  expect(new Set(back.map((url) => new URL(url).origin))).toEqual(new Set([consoleOrigin]));
});
