import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { LOADING_SCREEN, prerenderedFile, SHARE_COOKIE, SHELL } from '@carrel/shared/releases';
import type { Registry, RemoteRelease, ShellRelease } from '@carrel/shared/releases';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { consoleRoutes } from './serve-console.ts';

const shell: ShellRelease = {
  version: '1',
  entry: '/shell/main.js',
  preload: { first: ['/shell/vendor.js'], signedIn: [] },
  integrity: { '/shell/main.js': 'sha384-MAIN', '/shell/vendor.js': 'sha384-VENDOR' },
  reads: [{ path: 'api/v1/accounts/current', inOrganization: false }],
  routes: [],
  provides: { shellApi: '1.2.0', shared: { react: '19.3.1' } },
  beforePaint: '',
  style: '',
  trustedTypes: true,
};

const release = (version: string, shellApi = '^1.2.0'): RemoteRelease => ({
  version,
  entry: `/remotes/mf-auth/${version}/entry.js`,
  chunks: { './routes': [`/remotes/mf-auth/${version}/routes.js`] },
  integrity: { [`/remotes/mf-auth/${version}/entry.js`]: `sha384-ENTRY${version}` },
  requires: { shellApi, shared: { react: '^19.0.0' } },
  routes: [{ path: '/login', access: 'guest' }],
});

let folder = '';
let problems: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-console-'));
  problems = [];
  await mkdir(path.join(folder, 'shell'));
  await writeFile(path.join(folder, 'shell/release.json'), JSON.stringify(shell));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function edit(text: string): Promise<void> {
  await writeFile(path.join(folder, 'aside'), text);
  await rename(path.join(folder, 'aside'), path.join(folder, 'registry.json'));
}

const register = (remote: Registry['remotes'][string]) =>
  edit(JSON.stringify({ remotes: { 'mf-auth': remote } }));

const start = (environment = 'test') =>
  consoleRoutes(
    { folder, apiUrl: '', environment, telemetryUrl: '/api/v1/telemetry' },
    { error: (_, error) => problems.push(error) },
  );

const pageOf = async (app: ReturnType<typeof start>, headers: Record<string, string> = {}) =>
  (await app.request('/login', { headers })).text();

describe('the page', () => {
  test('preloads with the same integrity as the scripts', async () => {
    await register(release('2'));
    const page = await pageOf(start());
    expect(page).toContain(
      '<script src="/shell/main.js" integrity="sha384-MAIN" crossorigin defer></script>',
    );
    expect(page).toContain('href="/shell/vendor.js" integrity="sha384-VENDOR" crossorigin>');
    expect(page).toContain(
      'href="/remotes/mf-auth/2/entry.js" integrity="sha384-ENTRY2" crossorigin>',
    );
    expect(page).toContain('href="/remotes/mf-auth/2/routes.js">');
    expect(page).toContain('"registryUrl":"/registry.json"');
  });

  test('delays the entry only behind a prerendered screen, which is painted first', async () => {
    await register(release('2'));
    const file = path.join(folder, prerenderedFile('mf-auth', '2', shell.version));
    await mkdir(path.dirname(file), { recursive: true });
    const screen = { style: '', html: '<main>Sign in</main>' };
    await writeFile(file, JSON.stringify({ '/login': screen }));
    const page = await pageOf(start());
    expect(page).toContain('<div id="root"><main>Sign in</main></div>');
    expect(page).toContain('data-start href="/shell/main.js" integrity="sha384-MAIN" crossorigin>');
    expect(page).not.toContain('<script src');
    expect(page).toContain('<link rel="expect" blocking="render" href="#end">');
    // What only scripts need is parsed after the content that is painted.
    const [content, rest] = page.split('<noscript id="end">');
    expect(content).not.toContain('preload');
    expect(content).not.toContain('carrel-runtime');
    expect(rest).toContain('href="/shell/vendor.js"');
    expect(rest).toContain('id="carrel-runtime"');
    expect(page).toContain('"signedInCookie":true');
    // A query may change what the browser renders.
    const queried = await (await start().request('/login?token=a')).text();
    expect(queried).not.toContain('<main>');
  });

  test('lists the early requests and shows a placeholder if the browser may be signed in', async () => {
    const reads = [{ path: 'api/v1/datasets/%3AdatasetId/navigate?q=1', inOrganization: true }];
    const routes = [{ path: '/datasets/:datasetId', access: 'organization' as const, reads }];
    await register({ ...release('2'), routes });
    const file = path.join(folder, prerenderedFile(SHELL, shell.version, shell.version));
    await mkdir(path.dirname(file), { recursive: true });
    const screen = { style: '<style>a{}</style>', html: '<output>Loading...</output>' };
    await writeFile(file, JSON.stringify({ [LOADING_SCREEN]: screen }));
    const cookie = `${SIGNED_IN_COOKIE}=1`;
    const page = await (await start().request('/datasets/7', { headers: { cookie } })).text();
    const [, content = ''] = /<meta name="carrel-reads" content="([^"]*)">/.exec(page) ?? [];
    expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual([
      { path: 'api/v1/accounts/current', inOrganization: false },
      { path: 'api/v1/datasets/7/navigate?q=1', inOrganization: true },
    ]);
    expect(page).toContain('<div id="root" data-placeholder><output>Loading...</output></div>');
    expect(page).toContain(screen.style);
    expect(page).toContain(' defer></script>');
    const forGuests = await (await start().request('/datasets/7')).text();
    expect(forGuests).not.toContain('carrel-reads');
    expect(forGuests).not.toContain('Loading...');
  });

  test('opens no other page into its process, and uses no features of the device', async () => {
    await register(release('2'));
    const { headers } = await start().request('/login');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('camera=(), ');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('in production ignores overrides', async () => {
    await register(release('2'));
    const headers = { cookie: 'carrel_overrides=mf-auth%3Dhttp%3A%2F%2Flocalhost%3A3001' };
    const page = await start('production').request('/login', { headers });
    expect(page.headers.get('content-security-policy')).not.toContain('localhost');
  });

  test('contains the URL of the telemetry', async () => {
    await register(release('2'));
    expect(await pageOf(start())).toContain('"telemetryUrl":"/api/v1/telemetry"');
  });

  test('may load a remote from localhost if an override names it', async () => {
    await register(release('2'));
    const app = start();
    const policyOf = async (url: string, headers: Record<string, string> = {}) =>
      (await app.request(url, { headers })).headers.get('content-security-policy');
    const override = 'mf-auth=http://localhost:3001';
    const source = / connect-src 'self' http:\/\/localhost:3001;/;
    expect(await policyOf(`/login?override-remote=${override}`)).toMatch(source);
    const cookie = `carrel_overrides=${encodeURIComponent(override)}`;
    expect(await policyOf('/login', { cookie })).toMatch(source);
    expect(await policyOf('/login')).not.toContain('localhost');
  });

  test('preloads the previous release if the current one is not compatible with the shell', async () => {
    await register({ ...release('2', '^9.0.0'), previous: release('1') });
    const page = await pageOf(start());
    expect(page).toContain('href="/remotes/mf-auth/1/entry.js"');
    expect(page).not.toContain('href="/remotes/mf-auth/2/');
    expect(page).toContain('"firstRemote":"mf-auth"');
  });

  test('preloads nothing of a remote without a compatible release', async () => {
    await register(release('2', '^9.0.0'));
    const page = await pageOf(start());
    expect(page).not.toContain('href="/remotes/');
    expect(page).not.toContain('"firstRemote"');
  });

  test('keeps a browser on its side of a share', async () => {
    const channel = { name: 'early', share: 30, release: release('3') };
    await register({ ...release('2'), channel });
    const app = start();
    const inside = await pageOf(app, { cookie: `${SHARE_COOKIE}=29` });
    expect(inside).toContain('href="/remotes/mf-auth/3/entry.js"');
    const outside = await pageOf(app, { cookie: `${SHARE_COOKIE}=30` });
    expect(outside).toContain('href="/remotes/mf-auth/2/entry.js"');
    const response = await app.request('/login');
    expect(response.headers.get('set-cookie')).toMatch(/^carrel_share=\d{1,2}; .*SameSite=Lax/);
  });

  test('sets no cookie if no channel has a share', async () => {
    await register(release('2'));
    expect((await start().request('/login')).headers.get('set-cookie')).toBeNull();
  });
});

describe('an edit of the registry', () => {
  test('applies from the next request on, for new pages and open ones', async () => {
    await register(release('1'));
    const app = start();
    const first = await app.request('/registry.json');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await app.request('/registry.json', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    await register({ ...release('2'), previous: release('1') });
    const registry = (await (await app.request('/registry.json')).json()) as Registry;
    expect(registry.remotes['mf-auth']?.version).toBe('2');
    expect(await pageOf(app)).toContain('href="/remotes/mf-auth/2/entry.js"');
  });

  test.each([
    ['{"remotes": {', /JSON/],
    ['{"remotes": {"mf-auth": {"version": "3"}}}', /remotes\.mf-auth\.entry: /],
  ])(
    'that breaks it is logged once, and the registry before it is still used',
    async (text, reason) => {
      await register(release('1'));
      const app = start();
      await pageOf(app);
      await edit(text);
      expect(await pageOf(app)).toContain('href="/remotes/mf-auth/1/entry.js"');
      expect(await pageOf(app)).toContain('href="/remotes/mf-auth/1/entry.js"');
      await rm(path.join(folder, 'registry.json'));
      expect(await pageOf(app)).toContain('href="/remotes/mf-auth/1/entry.js"');
      expect(problems.map(String)[0]).toMatch(reason);
      expect(problems).toHaveLength(2);
      await register(release('2'));
      expect(await pageOf(app)).toContain('href="/remotes/mf-auth/2/entry.js"');
    },
  );
});

describe('a server that starts on a broken registry', () => {
  // Hono prints errors that become a 500.
  beforeEach(() => void vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    ['{"remotes": {', 'no JSON'],
    ['{"remotes": {"mf-auth": {"version": "3"}}}', 'a remote that cannot be read'],
  ])('uses the last valid one (%s: %s)', async (text) => {
    await register(release('1'));
    await pageOf(start());
    await edit(text);
    expect(await pageOf(start())).toContain('href="/remotes/mf-auth/1/entry.js"');
    expect(problems).toHaveLength(1);
  });

  test('uses its valid remotes if there was no valid one before', async () => {
    await edit(JSON.stringify({ remotes: { 'mf-auth': release('1'), 'mf-broken': 7 } }));
    const app = start();
    expect(await pageOf(app)).toContain('href="/remotes/mf-auth/1/entry.js"');
    expect(await (await app.request('/registry.json')).json()).toEqual({
      remotes: { 'mf-auth': release('1') },
    });
  });

  test('serves no page if none of its remotes is valid', async () => {
    await edit('{"remotes": {');
    expect((await start().request('/login')).status).toBe(500);
  });

  test('uses it as soon as it is repaired', async () => {
    await edit('{"remotes": {');
    const app = start();
    await app.request('/login');
    await register(release('2'));
    expect(await pageOf(app)).toContain('href="/remotes/mf-auth/2/entry.js"');
  });
});

test('files of a release are cached for a year; a missing file is a 404', async () => {
  await register(release('1'));
  const home = path.join(folder, 'remotes/mf-auth/0123456789abcdef');
  await mkdir(home, { recursive: true });
  await writeFile(path.join(home, 'release.json'), '{}');
  const app = start();
  const file = await app.request('/remotes/mf-auth/0123456789abcdef/release.json');
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const absent = await app.request('/remotes/mf-auth/0123456789abcdee/entry.js');
  expect([absent.status, absent.headers.get('cache-control')]).toEqual([404, 'no-cache']);
});
