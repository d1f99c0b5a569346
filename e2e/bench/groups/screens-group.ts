import { consolePaths } from '@carrel/shared/paths';

import { median } from '../report/bench-row.ts';
import type { BenchGroup, BenchRow } from '../report/bench-row.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { measureChange } from '../browser/screen-changes.ts';
import type { Change, ChangeFigures } from '../browser/screen-changes.ts';

const RUNS = 3;

const dashboard = { selector: 'main a', text: 'View Manuals' };
const datasets = { selector: 'main a', text: 'Manuals' };
const workspaces = { selector: 'main a', text: 'Research' };
const folder = { selector: 'main a', text: 'Wiki' };

const inSidebar = (path: string) => ({ selector: `aside a[href="${path}"]` });

const CHANGES: Change[] = [
  {
    name: 'dashboard to datasets',
    from: consolePaths.dashboard(),
    link: inSidebar(consolePaths.datasets()),
    shows: datasets,
    showed: dashboard,
  },
  {
    name: 'dashboard to workspaces',
    from: consolePaths.dashboard(),
    link: inSidebar(consolePaths.workspaces()),
    shows: workspaces,
    showed: dashboard,
  },
  {
    name: 'datasets to dashboard',
    from: consolePaths.datasets(),
    link: inSidebar(consolePaths.dashboard()),
    shows: dashboard,
    showed: datasets,
  },
  {
    name: 'datasets to a folder',
    from: consolePaths.datasets(),
    link: { selector: 'main a', text: 'Manuals' },
    shows: folder,
    showed: datasets,
  },
];

const KINDS = [
  { kind: 'hovered', goal: 100 },
  { kind: 'unvisited', goal: 200 },
  { kind: 'back', goal: 50 },
] as const satisfies { kind: keyof ChangeFigures; goal: number }[];

export const screensGroup: BenchGroup = {
  title: 'From screen to screen',
  method:
    'Milliseconds from the click to the paint of the list that the screen is for, with 40 ms round trip and a processor slowed down four times, after the network of the first screen is idle; medians of three. "Hovered": the pointer was on the link. "Unvisited": nothing was preloaded by intent. Where the time goes, and what was tried: [099](../decisions/099-kept-screens.md), [134](../decisions/134-public-interfaces-of-the-libraries.md).',
  measure: async () => {
    const seeded = await startSeededServer();
    try {
      return await withBrowser(seeded, async (context) => {
        const rows: BenchRow[] = [];
        for (const change of CHANGES) {
          const runs: ChangeFigures[] = [];
          for (let run = 0; run < RUNS; run += 1) {
            runs.push(await measureChange(context, seeded.server.url, change));
          }
          for (const { kind, goal } of KINDS) {
            const samples = runs.map((figures) => figures[kind]);
            rows.push({
              what: `${change.name}, ${kind}`,
              value: median(samples),
              unit: 'ms',
              goal: { atMost: goal },
              samples,
            });
          }
        }
        return rows;
      });
    } finally {
      await seeded.server.stop();
    }
  },
};
