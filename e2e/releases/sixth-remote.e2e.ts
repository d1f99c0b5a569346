import { consolePaths } from '@carrel/shared/paths';
import type { RemoteRelease } from '@carrel/shared/releases';
import { editRegistry } from '@carrel/scripts/publish/registry-file.ts';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { refreshRegistry } from '../support/refresh-registry.ts';
import { releaseSixth, SIXTH } from '../support/sixth-remote.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const reader = personNamed('Reader');

let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  built = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
  const context = await signUp(browser, server, reader);
  await DatasetFixture.create(context.request, server);
  await context.close();
});

test.afterAll(async () => {
  await server.stop();
  await built.remove();
});

const reports: Pick<RemoteRelease, 'routes' | 'sidebar' | 'commands'> = {
  routes: [{ path: '/reports', access: 'organization', title: 'Reports' }],
  sidebar: [{ to: '/reports', label: 'Reports', icon: 'chart-column', group: 'Insight' }],
  commands: [
    {
      id: 'create-report',
      label: 'Create report',
      group: 'Create',
      to: '/reports',
      intent: 'create',
    },
  ],
};

const withArchive = {
  ...reports,
  routes: [
    ...reports.routes,
    { path: '/reports/archive', access: 'organization' as const, title: 'Archived reports' },
  ],
};

test('a remote that the shell was built without comes, changes and goes under open forms', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.goto(server.url + consolePaths.account());
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const address = page.getByLabel('New email address');
  await address.pressSequentially('second@exam');

  // It comes.
  await releaseSixth(built.folder, reports);
  await refreshRegistry(page);
  const link = sidebar
    .getByRole('navigation', { name: 'Insight' })
    .getByRole('link', { name: 'Reports' });
  await expect(link).toBeVisible();
  await expect(address).toHaveValue('second@exam');
  await expect(address).toBeFocused();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('create rep');
  await page.getByRole('option', { name: /^Create report/ }).click();
  await expect(heading('Reports')).toBeVisible();
  await expect(page.getByText('A new report')).toBeVisible();
  await expect(page).toHaveTitle(/Reports/);
  await expect(link).toHaveAttribute('aria-current', 'page');

  // It gets another screen.
  const note = page.getByLabel('Note');
  await note.fill('half a note');
  await releaseSixth(built.folder, withArchive);
  await refreshRegistry(page);
  await expect(page.getByText('A new version of this screen is ready')).toBeVisible();
  await expect(note).toHaveValue('half a note');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(note).toHaveValue('');

  // A page that is loaded there has it, from the server on.
  const other = await context.newPage();
  await other.goto(`${server.url}/reports/archive`);
  await expect(
    other.getByRole('heading', { level: 1, name: 'Archived reports', exact: true }),
  ).toBeVisible();
  await other.close();

  // It goes.
  await note.fill('half another');
  await editRegistry(built.folder, ({ remotes }) => ({
    remotes: Object.fromEntries(Object.entries(remotes).filter(([name]) => name !== SIXTH)),
  }));
  await refreshRegistry(page);
  await expect(page.getByText('This screen is no longer part of Carrel')).toBeVisible();
  await expect(note).toHaveValue('half another');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  await expect(link).toBeHidden();
  await page.goto(`${server.url}/reports`);
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  expect(loads).toHaveLength(2);
  await context.close();
});
