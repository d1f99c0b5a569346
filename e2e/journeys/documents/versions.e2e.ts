import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { parse } from 'valibot';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { documentIds } from '../../support/document-ids.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { PROCESSING_MS } from '../../support/journey.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const editor = personNamed('Editor');
const rest = Array.from({ length: 30 }, (_, at) => `Rule ${at} of the house stays as it is.`);
const plan = (oil: string, more = '') =>
  [`# Plan`, `Oil is changed every ${oil}.`, ...rest, `Brakes are checked.${more}`].join('\n\n');

let server: ServerProcess;
let fixture: DatasetFixture;
let context: BrowserContext;
let page: Page;
let datasetId: string;
let documentId: string;
/** The address of a hit in the first version. */
let cited: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  context = await signUp(browser, server, editor);
  fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('House');
  await fixture.fill(datasetId, [{ name: 'plan.md', content: plan('5,000 km') }]);
  const idOf = await documentIds(context.request, server, {
    datasetId,
    organizationId: fixture.organizationId,
  });
  documentId = idOf('plan.md');
  const found = await context.request.post(`${server.url}/${apiPaths.searchDataset(datasetId)}`, {
    data: { query: 'oil' },
    headers: { 'X-Organization-Id': fixture.organizationId },
  });
  cited = parse(searchResponseSchema, await found.json()).results[0]?.document.url ?? '';
  await fixture.fill(datasetId, [
    { name: 'plan.md', content: plan('10,000 km', ' Tyres are changed in autumn.') },
  ]);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

test('the history of a document lists its versions, and two are compared', async () => {
  await page.goto(server.url + consolePaths.document(datasetId, documentId));
  await page.getByRole('tab', { name: 'History' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await versions.getByRole('button', { name: 'Actions of version 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with current' }).click();
  const changes = page.getByRole('region', { name: 'Changes from Version 1 to Version 2' });
  await expect(changes.getByRole('deletion')).toHaveText('Removed: 5,000.');
  await expect(changes.getByRole('insertion').first()).toHaveText('Added: 10,000.');
  await expect(changes.getByRole('insertion').last()).toContainText('Tyres are changed in autumn');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(changes.getByRole('insertion').last()).toBeInViewport();
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect(changes.getByRole('group', { name: 'Version 1' }).first()).toContainText('5');
  await examineScreen(page, 'comparison');
});

test('a link to a passage of the earlier version says that it may have changed, and leads there', async () => {
  await page.goto(server.url + cited);
  const note = page.getByRole('status').filter({ hasText: 'This link is of version 1.' });
  await expect(note).toBeVisible();
  await page.getByRole('link', { name: 'Show what changed' }).click();
  await expect(
    page.getByRole('region', { name: 'Changes from Version 1 to Version 2' }),
  ).toBeVisible();
});

test('an earlier version is read and restored', async () => {
  await page.goto(
    server.url + consolePaths.documentVersions(datasetId, documentId, { version: 1 }),
  );
  const text = page.getByRole('region', { name: 'Text of version 1' });
  await expect(text.getByText('Oil is changed every 5,000 km.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version' }).click();
  await expect(page.getByText('Version 1 is restored, and is being processed')).toBeVisible();
  await page.getByRole('link', { name: 'Document', exact: true }).click();
  const document = page.getByRole('region', { name: 'Document', exact: true });
  await expect(document.getByText('Oil is changed every 5,000 km.')).toBeVisible({
    timeout: PROCESSING_MS,
  });
});

test('an earlier version is deleted, and a link to it says so', async () => {
  await page.goto(server.url + consolePaths.document(datasetId, documentId));
  await page.getByRole('tab', { name: 'History' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(3);
  await versions.getByRole('button', { name: 'Actions of version 2' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete version' });
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Delete version' }).click();
  await expect(page.getByText('Deleted version 2')).toBeVisible();
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await expect(versions.locator('..')).toBeFocused();
  await page.goto(
    server.url + consolePaths.documentVersions(datasetId, documentId, { version: 2 }),
  );
  await expect(page.getByText('Failed to fetch the text')).toBeVisible();
});
