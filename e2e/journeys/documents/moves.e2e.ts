import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { buildZip } from '../../support/build-zip.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const eva = personNamed('Eva');
const FILES = [
  { name: 'Letters/order.txt', content: 'We order one engine.' },
  { name: 'Manuals/engine.txt', content: 'The gasket is renewed every year.' },
  { name: 'Manuals/order.txt', content: 'How to order.' },
  { name: 'notes.txt', content: 'Notes.' },
  { name: 'plan.txt', content: 'The plan.' },
];

let server: ServerProcess;
let page: Page;
let datasetId: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, eva);
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Machines');
  await fixture.fill(datasetId, FILES);
  page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
});

test.afterAll(() => server.stop());

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const row = (name: RegExp) => page.getByRole('row', { name });
const bar = () => page.getByRole('region', { name: 'Chosen documents' });
const dialog = () => page.getByRole('dialog');
const names = () => page.getByRole('grid').locator('[data-name]');

async function choose(name: string): Promise<void> {
  await row(new RegExp(name.replace('.', '\\.'))).hover();
  await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
}

test('a folder is created, and stays without documents', async () => {
  await button('New folder').click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('manuals');
  await button('Create folder', dialog()).click();
  await expect(dialog()).toContainText('There is Manuals already.');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Archive');
  await button('Create folder', dialog()).click();
  await expect(names()).toHaveText(['Archive', 'Letters', 'Manuals', 'notes.txt', 'plan.txt']);
  await page.reload();
  await expect(row(/Archive/)).toBeVisible();
});

test('documents are moved into it, and back with Undo', async () => {
  await choose('notes.txt');
  await choose('plan.txt');
  await button('Move', bar()).click();
  await button('Archive', dialog()).click();
  await expect(dialog()).toContainText('2 documents will be moved');
  await button('Move here', dialog()).click();
  await expect(names()).toHaveText(['Archive', 'Letters', 'Manuals']);
  await button('Undo').click();
  await expect(page.getByText('Moved back 2 documents')).toBeVisible();
  await expect(names()).toHaveText(['Archive', 'Letters', 'Manuals', 'notes.txt', 'plan.txt']);
});

test('what is taken is said before, and both are kept if that is chosen', async () => {
  await row(/Letters/).click();
  await choose('order.txt');
  await button('Move', bar()).click();
  await dialog().getByRole('textbox', { name: 'Folder' }).fill('Manuals');
  await expect(dialog()).toContainText('1 document will stay where it is.');
  await expect(button('Move here', dialog())).toBeDisabled();
  await dialog().getByRole('combobox', { name: 'Where a path is taken' }).selectOption('number');
  await expect(dialog()).toContainText('Becomes Manuals/order (2).txt');
  await button('Move here', dialog()).click();
  await expect(dialog()).toBeHidden();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, 'Manuals'));
  await expect(names()).toHaveText(['engine.txt', 'order (2).txt', 'order.txt']);
});

test('a document is renamed on its page', async () => {
  await row(/engine\.txt/).click();
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const field = dialog().getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await page.keyboard.type('motor');
  await expect(field).toHaveValue('motor.txt');
  await button('Rename', dialog()).click();
  await expect(page.getByRole('heading', { level: 1, name: 'motor.txt' })).toBeVisible();
});

test('a folder is renamed, with all that is in it', async () => {
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await choose('Manuals');
  await button('Rename', bar()).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Handbooks');
  await expect(dialog()).toContainText('3 documents will be renamed');
  await button('Rename', dialog()).click();
  await expect(row(/Handbooks/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names()).toHaveText(['motor.txt', 'order (2).txt', 'order.txt']);
});

test('a folder without documents is deleted', async () => {
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await choose('Archive');
  await button('Delete', bar()).click();
  await button('Delete folder', page.getByRole('alertdialog')).click();
  await expect(names()).toHaveText(['Handbooks', 'notes.txt', 'plan.txt']);
});

test('rows are dragged onto a folder, and out of it onto the path', async () => {
  await row(/notes\.txt/).dragTo(row(/Handbooks/));
  await expect(dialog().getByRole('textbox', { name: 'Folder' })).toHaveValue('Handbooks');
  await button('Move here', dialog()).click();
  await expect(names()).toHaveText(['Handbooks', 'plan.txt']);
  await row(/Handbooks/).click();
  await row(/notes\.txt/).dragTo(page.getByRole('link', { name: 'Home' }));
  await button('Move to the top folder', dialog()).click();
  await expect(names()).toHaveText(['motor.txt', 'order (2).txt', 'order.txt']);
});

test('F2 renames, and Shift+F2 moves', async () => {
  await row(/motor\.txt/).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('engine');
  await expect(button('Rename', dialog())).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(row(/engine\.txt/)).toBeFocused();
  await page.keyboard.press('Shift+F2');
  await dialog().getByRole('textbox', { name: 'Folder' }).fill('Engines/Old');
  await expect(button('Move here', dialog())).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(row(/engine\.txt/)).toBeHidden();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, 'Engines/Old'));
  await expect(names()).toHaveText(['engine.txt']);
});

test('the plan of an upload says where documents are now, and asks once what archives do', async () => {
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  await page.getByLabel('ZIP file').setInputFiles({
    name: 'machines.zip',
    mimeType: 'application/zip',
    buffer: buildZip(FILES),
  });
  const plan = page.getByRole('region', { name: 'What this upload will do' });
  await plan.getByRole('button', { name: /Unchanged/ }).click();
  await expect(plan).toContainText('moved to Engines/Old/engine.txt');
  await button('Keep where they are now').click();
  await expect(button('Keep where they are now')).toBeHidden();
  await page.goto(server.url + consolePaths.datasetSettings(datasetId));
  await expect(page.getByRole('combobox', { name: 'Documents that were moved' })).toHaveValue(
    'keep',
  );
});
