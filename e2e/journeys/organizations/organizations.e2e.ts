import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { ada, createOrganization, register, signIn } from '../../support/journey.ts';
import type { Person } from '../../support/journey.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

const grace: Person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  password: 'a compiler of one’s own',
};
const bob: Person = { ...grace, firstName: 'Bob', lastName: 'Byron', email: 'bob@example.com' };

/** Opens a page in a browser context of its own. */
async function otherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

async function openSettings(page: Page, organization: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${organization}`) }).click();
  await page.getByRole('menuitem', { name: `Settings of ${organization}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organization settings');
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite Member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Member invitation sent successfully')).toBeVisible();
  await expect(pendingRow(page, email)).toBeVisible();
}

const pendingRow = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Pending invitations' }).getByRole('row', { name: email });

const memberRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Members' }).getByRole('row', { name });

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave Organization' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click();
}

/** Returns the link of the newest mail to an address, once it differs from the previous one. */
async function mailed(email: string, before?: string): Promise<string> {
  await expect.poll(() => server.mailedPath(email)).not.toBe(before);
  await expect.poll(() => server.mailedPath(email)).toContain('/organizations/');
  return (await server.mailedPath(email)) ?? '';
}

test.describe.serial('two users and an organization', () => {
  let page: Page;
  let other: Page;

  test.beforeAll(async ({ browser }) => {
    page = await otherBrowser(browser);
    other = await otherBrowser(browser);
  });

  test.afterAll(async () => {
    await page.context().close();
    await other.context().close();
  });

  test('a new user is invited, completes an account and becomes a member', async () => {
    await register(page, server, ada);
    await signIn(page, server, ada);
    await createOrganization(page, 'Analytical Engines');
    await openSettings(page, 'Analytical Engines');
    await invite(page, grace.email, 'Editor');

    const link = await mailed(grace.email);
    expect(link).toContain('/organizations/accept-invitation/');
    await other.goto(server.url + link);
    await other.getByLabel('First name').fill(grace.firstName);
    await other.getByLabel('Last name').fill(grace.lastName);
    await other.getByLabel('Password', { exact: true }).fill(grace.password);
    await other.getByLabel('Confirm password').fill(grace.password);
    await other.getByRole('button', { name: 'Create Account & Join Organization' }).click();
    await expect(other.getByText('Account created successfully! You can now login.')).toBeVisible();
    await expect(other).toHaveURL(server.url + consolePaths.login());
    await signIn(other, server, grace);
    await expect(other.getByRole('button', { name: /^Analytical Engines\s*Editor/ })).toBeVisible();

    await page.reload();
    await expect(memberRow(page, 'Grace Hopper')).toContainText('Editor');
    await expect(page.getByText('Nobody has an open invitation.')).toBeVisible();
  });

  test('an existing user declines an invitation, and then accepts it', async ({ browser }) => {
    const bobs = await otherBrowser(browser);
    await register(bobs, server, bob);
    await invite(page, bob.email, 'Viewer');
    const link = await mailed(bob.email);
    expect(link).toContain('/organizations/join/');

    // Another user cannot accept it.
    await other.goto(server.url + link);
    await other.getByRole('button', { name: 'Accept Invitation' }).click();
    await expect(
      other.getByText(`This invitation to “Analytical Engines” was sent to ${bob.email}`),
    ).toBeVisible();
    await expect(other.getByRole('button', { name: 'Sign in as somebody else' })).toBeVisible();

    await bobs.goto(server.url + link);
    await expect(bobs.getByRole('heading', { level: 1 })).toHaveText('Login Required');
    await bobs.getByRole('link', { name: 'Login' }).click();
    await expect(bobs.getByText(/log in to accept/)).toBeVisible();
    await bobs.getByLabel('Email').fill(bob.email);
    await bobs.getByLabel('Password', { exact: true }).fill(bob.password);
    await bobs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(bobs.getByRole('heading', { level: 1 })).toHaveText('Welcome, Bob');
    await bobs.getByRole('button', { name: 'Decline' }).click();
    await expect(bobs).toHaveURL(server.url + consolePaths.dashboard());
    await expect(
      bobs.getByRole('main').getByRole('button', { name: 'Create an organization' }),
    ).toBeVisible();

    await bobs.goto(server.url + link);
    let loads = 0;
    bobs.on('load', () => (loads += 1));
    await expect(bobs.getByRole('heading', { level: 1 })).toHaveText('Welcome, Bob');
    loads = 0;
    await bobs.getByRole('button', { name: 'Accept Invitation' }).click();
    await expect(bobs.getByText('Successfully joined the organization!')).toBeVisible();
    await expect(bobs).toHaveURL(server.url + consolePaths.dashboard());
    await expect(bobs.getByRole('button', { name: /^Analytical Engines\s*Viewer/ })).toBeVisible();
    // The screen may be there before the event.
    await expect.poll(() => loads).toBe(1);

    // The link works only once.
    await bobs.goto(server.url + link);
    await expect(bobs.getByRole('heading', { level: 1 })).toHaveText('Invalid Invitation');
    await bobs.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(bobs).toHaveURL(server.url + consolePaths.dashboard());
    await bobs.context().close();
  });

  test('the link of a revoked invitation does not work', async ({ browser }) => {
    await page.reload();
    await invite(page, 'nobody@example.com', 'Viewer');
    const link = await mailed('nobody@example.com');
    await pendingRow(page, 'nobody@example.com').getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByText(/sent less than a minute ago/)).toBeVisible();
    await pendingRow(page, 'nobody@example.com').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(page.getByText('Invitation revoked')).toBeVisible();
    await expect(page.getByText('Nobody has an open invitation.')).toBeVisible();

    const stranger = await otherBrowser(browser);
    await stranger.goto(server.url + link);
    await stranger.getByLabel('First name').fill('No');
    await stranger.getByLabel('Last name').fill('Body');
    await stranger.getByLabel('Password', { exact: true }).fill(grace.password);
    await stranger.getByLabel('Confirm password').fill(grace.password);
    await stranger.getByRole('button', { name: 'Create Account & Join Organization' }).click();
    await expect(stranger.getByText('Invalid invitation token')).toBeVisible();
    await stranger.context().close();
  });

  test('an Editor sees the controls, and messages that name the required role', async () => {
    await other.goto(server.url + consolePaths.dashboard());
    await openSettings(other, 'Analytical Engines');
    await other.getByRole('button', { name: 'Invite Member' }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('friend@example.com');
    await dialog.getByLabel('Role').selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(other.getByText('Only an Owner or Admin can invite members.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Discard' }).click();
    await other.getByRole('button', { name: 'Delete Organization' }).click();
    const deletion = other.getByRole('alertdialog');
    await deletion.getByRole('textbox').fill('Analytical Engines');
    await deletion.getByRole('button', { name: 'Delete organization' }).click();
    await expect(other.getByText('Only an Owner can delete the organization.')).toBeVisible();
    await deletion.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByRole('link', { name: 'Activity' })).toHaveCount(0);
  });

  test('the Owner removes a member, and reads the activity', async () => {
    await page.reload();
    const row = memberRow(page, 'Grace Hopper');
    await row.getByRole('button', { name: 'Edit role' }).click();
    const edit = page.getByRole('dialog');
    await expect(edit.getByRole('button', { name: 'Update role' })).toBeDisabled();
    await edit.getByLabel('Role').selectOption('Viewer');
    await edit.getByRole('button', { name: 'Update role' }).click();
    await expect(page.getByText('Member role updated successfully')).toBeVisible();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click();
    await expect(
      page.getByText('Grace Hopper has been removed from the organization'),
    ).toBeVisible();

    await page.getByRole('link', { name: 'Activity' }).click();
    const activity = page.getByRole('list', { name: 'Activity' });
    for (const sentence of [
      'Ada Lovelace removed Grace Hopper from the organization',
      'Ada Lovelace changed the role of Grace Hopper from Editor to Viewer',
      'Ada Lovelace revoked the invitation of nobody@example.com',
      'Bob Byron joined the organization as Viewer',
      'Ada Lovelace invited bob@example.com as Viewer',
      'Grace Hopper joined the organization as Editor',
      'Ada Lovelace created the organization Analytical Engines',
    ]) {
      await expect(activity.getByText(sentence)).toBeVisible();
    }
    await page.getByLabel('Person').selectOption({ label: 'Bob Byron' });
    await expect(activity.getByRole('listitem')).toHaveCount(1);
    await expect(page).toHaveURL(/view=activity&person=/);
    await page.reload();
    await expect(activity.getByRole('listitem')).toHaveCount(1);
  });

  test('a member leaves, the last Owner may not', async ({ browser }) => {
    await page.getByRole('link', { name: 'General' }).click();
    await leave(page);
    await expect(page.getByText('Make another member an Owner first.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();

    const leaving = await otherBrowser(browser);
    await signIn(leaving, server, bob);
    await openSettings(leaving, 'Analytical Engines');
    await leave(leaving);
    await expect(leaving.getByText('You have left Analytical Engines')).toBeVisible();
    await expect(leaving).toHaveURL(server.url + consolePaths.dashboard());
    await expect(leaving.getByRole('button', { name: 'Create an organization' })).toBeVisible();
    await leaving.context().close();

    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('Bob Byron left the organization')).toBeVisible();
  });
});
