import { consolePaths } from '@carrel/shared/paths';

import type { BenchGroup, BenchRow } from '../report/bench-row.ts';
import { startSeededServer } from '../load/seeded-server.ts';
import type { SeededServer } from '../load/seeded-server.ts';
import { buildOneBundle } from '../one-bundle/build-one-bundle.ts';
import { loadInterleaved } from '../browser/page-load.ts';
import type { BenchPage } from '../browser/page-load.ts';

function pagesOf(name: string, { server, fixture, prepare }: SeededServer): BenchPage[] {
  const page = (screen: string, path: string, text: string): BenchPage => ({
    name: `${name}: ${screen}`,
    url: server.url + path,
    ready: { selector: 'main a', text },
    hasReact: true,
    prepare,
  });
  return [
    page('dashboard', consolePaths.dashboard(), 'View Manuals'),
    page('datasets', consolePaths.datasets(), 'Manuals'),
    page('a folder', consolePaths.datasetDocuments(fixture.datasetId, 'Wiki'), 'languages'),
  ];
}

export const signedInGroup: BenchGroup = {
  title: 'Signed-in screens, loaded by URL',
  method:
    'Like the sign-in page; "usable" is the moment when the list that the screen is for becomes visible.',
  measure: async () => {
    const product = await startSeededServer();
    const bundle = await startSeededServer({ CONSOLE_DIR: await buildOneBundle() });
    try {
      const loads = await loadInterleaved([
        ...pagesOf('product', product),
        ...pagesOf('one bundle', bundle),
      ]);
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
