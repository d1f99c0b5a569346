import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import type { Registry, RemoteRelease, ShellRelease } from '@carrel/shared/releases';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { registryGauges } from './registry-gauges.ts';
import { consoleRoutes } from './serve-console.ts';

const shell: ShellRelease = {
  version: '1',
  entry: '/shell/main.js',
  preload: { first: [], signedIn: [] },
  integrity: {},
  reads: [],
  routes: [],
  provides: { shellApi: '1.4.0', shared: {} },
  beforePaint: '',
  style: '',
  trustedTypes: true,
};

const release = (name: string, declared: Partial<RemoteRelease> = {}): RemoteRelease => ({
  version: '1',
  entry: `https://files.example.com/${name}/entry.js`,
  chunks: { './routes': [`https://files.example.com/${name}/routes.js`] },
  integrity: {},
  requires: { shellApi: '^1.4.0', shared: {} },
  routes: [{ path: `/${name}`, access: 'organization' }],
  ...declared,
});

const reads = [{ path: 'api/v1/datasets?name=:q', inOrganization: true }];
const reports = release('reports', {
  routes: [{ path: '/reports/:id?', access: 'organization', title: 'Reports', reads }],
  sidebar: [{ to: '/reports', label: 'Reports', icon: 'flag' }],
});

let folder = '';
const logged: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-sixth-'));
  logged.length = 0;
  await mkdir(path.join(folder, 'shell'));
  await writeFile(path.join(folder, 'shell/release.json'), JSON.stringify(shell));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const register = (remotes: Registry['remotes']) =>
  writeFile(path.join(folder, 'registry.json'), JSON.stringify({ remotes }));

const serve = () =>
  consoleRoutes(
    { folder, apiUrl: '', environment: 'production', telemetryUrl: undefined },
    { error: (_, error) => logged.push(error) },
  );

const headers = { cookie: `${SIGNED_IN_COOKIE}=1` };

test('the page of a remote that the shell was built without preloads its code and its reads, and allows its origin', async () => {
  await register({ datasets: release('datasets'), reports });
  const response = await serve().request('/reports/7?q=a', { headers });
  const page = await response.text();
  expect(page).toContain('"firstRemote":"reports"');
  expect(page).toContain('href="https://files.example.com/reports/routes.js"');
  expect(page).toContain('api/v1/datasets?name=a');
  expect(page).toContain('"label":"Reports"');
  expect(response.headers.get('content-security-policy')).toContain('https://files.example.com');
  const open = (await (await serve().request('/registry.json')).json()) as Registry;
  expect(open.remotes['reports']).toEqual(reports);
});

test('the first screen at a path that two remotes have is that of the older one', async () => {
  const copy = release('copy', { routes: [{ path: '/:any/:id', access: 'public' }] });
  await register({ reports, copy });
  const page = await (await serve().request('/reports/7', { headers })).text();
  expect(page).toContain('"firstRemote":"reports"');
  const gauges = await registryGauges(folder);
  expect(gauges.find(({ name }) => name.endsWith('_conflicts'))?.values).toEqual([
    ['problem="copy.routes: /:any/:id is left out: reports has it already."', 1],
  ]);
});

test('an error in a registry that is written by hand leaves the last valid one, is logged once, and is in the metrics', async () => {
  await register({ reports });
  const app = serve();
  await app.request('/reports');
  const text = await readFile(path.join(folder, 'registry.json'), 'utf8');
  await writeFile(
    path.join(folder, 'registry.json'),
    text.replace('"label":"Reports"', '"label":"<script>"'),
  );
  expect(await (await app.request('/reports')).text()).toContain('"label":"Reports"');
  await app.request('/reports');
  expect(logged).toHaveLength(1);
  const problem =
    'remotes.reports.sidebar.0.label: A text here is plain: one line, visible, without < and >.';
  expect(String(logged[0])).toContain(problem);
  const gauges = await registryGauges(folder);
  expect(gauges[0]?.values).toEqual([['', 0]]);
  expect(gauges[1]?.values).toEqual([[`problem="${problem}"`, 1]]);
});

test('a folder without a registry has no gauges, and one that is no JSON is said', async () => {
  expect(await registryGauges(folder)).toEqual([]);
  await writeFile(path.join(folder, 'registry.json'), '{"remotes": }');
  const [, problems] = await registryGauges(folder);
  expect(problems?.values[0]?.[0]).toContain('Unexpected token');
});
