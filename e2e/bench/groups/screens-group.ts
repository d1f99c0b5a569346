import { consolePaths } from '@carrel/shared/paths';

import { median } from '../report/bench-row.ts';
import type { BenchGroup, BenchRow } from '../report/bench-row.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { captureChange, measureBareChange, measureChange } from '../browser/screen-changes.ts';
import type { BareFigures, Change, ChangeFigures } from '../browser/screen-changes.ts';
import { serveBareScreens } from '../load/bare-screens.ts';

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

/** An unvisited screen needs one round trip, which the bare page does not. */
const ROUND_TRIP_MS = 40;

const KINDS = [
  { kind: 'hovered', goal: 100, ratio: 1.3, bare: 'there', without: 0 },
  { kind: 'unvisited', goal: 200, ratio: 1.5, bare: 'there', without: ROUND_TRIP_MS },
  { kind: 'back', goal: 50, ratio: 1.2, bare: 'back', without: 0 },
] as const satisfies {
  kind: keyof ChangeFigures;
  goal: number;
  ratio: number;
  bare: keyof BareFigures;
  without: number;
}[];

export const screensGroup: BenchGroup = {
  title: 'From screen to screen',
  method:
    'Milliseconds from the click to the paint of the list that the screen is for, with 40 ms round trip and a processor slowed down four times, after the network of the first screen is idle; medians of three. "Hovered": the pointer was on the link. "Unvisited": nothing was preloaded by intent. "React alone": a page that draws the same elements with the same styles by React and nothing else, its data in memory, interleaved. Where the time goes, and what was tried: [099](../decisions/099-kept-screens.md), [134](../decisions/134-public-interfaces-of-the-libraries.md).',
  measure: async () => {
    const seeded = await startSeededServer();
    const bareScreens = await serveBareScreens();
    try {
      return await withBrowser(seeded, async (context) => {
        const rows: BenchRow[] = [];
        for (const change of CHANGES) {
          const bareUrl = bareScreens.add(
            ...(await captureChange(context, seeded.server.url, change)),
          );
          const runs: ChangeFigures[] = [];
          const bareRuns: BareFigures[] = [];
          for (let run = 0; run < RUNS; run += 1) {
            bareRuns.push(await measureBareChange(context, bareUrl, change));
            runs.push(await measureChange(context, seeded.server.url, change));
          }
          for (const { kind, goal, ratio, bare, without } of KINDS) {
            const samples = runs.map((figures) => figures[kind]);
            rows.push({
              what: `${change.name}, ${kind}${without === 0 ? '' : ', without a round trip'}`,
              value: median(samples) - without,
              unit: 'ms',
              against: {
                what: 'the same elements by React alone',
                value: median(bareRuns.map((figures) => figures[bare])),
              },
              goal: { atMost: ratio },
            });
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
      bareScreens.stop();
    }
  },
};
