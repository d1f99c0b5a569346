import { rm } from 'node:fs/promises';
import path from 'node:path';

import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { LONG_PDF, OTHERS, RTL_NAME, TEXTS } from './hostile-files.ts';
import { test } from '../support/test.ts';

const eve = personNamed('Eve');

// A trace fetches images from blob: URLs itself, which the policy of the page refuses.
test.use({ trace: 'off' });

let server: ServerProcess;
let owner: BrowserContext;
let fixture: DatasetFixture;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  owner = await signUp(browser, server, eve);
  fixture = await DatasetFixture.create(owner.request, server);
  datasetId = await fixture.createDataset('Hostile');
  await fixture.fill(datasetId, [...TEXTS, ...OTHERS]);
});

test.afterAll(async () => {
  await owner.close();
  await server.stop();
});

/** Returns a list of everything on a page that a document must not cause. */
async function problemsOn(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeBinding('recordViolation', (_, text: string) => problems.push(text));
  await page.addInitScript(() => {
    const { recordViolation } = globalThis as unknown as {
      recordViolation: (text: string) => void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      recordViolation(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => {
    problems.push(`asked ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`failed with ${error.message}`));
  page.on('popup', (popup) => problems.push(`opened ${popup.url()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('blob:')) problems.push(`requested ${url}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

/** Opens a document by the address that its row in the list has. */
async function open(page: Page, name: string | RegExp): Promise<void> {
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  const link = page.getByRole('row').filter({ hasText: name }).getByRole('link');
  await page.goto(server.url + (await link.getAttribute('href')));
}

const ran = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { __ran?: unknown }).__ran);

test('no document runs a script, asks for anything, or reaches another origin', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  for (const { name } of TEXTS) {
    await open(page, name === RTL_NAME ? /invoice/ : name);
    const view = page.getByRole('region', { name: 'Document' });
    await expect(view.getByText('Harmless words').first()).toBeVisible();
    await page.getByRole('option').first().click();
    await view.getByText('Harmless words').first().click();
    await page.getByRole('tab', { name: 'History' }).click();
    await networkIdle(page);
    expect(await ran(page), name).toBeUndefined();
    expect(problems, name).toEqual([]);
    expect(page.url(), name).toContain(server.url);
  }
  await context.close();
});

test('a name that turns the text around it does not', async ({ browser }) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  await open(page, /invoice/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\u2068invoice.*\u2069$/);
  await context.close();
});

const FRAMED = 'Harmless words|Click the words|Send the form|Follow the \\w+|More';

test('a page in its frame runs nothing, loads nothing and leads nowhere', async ({ browser }) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  await open(page, 'page.html');
  const frame = page.locator('iframe');
  const shown = frame.contentFrame();
  await expect(shown.getByRole('heading', { name: 'Harmless words' })).toBeVisible();
  const url = page.url();
  for (const text of await shown.getByText(new RegExp(`^(?:${FRAMED})$`)).all()) {
    await text.click();
    await page.keyboard.press('Enter');
  }
  await networkIdle(page);
  const left =
    'script, form, input, button, iframe, object, embed, svg, link, base, [href], [srcset]';
  await expect(shown.locator(left)).toHaveCount(0);
  expect(await ran(page)).toBeUndefined();
  expect(problems).toEqual([]);
  expect(page.url().split('?')[0]).toBe(url.split('?')[0]);
  expect(context.pages()).toHaveLength(1);

  // What got past the sanitizer would neither load nor lead anywhere.
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    failed.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  await frame.evaluate((element: HTMLIFrameElement) => {
    const { contentDocument } = element;
    const image = contentDocument?.createElement('img');
    image?.setAttribute('src', 'https://elsewhere.example/late.png');
    const link = contentDocument?.createElement('a');
    link?.setAttribute('href', 'https://elsewhere.example/late');
    contentDocument?.body.append(image ?? '', link ?? '');
    link?.click();
  });
  for (const directive of [/img-src/, /frame-src/]) {
    await expect.poll(() => problems.some((text) => directive.test(text))).toBe(true);
  }
  await expect.poll(() => failed).toEqual(['https://elsewhere.example/late.png csp']);
  await context.close();
});

test('documents of absurd sizes are refused before they are drawn, or shown in part', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  await open(page, 'large.png');
  await expect(page.getByText(/^This image has 50,000 × 50,000 pixels/)).toBeVisible();
  await page.route('**/content', (route) => route.fulfill({ body: LONG_PDF }));
  await open(page, 'long.pdf');
  await expect(page.getByText(/^This document has 20,001 pages/)).toBeVisible();
  await open(page, 'line.csv');
  const view = page.getByRole('region', { name: 'Document' });
  await expect(view.getByText('Harmless words').first()).toBeVisible();
  expect(await view.locator('*').count()).toBeLessThan(5000);
  expect(problems).toEqual([]);
  await context.close();
});

test('an image is drawn from its bytes; what is none says so', async ({ browser }) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  await open(page, 'dot.gif');
  await expect(page.getByRole('img', { name: 'dot.gif' })).toHaveAttribute('src', /^blob:/);
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'dot.gif' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  await open(page, 'not-an-image.png');
  await expect(page.getByText(/^This image is damaged/)).toBeVisible();
  expect(await ran(page)).toBeUndefined();
  expect(problems).toEqual([]);
  await context.close();
});

test('a document that changes while it is open is shown as it is now, and says when it is deleted', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const changing = await fixture.createDataset('Changing');
  const write = (words: string) =>
    fixture.fill(changing, [{ name: 'a.html', content: `<h1>${words}</h1><p>More words` }]);
  await write('First words');
  await page.goto(server.url + consolePaths.datasetDocuments(changing));
  await page.getByRole('row', { name: 'a.html' }).getByRole('link').click();
  const shown = page.locator('iframe').contentFrame();
  await expect(shown.getByRole('heading', { name: 'First words' })).toBeVisible();
  const documentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await write('Second words');
  await expect(shown.getByRole('heading', { name: 'Second words' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Second words/ })).toBeVisible();
  await fixture.post(apiPaths.reprocessDocuments(changing), { document_ids: [documentId] });
  await expect(shown.getByRole('heading', { name: 'Second words' })).toBeVisible();
  await fixture.post(apiPaths.deleteDocuments(changing), { document_ids: [documentId] });
  await expect(page.getByText('Document not found')).toBeVisible();
  await context.close();
});

test('a document whose bytes are lost says so, and its chunks are still there', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  await rm(path.join(server.dataDirectory, 'archives'), { recursive: true });
  for (const [name, reason] of [
    ['paper.pdf', 'The PDF could not be loaded'],
    ['page.html', 'The page could not be loaded'],
    ['dot.gif', 'The image could not be loaded'],
  ] as const) {
    await open(page, name);
    // After the tries of a request.
    await expect(page.getByText(reason)).toBeVisible({ timeout: 45_000 });
    await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
  }
  await open(page, 'paper.pdf');
  await expect(page.getByRole('option', { name: /Harmless words/ })).toBeVisible();
  await context.close();
});
