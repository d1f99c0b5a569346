import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ChatServer } from '../support/servers/chat-server.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

let chat: ChatServer;
let server: ServerProcess;
let page: Page;
let workspaceId: string;

test.beforeAll(async ({ playwright, browser }) => {
  chat = await ChatServer.start();
  server = await ServerProcess.start({ CHAT_URL: chat.url, CHAT_MODEL: 'small' });
  const request = await playwright.request.newContext();
  await createAccount(request, server, ada);
  await request.dispose();

  const context = await browserOf(browser, server, ada);
  const fixture = await DatasetFixture.create(context.request, server);
  workspaceId = await fixture.createWorkspace('Garage');
  const datasetId = await fixture.createDataset('Manuals');
  await fixture.fill(datasetId, [
    { name: 'warranty.md', content: 'The warranty of an engine lasts two years.' },
    { name: 'oil.md', content: 'Change the oil of the engine each year.' },
  ]);
  page = await context.newPage();
  await page.goto(server.url + consolePaths.workspaceManage(workspaceId));
  await page.getByRole('checkbox', { name: 'Manuals' }).click();
  await expect(page.getByText('Dataset "Manuals" attached to workspace')).toBeVisible();
});

test.afterAll(async () => {
  await server.stop();
  chat.stop();
});

const ask = async (question: string) => {
  await page.getByLabel('Question', { exact: true }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
};

test('a question is answered, stopped, refused and tried again, and what people ask is counted', async () => {
  chat.answer(['It lasts two ye', 'ars [', '1], not three [9].']);
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await ask('How long is the warranty of an engine?');
  await expect(page.getByText('It lasts two years [1], not three.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Passage 1: warranty.md' }).click();
  await expect(page.getByRole('button', { name: 'warranty.md', exact: true })).toBeFocused();

  chat.answer(['It lasts'], { ends: false });
  await ask('How long is the warranty of an engine?');
  await expect(page.getByText('It lasts', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped. The answer is not complete.')).toBeVisible();
  await expect.poll(() => chat.stopped).toBe(1);

  chat.fail();
  await ask('How long is the warranty?');
  const answer = page.getByRole('region', { name: 'How long is the warranty?' });
  await expect(answer.getByText('The answering service is not available')).toBeVisible();
  chat.answer(['Two years [1].']);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Two years [1].', { exact: true })).toBeVisible();

  chat.answer(['<think>Oil?</think>', 'Change it each **year** [1', '–1].\n\n<b>Now</b>']);
  await page.getByLabel('Follow-up question').fill('And the oil of it?');
  await page.getByRole('button', { name: 'Ask follow-up' }).click();
  const followUp = page.getByRole('region', { name: 'And the oil of it?' });
  await expect(followUp.locator('strong', { hasText: 'year' })).toBeVisible();
  await expect(followUp.getByText('<b>Now</b>')).toBeVisible();
  await expect(followUp.getByText('Oil?', { exact: true })).toHaveCount(0);
  await followUp.getByRole('button', { name: 'Good answer' }).click();
  await expect(page.getByText('Added to the test questions')).toBeVisible();
  await expect(followUp.getByRole('button', { name: 'Good answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await followUp.getByRole('button', { name: /^Passage 1:/ }).click();
  await page.getByRole('link', { name: 'Open warranty.md' }).last().click();
  await expect(page.locator('mark', { hasText: 'warranty' }).first()).toBeVisible();
  await page.goBack();

  await ask('Which engine went to Jupiter and Saturn?');
  await expect(page.getByRole('region', { name: 'Nearest passages' })).toBeVisible();

  await expect(async () => {
    await page.goto(server.url + consolePaths.workspaceSearches(workspaceId));
    await expect(page.getByText('Which engine went to Jupiter and Saturn?')).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
});
