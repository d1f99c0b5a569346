import { consolePaths } from '@carrel/shared/paths';

import type { BenchGroup, BenchRow } from '../report/bench-row.ts';
import { startFurnished } from '../load/seeded-server.ts';
import type { Furnished } from '../load/seeded-server.ts';
import { buildOneBundle } from '../one-bundle/build-one-bundle.ts';
import { loadInTurns } from '../browser/page-load.ts';
import type { Contender } from '../browser/page-load.ts';

function contendersOf(name: string, { server, world, prepare }: Furnished): Contender[] {
  const page = (screen: string, path: string, text: string): Contender => ({
    name: `${name}: ${screen}`,
    url: server.url + path,
    ready: { selector: 'main a', text },
    hasReact: true,
    prepare,
  });
  return [
    page('dashboard', consolePaths.dashboard(), 'View Manuals'),
    page('datasets', consolePaths.datasets(), 'Manuals'),
    page('a folder', consolePaths.datasetDocuments(world.datasetId, 'Wiki'), 'languages'),
  ];
}

export const signedInGroup: BenchGroup = {
  title: 'Screens of signed-in people, loaded anew',
  method:
    'As the sign-in page; "usable" is the first moment at which the list that the screen is for can be seen.',
  measure: async () => {
    const product = await startFurnished();
    const bundle = await startFurnished({ CONSOLE_DIR: await buildOneBundle() });
    try {
      const loads = await loadInTurns([
        ...contendersOf('product', product),
        ...contendersOf('one bundle', bundle),
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
