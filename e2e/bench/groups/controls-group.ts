import { consolePaths } from '@carrel/shared/paths';

import { percentile, type BenchGroup } from '../report/bench-row.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { pressEverything } from '../browser/interactions.ts';
import type { Interaction } from '../browser/interactions.ts';

export const controlsGroup: BenchGroup = {
  title: 'Controls',
  method:
    'Every button, field and tab of every screen pressed once, and Escape after it, on a processor slowed down four times; milliseconds from the press to the next paint by the Event Timing API, in steps of eight. Processor time is that of the page’s thread in the quarter of a second after the press, including the slowdown but no other load of the machine. Layout shift and long tasks are of the same visits. Where the time goes, and what was tried: [098](../decisions/098-styles-resolved-once.md).',
  measure: async () => {
    const seeded = await startSeededServer();
    const { organizationId, workspaceId, datasetId } = seeded.fixture;
    const paths = [
      consolePaths.dashboard(),
      consolePaths.datasets(),
      consolePaths.datasetDocuments(datasetId),
      consolePaths.datasetArchives(datasetId),
      consolePaths.workspaces(),
      consolePaths.workspaceManage(workspaceId),
      consolePaths.organizationSettings(organizationId),
      consolePaths.account(),
    ];
    try {
      return await withBrowser(seeded, async (context) => {
        const interactions: Interaction[] = [];
        let longestTask = 0;
        let worstShift = 0;
        for (const path of paths) {
          const page = await context.newPage();
          const figures = await pressEverything(page, seeded.server.url + path);
          interactions.push(
            ...figures.interactions.map((one) => ({
              ...one,
              control: `${one.control} (${path.replaceAll(/[0-9a-f-]{36}/g, '…')})`,
            })),
          );
          longestTask = Math.max(longestTask, figures.longestTask);
          worstShift = Math.max(worstShift, figures.shift);
          await page.close();
        }
        const times = interactions.map(({ milliseconds }) => milliseconds);
        const slowest = interactions.toSorted((a, b) => b.milliseconds - a.milliseconds);
        return [
          {
            what: `interaction to next paint, 98th percentile of ${times.length}`,
            value: percentile(times, 98),
            unit: 'ms',
            goal: { atMost: 100 },
            samples: times,
          },
          {
            what: 'processor time of the page for an interaction and what follows, 98th percentile',
            value: percentile(
              interactions.map(({ processor }) => processor),
              98,
            ),
            unit: 'ms',
          },
          { what: 'interaction to next paint, median', value: percentile(times, 50), unit: 'ms' },
          ...slowest.slice(0, 5).map(({ control, milliseconds, processor }) => ({
            what: `among the slowest: ${control}, ${Math.round(processor)} ms of processor time`,
            value: milliseconds,
            unit: 'ms' as const,
          })),
          {
            what: 'longest task after the first load',
            value: longestTask,
            unit: 'ms',
            goal: { atMost: 100 },
          },
          {
            what: `layout shift, the worst of ${paths.length} screens`,
            value: worstShift,
            unit: '',
            goal: { atMost: 0 },
          },
        ];
      });
    } finally {
      await seeded.server.stop();
    }
  },
};
