import { STORAGE_KEYS } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { request } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { ada } from '../journey.ts';
import { TestServer } from '../server.ts';
import { furnish } from '../shell-world.ts';
import { ApiSession } from './api-session.ts';
import type { BenchGroup, BenchRow } from './bench-row.ts';
import { buildOneBundle } from './one-bundle/build-one-bundle.ts';
import { loadInTurns } from './page-load.ts';
import type { Contender } from './page-load.ts';

const CREDENTIALS = { email_address: ada.email, password: ada.password };

interface Side {
  server: TestServer;
  contenders: Contender[];
}

/** A server with an organization, two datasets and a few documents, and its pages. */
async function furnished(name: string, settings: Record<string, string>): Promise<Side> {
  const server = await TestServer.start(settings);
  await ApiSession.open(server);
  const caller = await request.newContext();
  await caller.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
  const { organizationId, datasetId } = await furnish(caller, server, 'Furnished');
  await caller.dispose();
  const prepare = async (context: BrowserContext) => {
    await context.request.post(`${server.url}/${apiPaths.login()}`, { data: CREDENTIALS });
    await context.addInitScript(({ key, id }) => localStorage.setItem(key, id), {
      key: STORAGE_KEYS.selectedOrganization,
      id: organizationId,
    });
  };
  const page = (screen: string, path: string, text: string): Contender => ({
    name: `${name}: ${screen}`,
    url: server.url + path,
    ready: { selector: 'main a', text },
    hasReact: true,
    prepare,
  });
  const contenders = [
    page('dashboard', consolePaths.dashboard(), 'View Manuals'),
    page('datasets', consolePaths.datasets(), 'Manuals'),
    page('a folder', consolePaths.datasetDocuments(datasetId, 'Wiki'), 'languages'),
  ];
  return { server, contenders };
}

export const signedInGroup: BenchGroup = {
  title: 'Screens of signed-in people, loaded anew',
  method:
    'As the sign-in page; "usable" is the first moment at which the list that the screen is for can be seen.',
  measure: async () => {
    const product = await furnished('product', {});
    const bundle = await furnished('one bundle', { CONSOLE_DIR: await buildOneBundle() });
    try {
      const loads = await loadInTurns([...product.contenders, ...bundle.contenders]);
      return (['cold', 'warm'] as const).flatMap((visit) =>
        ['dashboard', 'datasets', 'a folder'].map((screen): BenchRow => {
          const ours = loads.get(`product: ${screen}`);
          const theirs = loads.get(`one bundle: ${screen}`);
          return {
            what: `${screen}, usable, ${visit}`,
            value: ours?.[visit].ready ?? Number.NaN,
            unit: 'ms',
            against: { what: 'one bundle', value: theirs?.[visit].ready ?? Number.NaN },
            goal: { atMost: 1 },
            samples: ours?.samples[visit].map((one) => one.ready) ?? [],
          };
        }),
      );
    } finally {
      await product.server.stop();
      await bundle.server.stop();
    }
  },
};
