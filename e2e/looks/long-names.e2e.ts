import { DOCUMENT_PAGE_LIMIT_MAX, documentListSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parse } from 'valibot';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const OVERRIDE = '\u202E';
/** As long as a name can be. */
const NAMES = {
  unbroken: 'W'.repeat(100),
  emoji: '👩‍👩‍👧‍👦'.repeat(9),
  rightToLeft: 'שלוםשלום'.repeat(12),
  override: `${OVERRIDE}fdp.${'exe'.repeat(31)}`,
};
const LIST = Object.values(NAMES);
/** As long as the name of a file can be: 255 bytes. */
const FILES = [
  `${'W'.repeat(251)}.txt`,
  `${'👩‍👩‍👧‍👦'.repeat(10)}.txt`,
  `${'שלום'.repeat(31)}.txt`,
  `${OVERRIDE}fdp.${'x'.repeat(240)}.txt`,
];
const FOLDER = 'F'.repeat(255);
const person = {
  ...personNamed('Wanda'),
  firstName: NAMES.override,
  lastName: NAMES.unbroken,
  email: `${'w'.repeat(64)}@${'w'.repeat(60)}.${'w'.repeat(60)}.example`,
};

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, person);
  await request.dispose();
});

test.afterAll(() => server.stop());

/** What of a screen's texts does not fit, or could turn the text around it. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate((override) => {
    const root = document.documentElement;
    const found: [fault: string, element: Element][] = [];
    if (root.scrollWidth > root.clientWidth) found.push(['scrolls sideways', root]);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const style = getComputedStyle(element);
      const hidden = element.clientWidth <= 1 || element.matches('input, textarea, select, svg *');
      if (hidden || element.scrollWidth <= element.clientWidth + 1) continue;
      if (style.overflowX === 'visible') continue;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll')
        found.push(['scrolls sideways', element]);
      else if (style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none')
        found.push(['is cut without an ellipsis', element]);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const at = text.indexOf(override);
      const parent = node.parentElement;
      if (at < 0 || parent === null || parent.closest('bdi, script, style') !== null) continue;
      const before = text.slice(0, at);
      if (before.lastIndexOf('\u2068') <= before.lastIndexOf('\u2069'))
        found.push(['turns the text around it', parent]);
    }
    return found.map(([fault, { outerHTML }]) => `${fault}: ${outerHTML.slice(0, 200)}`);
  }, OVERRIDE);
}

test('long names in any script fit every screen, and turn no text around them', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, person, {
    viewport: { width: 375, height: 812 },
    reducedMotion: 'reduce',
  });
  const { request } = context;
  const fixture = await DatasetFixture.create(request, server, NAMES.override);
  const { organizationId } = fixture;
  const datasets: string[] = [];
  const workspaces: string[] = [];
  for (const name of LIST) {
    datasets.push(await fixture.createDataset(name));
    workspaces.push(await fixture.createWorkspace(name));
  }
  const [datasetId = ''] = datasets;
  const [workspaceId = ''] = workspaces;
  await fixture.attach(workspaceId, datasetId);
  await fixture.fill(
    datasetId,
    FILES.flatMap((name) => [
      { name, content: `Words. ${NAMES.unbroken}` },
      { name: `${FOLDER}/${name}`, content: `Words in a folder. ${NAMES.unbroken}` },
    ]),
  );
  const listed = await request.get(
    `${server.url}/${apiPaths.documents(datasetId, { limit: DOCUMENT_PAGE_LIMIT_MAX })}`,
    { headers: { 'X-Organization-Id': organizationId } },
  );
  const { documents } = parse(documentListSchema, await listed.json());
  const page = await context.newPage();
  const screens = [
    consolePaths.dashboard(),
    consolePaths.account(),
    consolePaths.organizationSettings(organizationId),
    consolePaths.workspaces(),
    consolePaths.workspaceManage(workspaceId),
    consolePaths.workspaceManage(workspaces.at(-1) ?? ''),
    consolePaths.workspaceSearch(workspaceId),
    consolePaths.workspaceSearch(workspaceId, 'words'),
    consolePaths.workspaceTests(workspaceId),
    consolePaths.workspaceSearches(workspaceId),
    consolePaths.workspaceAsk(workspaceId, 'words'),
    consolePaths.datasets(),
    consolePaths.datasetDocuments(datasetId),
    consolePaths.datasetDocuments(datasets.at(-1) ?? ''),
    consolePaths.datasetDocuments(datasetId, FOLDER),
    `${consolePaths.datasetDocuments(datasetId)}?q=words`,
    consolePaths.datasetArchives(datasetId),
    consolePaths.datasetDuplicates(datasetId),
    consolePaths.datasetSources(datasetId),
    consolePaths.datasetSettings(datasetId),
    consolePaths.datasetSearch(datasetId, 'words'),
    ...documents.slice(0, FILES.length).map(({ id }) => consolePaths.document(datasetId, id, 0)),
    ...documents
      .slice(0, 1)
      .map(({ id }) => consolePaths.documentVersions(datasetId, id, { version: 1 })),
  ];
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    for (const path of screens) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await networkIdle(page);
      expect.soft(await faults(page), `${width} ${path}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 812 });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  const cut = page.getByRole('link', { name: FOLDER });
  await cut.hover();
  await expect(page.locator(`[title="${FOLDER}"]`)).toHaveCount(1);
  await context.close();
});

test('long names fit the menus and the dialogs of a narrow screen', async ({ browser }) => {
  const context = await browserOf(browser, server, person, {
    viewport: { width: 375, height: 812 },
    reducedMotion: 'reduce',
  });
  const fixture = await DatasetFixture.create(context.request, server, NAMES.unbroken);
  await fixture.createDataset(NAMES.unbroken);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasets());
  const fits = async (what: string) => {
    expect.soft(await faults(page), what).toEqual([]);
  };
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible();
  await fits('sidebar');
  await page.getByRole('button', { name: /Owner$/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await fits('organizations');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeHidden();
  await page.getByRole('button', { name: 'Actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await fits('deleting');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: NAMES.unbroken }).first()).toBeVisible();
  await fits('palette');
  await context.close();
});
