import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import type { ShellFixture } from '../support/shell-fixture.ts';
import { enter } from './remote-row.ts';
import type { OtherScreen, RemoteRow } from './remote-row.ts';

const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

const listed = (name: string): OtherScreen => ({
  heading: name,
  go: (page) => sidebarOf(page).getByRole('link', { name }).click(),
});

const markedLink = (name: string) => (page: Page, marked: boolean) =>
  expect(sidebarOf(page).getByRole('link', { name })).toHaveAccessibleDescription(
    marked ? /^\w+ is not available\. It (?:could not be loaded|did not answer in time)\.$/ : '',
  );

async function expectAccountMark(page: Page, marked: boolean): Promise<void> {
  await sidebarOf(page).getByRole('button', { name: 'Ada Lovelace' }).click();
  const item = page.getByRole('menuitem', { name: /^Account/ });
  await expect(item).toHaveText(marked ? /Not available\. It / : 'Account');
  await page.getByRole('menu').press('Escape');
  await expect(item).toBeHidden();
}

/** Returns every remote, with a screen of its own and one of each other remote. */
export function remoteRows({ organizationId }: ShellFixture): readonly RemoteRow[] {
  const datasets = listed('Datasets');
  const workspaces = listed('Workspaces');
  const settings = consolePaths.organizationSettings(organizationId);
  const account = { heading: 'Account', go: enter(consolePaths.account()) };
  const organization = { heading: 'Organization settings', go: enter(settings) };
  return [
    {
      remote: 'mf-auth',
      path: consolePaths.login(),
      heading: 'Sign in',
      asGuest: true,
      others: [{ heading: 'Login Required', go: enter(consolePaths.joinOrganization('a-token')) }],
    },
    {
      remote: 'mf-account',
      path: consolePaths.account(),
      heading: 'Account',
      expectMark: expectAccountMark,
      others: [datasets, workspaces, organization],
    },
    {
      remote: 'mf-organizations',
      path: settings,
      heading: 'Organization settings',
      others: [workspaces, datasets, account],
    },
    {
      remote: 'mf-datasets',
      path: consolePaths.datasets(),
      heading: 'Datasets',
      expectMark: markedLink('Datasets'),
      others: [workspaces, account, organization],
    },
    {
      remote: 'mf-workspaces',
      path: consolePaths.workspaces(),
      heading: 'Workspaces',
      expectMark: markedLink('Workspaces'),
      others: [datasets, account, organization],
    },
  ];
}
