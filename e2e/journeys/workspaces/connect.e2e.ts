import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const run = promisify(execFile);
const CLIENTS = ['curl', 'MCP'];

let server: ServerProcess;
let fixture: DatasetFixture;
let request: APIRequestContext;
let page: Page;
let workspaceId: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, personNamed('Conrad'));
  request = context.request;
  fixture = await DatasetFixture.create(request, server);
  workspaceId = await fixture.createWorkspace('Support');
  const datasetId = await fixture.createDataset('Manuals');
  await fixture.fill(datasetId, [
    { name: 'kettle.md', content: '# Kettle\n\nThe warranty lasts two years.' },
  ]);
  await fixture.attach(workspaceId, datasetId);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

async function createKey(): Promise<string> {
  const created = await request.post(`${server.url}/${apiPaths.apiKeys(fixture.organizationId)}`, {
    data: { name: 'Reader', scopes: ['search'], workspace_ids: [workspaceId] },
  });
  return ((await created.json()) as { key: string }).key;
}

const textOf = async (label: string) =>
  (await page.getByRole('region', { name: label }).textContent()) ?? '';

test('what a workspace shows for curl and TypeScript searches it', async () => {
  const env = { ...process.env, CARREL_API_KEY: await createKey() };
  await page.goto(server.url + consolePaths.workspaceManage(workspaceId));
  await page.getByRole('link', { name: 'Connect' }).click();
  const curl = await run('sh', ['-c', await textOf('Search with curl')], { env });
  expect(curl.stdout).toContain('The warranty lasts two years.');

  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await expect(page).toHaveURL(/client=typescript/);
  const script = await textOf('Search with TypeScript');
  const node = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
  expect(node.stdout).toContain('kettle.md');
});

test('the texts for clients are accessible in both themes, wide and narrow', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 812 });
      await page.goto(server.url + consolePaths.workspaceConnect(workspaceId));
      for (const client of CLIENTS) {
        await page.getByRole('tab', { name: client }).click();
        await examineScreen(page, `connect-${client}-${colorScheme}-${width}`);
      }
    }
  }
});
