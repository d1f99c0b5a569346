import path from 'node:path';

import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { examineThemes } from '../support/examine-screen.ts';
import { ada, register, signIn } from '../support/journey.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
];

const invited = (place: number) => `person-${place}@a-rather-long-name.example.com`;

async function post(page: Page, path: string, data: unknown): Promise<{ id: string }> {
  const response = await page.request.post(`${server.url}/${path}`, { data });
  expect(response.ok()).toBe(true);
  return (await response.json()) as { id: string };
}

/** Seeds more organizations than a menu holds, the first of them with invitations. */
async function seed(page: Page): Promise<string> {
  const { id } = await post(page, apiPaths.organizations(), {
    name: 'Analytical Engines',
    description: 'Engines of the analytical kind',
  });
  for (let number = 2; number <= 24; number += 1) {
    await post(page, apiPaths.organizations(), { name: `Organization ${number}` });
  }
  const list = await page.request.get(`${server.url}/${apiPaths.organizations()}`);
  const { organizations } = (await list.json()) as {
    organizations: { id: string; roles: { id: string; name: string }[] }[];
  };
  const roles = organizations.find((one) => one.id === id)?.roles ?? [];
  for (const [place, role] of roles.entries()) {
    await post(page, apiPaths.members(id), {
      email_address: invited(place),
      role_id: role.id,
    });
  }
  return id;
}

async function openSwitcher(page: Page, width: number): Promise<void> {
  if (width < 768)
    await page
      .getByRole('button', { name: /sidebar/i })
      .first()
      .click();
  await page.getByRole('button', { name: /^Analytical Engines/ }).click();
  await expect(page.getByRole('dialog', { name: 'Switch organization' })).toBeVisible();
}

test('the screens of an organization are accessible in both themes, wide and narrow', async ({
  page,
}) => {
  await register(page, server, ada);
  await signIn(page, server, ada);
  const id = await seed(page);
  for (const size of SIZES) {
    const name = (screen: string) => `${screen}-${size.width}`;
    await page.setViewportSize(size);
    await page.goto(server.url + consolePaths.organizationSettings(id));
    await expect(page.getByRole('heading', { name: 'Pending invitations' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete Organization' })).toBeVisible();
    await examineThemes(page, name('settings'));
    await page.getByRole('heading', { name: 'Pending invitations' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Delete Organization' }).scrollIntoViewIfNeeded();
    await examineThemes(page, name('settings-end'));
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
    await examineThemes(page, name('activity'));
    await openSwitcher(page, size.width);
    await examineThemes(page, name('switcher'));
    const mailed = (await server.mailedPath(invited(0))) ?? '';
    await page.goto(server.url + consolePaths.joinOrganization(path.basename(mailed)));
    await expect(page.getByText(/invites you to join Analytical Engines/)).toBeVisible();
    await examineThemes(page, name('join'));
  }
});
