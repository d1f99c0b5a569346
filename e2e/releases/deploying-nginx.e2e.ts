import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { DATASET_CHANGE_EVENT, organizationListSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { BROWSER_FLAGS, findBrowser } from '../support/browser.ts';
import { buildZip } from '../support/build-zip.ts';
import {
  ada,
  createDataset,
  createOrganization,
  LIBRARY,
  register,
  signIn,
} from '../support/journey.ts';
import type { ServedConsole } from '../support/journey.ts';
import { Nginx } from '../support/nginx.ts';
import { freePort } from '../support/free-port.ts';
import { ServerProcess } from '../support/server.ts';

const run = promisify(execFile);
const WRITE_PAGE = path.resolve(import.meta.dirname, '../../scripts/operate/write-page.ts');
const executablePath = findBrowser();

// Names of one site, as console.example.com and api.example.com are, that lead to this machine.
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

/** The block of docs/deploying.md for a proxy in front of the default server, in front of this one. */
async function proxyBlock(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
  const block = /^```nginx\n(location [^`]+)```$/m.exec(text)?.[1] ?? '';
  return block.replace('http://127.0.0.1:3000', api.url.replace('localhost', '127.0.0.1'));
}

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
  api = await ServerProcess.start({ PUBLIC_URL: consoleOrigin, CONSOLE_ORIGINS: proxyOrigin });
  const apiUrl = api.url.replace('localhost', 'api.carrel.test');
  await run(process.execPath, [
    WRITE_PAGE,
    `--out=${out}`,
    `--api-url=${apiUrl}`,
    `--remote-origin=${remoteOrigin}`,
  ]);
  await writeFile(path.join(out, 'nginx-proxy.conf'), await proxyBlock());
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

/** What the page's policy refused, and the addresses of scripts that were fetched. */
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

/** Asks nginx, which is told apart by its ports, without a browser that knows the names. */
const ask = (site: string, pathname: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${new URL(site).port}${pathname}`, { redirect: 'manual', headers });

test('the journey works with the console on nginx and the API on another origin', async ({
  page,
}) => {
  const seen = watch(page);
  await register(page, served, ada);
  await signIn(page, served, ada);
  await createOrganization(page, 'Analytical Engines');
  await createDataset(page, 'Team library');
  await page.getByRole('link', { name: 'Team library' }).first().click();
  await page.getByRole('link', { name: 'Bulk Upload' }).click();
  await page.locator('input[type=file]').setInputFiles(LIBRARY);
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'View documents' }).click();
  await page.getByText('Legal', { exact: true }).click();
  await expect(page.getByText('Ready').first()).toBeVisible({ timeout: 60_000 });

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

test('files are compressed beforehand and kept for good, the page and the registry are not', async () => {
  const page = await ask(consoleOrigin, '/datasets', { 'Accept-Encoding': 'gzip' });
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  const entry = /src="(\/shell\/main\.[^"]+)"/.exec(await page.text())?.[1] ?? '';

  const script = await ask(consoleOrigin, entry, { 'Accept-Encoding': 'gzip' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('gzip');

  const registry = await ask(consoleOrigin, '/registry.json', { 'Accept-Encoding': 'gzip' });
  expect(registry.headers.get('cache-control')).toBe('no-cache');
  expect(await registry.json()).toHaveProperty('remotes.mf-datasets.entry');

  for (const absent of ['/shell/main.0123456789abcdef.js', '/remotes/mf-datasets/gone/entry.js']) {
    const answer = await ask(consoleOrigin, absent);
    expect(answer.status, absent).toBe(404);
    expect(answer.headers.get('cache-control'), absent).toBeNull();
  }
  expect((await ask(consoleOrigin, '/favicon.ico')).headers.get('location')).toMatch(
    /\/shell\/favicon\.svg$/,
  );
});

/** The first event of a stream as a page hears it; undefined where nothing comes within 10 seconds. */
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

test('the default server works behind a proxy: large uploads, the stream of changes, the policy', async ({
  page,
}) => {
  const behind = { ...served, url: proxyOrigin };
  await signIn(page, behind, ada);
  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await page.getByRole('link', { name: 'Team library' }).first().click();
  const datasetId = /datasets\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await page.getByRole('link', { name: 'Bulk Upload' }).click();
  // Twice what nginx takes by itself.
  const content = 'x'.repeat(2 * 1024 ** 2);
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.zip',
    mimeType: 'application/zip',
    buffer: buildZip([{ name: 'long.unknown', content }]),
  });
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();

  const answer = await page.request.get(`http://127.0.0.1:${new URL(proxyOrigin).port}/datasets`);
  expect(answer.headers()['content-security-policy']).toMatch(/script-src 'self'/);
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
