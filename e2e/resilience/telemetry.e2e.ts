import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

/** Faulty code of a remote. */
const FAULTY_CODE = `
  try { new Function('return 1')(); } catch {}
  setTimeout(() => { throw new Error('No ${ada.email} at /x?token=s3cret'); });
`;

let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  built = await ReleasedConsole.copy();
  await built.releaseWith('mf-workspaces', FAULTY_CODE);
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
  const context = await signUp(browser, server, ada);
  await seed(context.request, server, 'Engines');
  await context.close();
});

test.afterAll(async () => {
  await server.stop();
  await built.remove();
});

/** Returns a list of the events that a page sends. */
function eventsOf(page: Page): TelemetryEvent[] {
  const events: TelemetryEvent[] = [];
  page.on('request', (request) => {
    if (request.url() !== `${server.url}/${apiPaths.telemetry()}`) return;
    events.push(...parse(telemetryBatchSchema, request.postDataJSON()).events);
  });
  return events;
}

test('errors in a remote are reported with its name, and without user data', async ({
  browser,
  request,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const events = eventsOf(page);
  await page.route(/\/remotes\/mf-datasets\/.*\/entry\./, (route) => route.abort());
  await page.goto(server.url + consolePaths.workspaces());
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect(page.getByText('This part of Carrel could not be loaded')).toBeVisible();

  await expect.poll(() => events.map(({ kind }) => kind)).toContain('remote-failed');
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'remote-loaded', remote: 'mf-workspaces' }),
  );
  expect(events).toContainEqual({
    kind: 'csp-violation',
    // Trusted Types refuse text as code before the policy for scripts does.
    directive: 'require-trusted-types-for',
    blocked: 'trusted-types-sink',
    remote: 'mf-workspaces',
    route: '/workspaces',
  });
  const error = events.find(({ kind }) => kind === 'error');
  expect(error).toMatchObject({
    message: 'Error: No [e-mail] at /x',
    remote: 'mf-workspaces',
    route: '/workspaces',
  });
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'remote-failed', remote: 'mf-datasets' }),
  );
  expect(JSON.stringify(events)).not.toMatch(/s3cret|ada@/);

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

test('a page that is left sends its remaining events', async ({ browser, request }) => {
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
