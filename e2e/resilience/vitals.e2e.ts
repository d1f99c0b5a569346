import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { openList } from '../support/journey.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed, type ShellFixture } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

let server: ServerProcess;
let page: Page;
let fixture: ShellFixture;
let sent: string[];

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, personNamed('Vera'));
  fixture = await seed(context.request, server, 'Engines');
  page = await context.newPage();
  sent = [];
  page.on('request', (request) => {
    if (request.url() === `${server.url}/${apiPaths.telemetry()}`)
      sent.push(request.postData() ?? '');
  });
});

test.afterAll(() => server.stop());

const events = (): TelemetryEvent[] =>
  sent.flatMap((body) => parse(telemetryBatchSchema, JSON.parse(body)).events);

const figures = () =>
  events().flatMap((event) => (event.kind === 'vital' ? [`${event.vital} ${event.route}`] : []));

const series = (labels: string) =>
  new RegExp(`^carrel_console_vital_seconds_count\\{${labels},release="\\w+"\\} \\d`, 'm');

test('a visit is reported by figure, route and release, and nothing of it names what was visited', async () => {
  await page.goto(server.url + consolePaths.datasets());
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/telemetry.')),
  );
  await page.getByRole('button', { name: 'Create Dataset' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await openList(page, 'Workspaces');
  await page.getByRole('link', { name: 'Research' }).first().click();
  await expect(page).toHaveURL(new RegExp(fixture.workspaceId));

  await expect
    .poll(figures, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        'first-paint /datasets',
        'interaction /datasets',
        'screen /workspaces',
        'screen /workspaces/:workspaceId?/manage',
      ]),
    );
  expect(sent.join()).not.toContain(fixture.workspaceId);
  expect(sent.join()).not.toContain('Engines');
  expect(events()).toContainEqual(
    expect.objectContaining({ kind: 'vital', route: '/workspaces', remote: 'mf-workspaces' }),
  );

  const metrics = await (await page.request.get(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(series('vital="screen",route="/workspaces",remote="mf-workspaces"'));
  expect(metrics).toMatch(series('vital="first-paint",route="/datasets",remote="mf-datasets"'));
  expect(metrics).toContain('carrel_console_vital_budget_seconds{vital="interaction"} 0.1');
});
