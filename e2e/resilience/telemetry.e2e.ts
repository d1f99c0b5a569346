import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ReleasedConsole } from '../support/released-console.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';

const ada = personNamed('Ada');

/** What a remote's code does that it should not. */
const MISCHIEF = `
  try { new Function('return 1')(); } catch {}
  setTimeout(() => { throw new Error('No ${ada.email} at /x?token=s3cret'); });
`;

let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  built = await ReleasedConsole.copy();
  await built.releaseWith('mf-workspaces', MISCHIEF);
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
  const request = await playwright.request.newContext();
  await createAccount(request, server, ada);
  await request.post(`${server.url}/${apiPaths.login()}`, {
    data: { email_address: ada.email, password: ada.password },
  });
  await seed(request, server, 'Engines');
  await request.dispose();
});

test.afterAll(async () => {
  await server.stop();
  await built.remove();
});

/** Everything that a page tells. */
function toldBy(page: Page): TelemetryEvent[] {
  const events: TelemetryEvent[] = [];
  page.on('request', (request) => {
    if (request.url() !== `${server.url}/${apiPaths.telemetry()}`) return;
    events.push(...parse(telemetryBatchSchema, request.postDataJSON()).events);
  });
  return events;
}

test('what goes wrong in a remote is told with its name, and nothing about the person', async ({
  browser,
  request,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const told = toldBy(page);
  await page.route(/\/remotes\/mf-datasets\/.*\/entry\./, (route) => route.abort());
  await page.goto(server.url + consolePaths.workspaces());
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect(page.getByText('This part of Carrel could not be loaded')).toBeVisible();

  await expect.poll(() => told.map(({ kind }) => kind)).toContain('remote-failed');
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'remote-loaded', remote: 'mf-workspaces' }),
  );
  expect(told).toContainEqual({
    kind: 'csp-violation',
    directive: 'script-src',
    blocked: 'eval',
    remote: 'mf-workspaces',
    route: '/workspaces',
  });
  const error = told.find(({ kind }) => kind === 'error');
  expect(error).toMatchObject({
    message: 'Error: No [e-mail] at /x',
    remote: 'mf-workspaces',
    route: '/workspaces',
  });
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'remote-failed', remote: 'mf-datasets' }),
  );
  expect(JSON.stringify(told)).not.toMatch(/s3cret|ada@/);

  const metrics = await (await request.get(`${server.url}/metrics`)).text();
  for (const series of [
    'kind="remote-failed",remote="mf-datasets"',
    'kind="csp-violation",remote="mf-workspaces"',
    'kind="error",remote="mf-workspaces"',
  ]) {
    expect(metrics).toContain(`carrel_console_events_total{${series}} `);
  }
  await context.close();
});

test('a page that is left tells what it still has to tell', async ({ browser, request }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/telemetry.')),
  );
  await page.goto('about:blank');
  const counted = 'carrel_console_events_total{kind="remote-loaded",remote="mf-account"}';
  await expect
    .poll(async () => (await request.get(`${server.url}/metrics`)).text())
    .toContain(counted);
  await context.close();
});
