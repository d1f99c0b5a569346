import { documentListSchema, STORAGE_KEYS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { chromium, request } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { parse } from 'valibot';

import { BROWSER_FLAGS, installBrowser } from '../../support/browser.ts';
import { ada } from '../../support/journey.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { seed } from '../../support/shell-fixture.ts';
import type { ShellFixture } from '../../support/shell-fixture.ts';
import { ApiSession } from './api-session.ts';

const CREDENTIALS = { email_address: ada.email, password: ada.password };

/** A server with an organization, a workspace, two datasets and a few documents. */
export interface SeededServer {
  server: ServerProcess;
  fixture: ShellFixture;
  session: ApiSession;
  /** Signs a browser in. */
  prepare: (context: BrowserContext) => Promise<void>;
}

/** Waits until all documents of a dataset, and at least `documents`, are processed. */
export async function waitForProcessing(
  session: ApiSession,
  datasetId: string,
  documents = 1,
): Promise<void> {
  for (;;) {
    const response = await session.call('GET', apiPaths.documents(datasetId, { limit: 1 }));
    const { status_counts: counts } = parse(documentListSchema, await response.json());
    const unfinished = counts.ingested + counts.partitioned + counts.chunked;
    if (counts.total >= documents && unfinished === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function startSeededServer(
  settings: Record<string, string> = {},
): Promise<SeededServer> {
  const server = await ServerProcess.start(settings);
  const session = await ApiSession.open(server);
  const caller = await request.newContext();
  await caller.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
  const fixture = await seed(caller, server, 'Bench');
  await caller.dispose();
  session.selectOrganization(fixture.organizationId);
  await waitForProcessing(session, fixture.datasetId);
  const prepare = async (context: BrowserContext) => {
    await context.request.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
    await context.addInitScript(({ key, id }) => localStorage.setItem(key, id), {
      key: STORAGE_KEYS.selectedOrganization,
      id: fixture.organizationId,
    });
  };
  return { server, fixture, session, prepare };
}

/** Runs `act` with a browser in which the user is signed in. */
export async function withBrowser<T>(
  { prepare }: SeededServer,
  act: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath: installBrowser(), args: BROWSER_FLAGS });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await prepare(context);
    return await act(context);
  } finally {
    await browser?.close();
  }
}
