import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const eva = personNamed('Eva');

let server: ServerProcess;
let page: Page;
let datasetId: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, eva);
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Machines');
  await fixture.fill(datasetId, [
    { name: 'Manuals/engine.txt', content: 'The gasket is renewed every year.' },
    { name: 'notes.txt', content: 'Notes.' },
    { name: 'order.txt', content: 'How to order.' },
    { name: 'plan.txt', content: 'The plan.' },
  ]);
  page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
});

test.afterAll(() => server.stop());

const row = (name: RegExp) => page.getByRole('row', { name });
const menu = () => page.getByRole('menu');
const item = (name: RegExp) => page.getByRole('menuitem', { name });
const dialog = () => page.getByRole('dialog');

test('a right click on a row opens its menu, and Escape gives the focus back', async () => {
  await row(/order\.txt/).click({ button: 'right', position: { x: 500, y: 20 } });
  await expect(menu()).toHaveAccessibleName('Actions of order.txt');
  await page.keyboard.press('ArrowDown');
  await expect(item(/^Open/).first()).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Escape');
  await expect(menu()).toBeHidden();
  await expect(row(/order\.txt/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(/plan\.txt/)).toBeFocused();
  await examineScreen(page, 'list of documents with menus');
});

for (const key of ['Shift+F10', 'ContextMenu']) {
  test(`${key} opens the menu of the row with the focus, and a renamed row has it again`, async () => {
    await row(/plan/).focus();
    await page.keyboard.press(key);
    await expect(item(/^Open Enter/)).toHaveAttribute('data-highlighted', '');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(dialog().getByRole('textbox', { name: 'Name' })).toBeFocused();
    const name = key === 'Shift+F10' ? 'plans' : 'a plan';
    await page.keyboard.type(name);
    await expect(dialog().getByRole('button', { name: 'Rename' })).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(row(new RegExp(`${name}\\.txt`))).toBeFocused();
  });
}

test('the button of a folder moves it, and the next row has the focus', async () => {
  await row(/Manuals/).hover();
  await page.getByRole('button', { name: 'Actions of Manuals' }).click();
  await expect(item(/Versions/)).toBeHidden();
  await item(/^Move/).click();
  await dialog().getByRole('textbox', { name: 'Folder' }).fill('Archive');
  await dialog().getByRole('button', { name: 'Move here' }).click();
  await expect(row(/Manuals/)).toBeHidden();
  await expect(row(/Archive/)).toBeVisible();
  await expect(row(/a plan\.txt/)).toBeFocused();
});

test('the menu of a selected row is about all that is selected', async () => {
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+F10');
  await expect(menu()).toContainText('2 selected');
  await item(/^Delete/).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete documents' }).click();
  await expect(page.getByText('Deleted 2 documents')).toBeVisible();
  await expect(row(/order\.txt/)).toBeFocused();
  const toast = page.getByRole('listitem').filter({ hasText: 'Deleted 2 documents' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(row(/notes\.txt/)).toBeVisible();
});

test('a found document has a menu, and so has a card on a phone', async () => {
  await page.setViewportSize({ width: 375, height: 720 });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('button', { name: 'Actions of order.txt' }).click();
  await item(/^Versions/).click();
  await expect(page.getByText('No earlier version is kept')).toBeVisible();
  await page.goto(`${server.url}${consolePaths.datasetDocuments(datasetId)}?q=engine`);
  await page.getByRole('button', { name: 'Actions of engine.txt' }).click();
  await item(/^Delete/).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete document', exact: true })
    .click();
  await expect(page.getByText('Deleted 1 document')).toBeVisible();
});
