import { documentListSchema, STORAGE_KEYS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { chromium, request } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { parse } from 'valibot';

import { BROWSER_FLAGS, installBrowser } from '../../support/browser.ts';
import { ada } from '../../support/journey.ts';
import { ServerProcess } from '../../support/server.ts';
import { seed } from '../../support/shell-fixture.ts';
import type { ShellWorld } from '../../support/shell-fixture.ts';
import { ApiSession } from './api-session.ts';

const CREDENTIALS = { email_address: ada.email, password: ada.password };

/** A server with an organization, a workspace, two datasets and a few documents. */
export interface Furnished {
  server: ServerProcess;
  world: ShellWorld;
  session: ApiSession;
  /** Signs a browser in. */
  prepare: (context: BrowserContext) => Promise<void>;
}

/** Waits until the server has nothing more to do for the documents of a dataset. */
async function processed(session: ApiSession, datasetId: string): Promise<void> {
  for (;;) {
    const answer = await session.call('GET', apiPaths.documents(datasetId, { limit: 1 }));
    const { status_counts: counts } = parse(documentListSchema, await answer.json());
    const unfinished = counts.ingested + counts.partitioned + counts.chunked;
    if (counts.total > 0 && unfinished === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function startFurnished(settings: Record<string, string> = {}): Promise<Furnished> {
  const server = await ServerProcess.start(settings);
  const session = await ApiSession.open(server);
  const caller = await request.newContext();
  await caller.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
  const world = await seed(caller, server, 'Furnished');
  await caller.dispose();
  session.enter(world.organizationId);
  await processed(session, world.datasetId);
  const prepare = async (context: BrowserContext) => {
    await context.request.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
    await context.addInitScript(({ key, id }) => localStorage.setItem(key, id), {
      key: STORAGE_KEYS.selectedOrganization,
      id: world.organizationId,
    });
  };
  return { server, world, session, prepare };
}

/** Runs with a browser of its own in which the person is signed in. */
export async function withBrowser<T>(
  { prepare }: Furnished,
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
