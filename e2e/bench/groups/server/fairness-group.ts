import {
  overtakeEndless,
  overtakePages,
  shareAmong,
  type Overtaking,
} from '../../load/fairness.ts';
import { median, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const PAGES = 20_000;
const ORGANIZATIONS = 10;
const ENDLESS = 40;
function overtakingRows(
  what: string,
  { alone, beside }: Overtaking,
  secondsMax: number,
): BenchRow[] {
  return [
    {
      what,
      value: median(beside),
      unit: 's',
      against: { what: 'alone', value: median(alone) },
      goal: { atMost: 3 },
      samples: beside,
    },
    {
      what: `${what}: the longest`,
      value: Math.max(...beside),
      unit: 's',
      goal: { atMost: secondsMax },
    },
  ];
}

async function shareRows(): Promise<BenchRow[]> {
  const one = await shareAmong(1, PAGES);
  const many = await shareAmong(ORGANIZATIONS, PAGES / ORGANIZATIONS);
  return [
    {
      what: `${ORGANIZATIONS} organizations with ${PAGES / ORGANIZATIONS} pages each`,
      value: many.seconds,
      unit: 's',
      against: { what: `one with ${PAGES}`, value: one.seconds },
      goal: { atMost: 1.15 },
    },
    {
      what: 'their documents when half of all are processed, most',
      value: Math.max(...many.atHalfTime),
      unit: '',
      against: { what: 'fewest', value: Math.min(...many.atHalfTime) },
      goal: { atMost: 1.2 },
    },
  ];
}

const endlessRows = async (): Promise<BenchRow[]> =>
  overtakingRows(
    `1 page of one organization, while another has ${ENDLESS} PDFs that never end`,
    await overtakeEndless(ENDLESS),
    10,
  );

export const fairnessGroup: BenchGroup = {
  title: 'Fairness',
  method:
    'From an upload until its documents are processed, on the embedded database, five times alone and five times while another organization keeps the server busy; and several organizations that upload at once.',
  measure: async () => [
    ...overtakingRows(
      `3 pages of one organization, while ${PAGES} of another come in`,
      await overtakePages(PAGES),
      5,
    ),
    ...(await endlessRows()),
    ...(await shareRows()),
  ],
};
