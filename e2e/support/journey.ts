import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import type { ServerProcess } from './servers/server.ts';

/** A console's URL, and the mail that its server sends. */
export type ServedConsole = Pick<ServerProcess, 'url' | 'mailedPath'>;

/** A user of the tests. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export const ada: Person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: 'an engine of one’s own',
};

/** Timeout of the processing of a few documents, whose workers leave a busy processor to others, in milliseconds. */
export const PROCESSING_MS = 240_000;

export const TEAM_LIBRARY = path.join(import.meta.dirname, '../fixtures/team-library.zip');

/** Registers a user and opens the link that the server mailed. */
export async function register(page: Page, server: ServedConsole, person: Person): Promise<void> {
  await page.goto(server.url + consolePaths.register());
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: /register|create account/i }).click();
  await expect(
    page.getByText('Account created successfully! Please check your email for verification.'),
  ).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await expect.poll(() => server.mailedPath(person.email)).toBeDefined();
  await page.goto(`${server.url}${await server.mailedPath(person.email)}`);
  await expect(page.getByText('Email Confirmed!')).toBeVisible();
}

export async function signIn(page: Page, server: ServedConsole, person: Person): Promise<void> {
  await page.goto(server.url + consolePaths.login());
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
}

/** Creates the first organization, from the dashboard. */
export async function createOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Create an organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByText('Organization created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/**
 * Opens a list of the navigation, and waits for its screen. Until then the screen before is shown, and the dashboard
 * links the same datasets and workspaces: a click that finds one of these links waits in vain once it is hidden.
 */
export async function openList(page: Page, name: 'Datasets' | 'Workspaces'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

/** Creates a dataset from the list and stays there. */
export async function createDataset(page: Page, name: string): Promise<void> {
  await openList(page, 'Datasets');
  await page.getByRole('button', { name: 'Create Dataset' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: /create/i }).click();
  await expect(page.getByText('Dataset created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/**
 * Opens a dataset from the list, and waits for its screen. The list stays in the document, hidden, and has links
 * of the same names: a click that finds one of them waits for it in vain.
 */
export async function openDataset(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
}
