import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { parse } from 'valibot';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { documentIds } from '../../support/document-ids.ts';
import { PROCESSING_MS } from '../../support/journey.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { farPlaces } from '../../support/library/far-places.ts';
import type { FarKind, FarPlace } from '../../support/library/far-places.ts';
import { browserOf, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const reader = personNamed('Reader');
const { entries, kinds } = farPlaces();
/** One of each view. */
const EXAMINED = new Set(['ledger-240.pdf', 'code.ts', 'handbook.md', 'page.html', 'book.xlsx']);
const LEDGER = kinds.find(({ name }) => name === 'ledger-500.pdf');

let server: ServerProcess;
let fixture: DatasetFixture;
let datasetId: string;
let context: BrowserContext;
/** The addresses of hits by their words. */
const urls = new Map<string, string>();
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  context = await signUp(browser, server, reader);
  fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Harbour');
  const picture = drawPage(['The keeper of the old', 'lighthouse paints the stairs', 'each year.']);
  await fixture.fill(datasetId, [
    ...entries,
    { name: 'picture.png', content: await picture.encode('png') },
  ]);
  // At once: a connection that is not used for seconds ends.
  for (const { word, path } of kinds.flatMap(({ places }) => places)) {
    urls.set(word, await urlOf(word, path));
  }
  urls.set('lighthouse', await urlOf('lighthouse', 'picture.png'));
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const addressOf = ({ word }: Pick<FarPlace, 'word'>) => urls.get(word) ?? '';
const fileName = ({ path }: FarPlace) => path.split('/').at(-1) ?? '';
const view = (on: Page) => on.getByRole('region', { name: 'Document', exact: true });
const pageField = (on: Page) => on.getByRole('textbox', { name: 'Page' });
const markOf = (
  on: Page,
  word: string,
  { isFrame = false }: Pick<FarKind, 'isFrame'> = {},
): Locator =>
  (isFrame ? view(on).frameLocator('iframe').locator('body') : view(on))
    .locator('mark[data-match]', { hasText: word })
    .first();

/** Returns the address of the hit of a word, as the API names it, once it is found. */
async function urlOf(word: string, path: string): Promise<string> {
  let url: string | undefined;
  // What is inside of a mail or an archive is processed after it.
  await expect
    .poll(async () => (url = await searchFor(word, path)), { timeout: PROCESSING_MS })
    .toBeDefined();
  return server.url + (url ?? '');
}

async function searchFor(word: string, path: string): Promise<string | undefined> {
  const url = `${server.url}/${apiPaths.searchDataset(datasetId)}`;
  const headers = { 'X-Organization-Id': fixture.organizationId };
  const response = await context.request.post(url, { data: { query: word }, headers });
  const { results } = parse(searchResponseSchema, await response.json());
  const hit = results.find(({ document, text }) => document.path === path && text.includes(word));
  return hit?.document.url;
}

/** Expects a place to be in view and marked, and its page to be named. */
async function expectPlace(on: Page, kind: FarKind, place: FarPlace): Promise<void> {
  await expect(markOf(on, place.word, kind), `${kind.name}: ${place.word}`).toBeInViewport();
  if (kind.hasPages === true) {
    await expect(pageField(on), kind.name).toHaveValue(String(place.page));
  }
}

/** Clicks the first result of a search for a word. */
async function clickHit(on: Page, place: FarPlace): Promise<void> {
  await on.goto(server.url + consolePaths.datasetSearch(datasetId, place.word));
  const results = on.getByRole('list', { name: 'Results' });
  await results
    .getByRole('link', { name: fileName(place) })
    .first()
    .click();
  await expect(on.getByRole('heading', { level: 1 })).toHaveText(fileName(place));
}

/** Which of twelve places a page is loaded for; the open page follows the others' addresses. */
const LOADED = hardCount(1, 12);
const isLoaded = (index: number) => index < LOADED || index === 7 || index === 11;

/** Opens an address in the open page, as the browser's Back and Forward do. */
async function follow(on: Page, url: string): Promise<void> {
  await on.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, url);
}

for (const kind of kinds) {
  test(`twelve hits in ${kind.name} open at their places by address, and by click`, async () => {
    expect(kind.places).toHaveLength(12);
    for (const [index, place] of kind.places.entries()) {
      const suffix = kind.view === undefined ? '' : `&view=${kind.view}`;
      const url = addressOf(place) + suffix;
      await (isLoaded(index) ? page.goto(url) : follow(page, url));
      await expectPlace(page, kind, place);
      expect(page.url()).toBe(url);
    }
    const last = kind.places.at(-2);
    if (last === undefined || kind.view !== undefined) return;
    await clickHit(page, last);
    await expectPlace(page, kind, last);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('link', { name: fileName(last) }).first()).toBeFocused();
  });
}

test('marks lie on the words of a page that is turned', async () => {
  const places = kinds.find(({ name }) => name === 'shapes.pdf')?.places ?? [];
  // Where the word is on the page as it is drawn, from its left and from its top.
  for (const [number, left, top] of [
    [68, 0.23, 0.41],
    [107, 0.16, 0.29],
  ] as const) {
    const word = places.find(({ page }) => page === number)?.word ?? '';
    await page.goto(addressOf({ word }));
    const mark = markOf(page, word);
    await expect(mark).toBeInViewport();
    const [box, paper] = await Promise.all([
      mark.boundingBox(),
      page.locator(`[data-pdf-page="${number}"]`).boundingBox(),
    ]);
    if (box === null || paper === null) throw new Error('There is no mark.');
    expect(Math.abs((box.x + box.width / 2 - paper.x) / paper.width - left)).toBeLessThan(0.1);
    expect(Math.abs((box.y + box.height / 2 - paper.y) / paper.height - top)).toBeLessThan(0.1);
  }
});

test('the number of the page follows scrolling, and a link that is opened again leads to its place again', async () => {
  const place = LEDGER?.places[7];
  if (LEDGER === undefined || place === undefined) throw new Error('There is no such place.');
  await clickHit(page, place);
  await expectPlace(page, LEDGER, place);
  await view(page).evaluate((frame) => frame.scrollTo({ top: 0 }));
  await expect(pageField(page)).toHaveValue('1');
  await page.goBack();
  await page
    .getByRole('link', { name: fileName(place) })
    .first()
    .click();
  await expectPlace(page, LEDGER, place);
});

test('a page is shown before its text has been loaded, and who scrolls meanwhile is not moved back', async () => {
  const [, , , , , , , place, other] = LEDGER?.places ?? [];
  if (LEDGER === undefined || place === undefined || other === undefined) {
    throw new Error('There is no such place.');
  }
  const late = await context.newPage();
  let release = Promise.withResolvers<void>();
  await late.route(/\/documents\/[^/]+\/text\?/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await late.goto(addressOf(place));
  await expect(pageField(late)).toHaveValue(String(place.page));
  await expect(late.locator(`[data-pdf-page="${place.page}"] canvas`)).toBeInViewport();
  release.resolve();
  await expectPlace(late, LEDGER, place);

  release = Promise.withResolvers<void>();
  await late.goto(addressOf(other));
  await expect(pageField(late)).toHaveValue(String(other.page));
  await view(late).evaluate((frame) => frame.scrollBy({ top: -6000 }));
  await expect(pageField(late)).not.toHaveValue(String(other.page));
  const shown = await pageField(late).inputValue();
  release.resolve();
  await expect(view(late).locator('[data-pdf-page] [data-text] span').first()).toBeAttached();
  await late.getByRole('textbox', { name: 'Find in this document' }).focus();
  await expect(pageField(late)).toHaveValue(shown);
  await late.close();
});

test('a passage that was read from a picture is shown above it, with the words marked', async () => {
  await page.goto(addressOf({ word: 'lighthouse' }));
  const passage = page.getByRole('region', { name: 'Passage read from the picture' });
  await expect(passage.locator('mark', { hasText: 'lighthouse' })).toBeInViewport();
  await expect(page.getByRole('img', { name: 'picture.png' })).toBeVisible();
  await examineScreen(page, 'passage-of-a-picture');
});

test('hits open at their places on a phone, in the dark theme', async ({ browser }) => {
  const viewport = { width: 375, height: 812 };
  const phone = await browserOf(browser, server, reader, { viewport, colorScheme: 'dark' });
  const small = await phone.newPage();
  for (const kind of kinds) {
    const place = kind.places[8];
    if (place === undefined || kind.view !== undefined) continue;
    await small.goto(addressOf(place));
    await expectPlace(small, kind, place);
    if (!EXAMINED.has(kind.name)) continue;
    await examineScreen(small, `hit-${kind.name}-375-dark`, { isOnlyDark: true });
  }
  await phone.close();
});

test('a document that is replaced or deleted while its hit is open says so, as does a link to what is gone', async () => {
  const dataset = await fixture.createDataset('Small');
  const long = Array.from(
    { length: 60 },
    (_, at) => `Paragraph ${at}. ${'More words. '.repeat(40)}`,
  );
  const plan = { name: 'plan.md', content: long.join('\n\n') };
  await fixture.fill(dataset, [plan, { name: 'gone.md', content: 'It will be gone.' }]);
  const idOf = await documentIds(context.request, server, {
    datasetId: dataset,
    organizationId: fixture.organizationId,
  });
  const note = page.getByRole('status');
  await page.goto(server.url + consolePaths.document(dataset, idOf('plan.md'), 20, ['nowhere']));
  await expect(note.filter({ hasText: 'The document has changed since' })).toBeVisible();
  await fixture.fill(dataset, [{ ...plan, content: 'The plan is short now.' }]);
  await expect(
    note.filter({ hasText: 'This document was replaced while it was open' }),
  ).toBeVisible();
  await expect(view(page).getByText('The plan is short now.')).toBeVisible();
  await page.reload();
  await expect(
    note.filter({ hasText: 'The passage that this link names is not in the document any more.' }),
  ).toBeVisible();

  await page.goto(server.url + consolePaths.document(dataset, idOf('gone.md'), 0, ['gone']));
  await expect(markOf(page, 'gone')).toBeInViewport();
  await fixture.post(apiPaths.deleteDocuments(dataset), { document_ids: [idOf('gone.md')] });
  await expect(page.getByText('Document not found')).toBeVisible();
});
