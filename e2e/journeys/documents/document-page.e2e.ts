import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { documentIds } from '../../support/document-ids.ts';
import { examineThemes } from '../../support/examine-screen.ts';
import { browserOf, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { seed, waitForDocuments } from '../../support/shell-fixture.ts';
import { test } from '../../support/test.ts';

const reader = personNamed('Reader');

let server: ServerProcess;
let datasetId: string;
let idOf: (path: string) => string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, reader);
  const fixture = await seed(context.request, server, 'Readers');
  await waitForDocuments(context.request, server, fixture);
  ({ datasetId } = fixture);
  idOf = await documentIds(context.request, server, fixture);
  await context.close();
});

test.afterAll(() => server.stop());

const PAPER = 'Research/Papers/layout-parser-paper-fast.pdf';
const BOOK = 'Research/Books/winter-sports.epub';

interface Look {
  width?: number;
  chunk?: number;
}

async function open(
  browser: Browser,
  path: string,
  { width = 1280, chunk }: Look = {},
): Promise<Page> {
  const viewport = { width, height: width === 375 ? 812 : 800 };
  const context = await browserOf(browser, server, reader, { viewport });
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.document(datasetId, idOf(path), chunk));
  return page;
}

const view = (page: Page) => page.getByRole('region', { name: 'Document' });
const chunks = (page: Page) => page.getByRole('listbox', { name: 'Chunks' });
const marks = (page: Page) => view(page).locator('mark[data-chunk]');

/** Returns the share of a canvas's pixels that are dark. */
const inkOf = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at + 3] ?? 0) > 128 && (data[at] ?? 255) < 128) dark += 1;
      }
      return (4 * dark) / Math.max(1, data.length);
    });

test('a document is opened from its folder, and leads to the next one', async ({ browser }) => {
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, 'Research/Papers'));
  await page.getByRole('row', { name: /layout-parser/ }).click();
  await expect(page.getByText('Document: layout-parser-paper-fast.pdf')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('layout-parser-paper-fast.pdf');
  await page.getByRole('link', { name: 'Next document: multi-column-2p.pdf' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('multi-column-2p.pdf');
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('layout-parser-paper-fast.pdf');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Next document in this folder');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Papers' }).click();
  await expect(page.getByRole('row', { name: /multi-column/ })).toBeVisible();
  await context.close();
});

test('a PDF is drawn; a chunk is marked in it on each of its pages, and a click selects the chunk there', async ({
  browser,
}) => {
  const page = await open(browser, PAPER);
  await expect.poll(() => inkOf(page)).toBeGreaterThan(0.005);
  await chunks(page).getByRole('option').nth(2).click();
  await expect(page).toHaveURL(/\?chunk=2$/);
  await expect(page.locator('[data-pdf-page="1"] mark[data-chunk]').first()).toBeAttached();
  await expect(page.locator('[data-pdf-page="2"] mark[data-chunk]').first()).toBeAttached();
  await expect(marks(page).first()).toBeInViewport();
  await view(page).getByText('Zejiang Shen').click();
  await expect(page).toHaveURL(/\?chunk=0$/);
  await expect(chunks(page).getByRole('option', { selected: true })).toContainText('LayoutParser');

  await page.getByRole('textbox', { name: 'Page' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-pdf-page="2"]')).toBeInViewport();
  const width = () =>
    page.locator('[data-pdf-page="2"]').evaluate((element) => element.clientWidth);
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Fit width' }).click();
  await expect.poll(width).toBe(before);

  await page.getByRole('button', { name: 'Text', exact: true }).first().click();
  await expect(view(page).getByRole('heading', { name: /^LayoutParser/ })).toBeVisible();
  await expect(marks(page).first()).toBeVisible();
  await page.context().close();
});

test('a PDF that needs a password says so', async ({ browser }) => {
  const page = await open(browser, 'Legal/Memos/password.pdf');
  await expect(page.getByText('This PDF needs a password, and is not shown here.')).toBeVisible();
  await page.context().close();
});

test('a link to a chunk scrolls to it in a long text, and a search moves between matches', async ({
  browser,
}) => {
  const page = await open(browser, BOOK, { chunk: 300 });
  await expect(marks(page).first()).toBeInViewport();
  await expect(chunks(page).getByRole('option', { selected: true })).toBeInViewport();
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Find in this document' });
  await expect(field).toBeFocused();
  await page.keyboard.type('matterhorn');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(view(page).locator('mark[data-match=current]')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await expect(view(page).locator('mark[data-match=current]')).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.context().close();
});

test('a chunk is selected, read and left by keyboard alone', async ({ browser }) => {
  const page = await open(browser, 'Wiki/norwich-city.txt');
  await page.getByRole('tab', { name: /^Chunks/ }).focus();
  await page.keyboard.press('Tab');
  await expect(chunks(page)).toBeFocused();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/\?chunk=46$/);
  await expect(marks(page).first()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/\?chunk=0$/);
  await expect(page.getByRole('region', { name: 'Chunk 1', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  await page.getByRole('tab', { name: /^Chunks/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Received from library.zip')).toBeVisible();
  await page.context().close();
});

test('the original is downloaded under its name', async ({ browser }) => {
  const page = await open(browser, 'Wiki/README.md');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('README.md');
  await page.context().close();
});

const LOOKS = [
  PAPER,
  BOOK,
  'Finance/2023/stanley-cups.xlsx',
  'Mail/fake-email.eml',
  'Wiki/norwich-city.txt',
  'People/docx-tables.docx',
  'Media/CantinaBand3.wav',
];

for (const width of [1280, 375]) {
  test(`every view is accessible in both themes, ${width} px wide`, async ({ browser }) => {
    const page = await open(browser, PAPER, { width });
    for (const path of LOOKS) {
      const name = path.split('/').at(-1) ?? '';
      await page.goto(server.url + consolePaths.document(datasetId, idOf(path), 0));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByRole('tab', { name: /^Chunks/ })).toBeVisible();
      await examineThemes(page, `${name}-${width}`);
    }
    await page.goto(server.url + consolePaths.document(datasetId, idOf(PAPER), 0));
    for (const tab of [/^Chunks/, 'History']) {
      await page.getByRole('tab', { name: tab }).click();
      await examineThemes(page, `${String(tab)}-${width}`.replaceAll('/', ''));
    }
    await page.context().close();
  });
}
