import { createdSchema, FILENAME_HEADER, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { meaningRows } from './meaning-rows.ts';
import { timed } from './timed-request.ts';
import { settingsOf, withForkedServer, type DatabaseKind } from '../../load/forked-server.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';
import { percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const SEARCHES = 200;
/** Searches of each route in turn: one after the other, each would find the processor's caches full of the other's data. */
const TURN = 20;
/** Searches of one person that the server answers in a minute. More of them wait, and find its caches cold. */
const SEARCHES_A_MINUTE = 600;
const MINUTE_MS = 60_000;
const PEOPLE = 10;
/** Enough that their processing outlasts the searches. */
const INGESTED_PAGES = 10_000;
/** Floors of the quality by words alone, by collection. */
const FLOORS: Record<string, { ndcgAt10: number; recallAt100?: number }> = {
  scifact: { ndcgAt10: 0.69, recallAt100: 0.92 },
  cranfield: { ndcgAt10: 0.52 },
};

interface Target {
  url: string;
  headers: Record<string, string>;
  datasets: { chunks: number; id: string }[];
  quality: { name: string; ndcgAt10: number; recallAt100: number }[];
  queries: string[];
  /** Milliseconds of each query by LanceDB's index of words, over as many chunks as the largest dataset has. */
  lance?: number[];
}

/** Goals in ms of the median, by the number of chunks asked. */
const GOALS: Record<DatabaseKind, Record<number, number>> = {
  embedded: { 23_000: 25, 100_000: 50 },
  postgres: { 23_000: 15, 100_000: 20 },
};

const queryAt = ({ queries }: Target, index: number): string =>
  queries[index % queries.length] ?? 'wing';

async function sizeRows(target: Target, kind: DatabaseKind): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let searches = 0;
  for (const { chunks, id } of target.datasets) {
    searches += SEARCHES + 1;
    if (searches > SEARCHES_A_MINUTE) {
      await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
      searches = SEARCHES + 1;
    }
    const real: number[] = [];
    const bare: number[] = [];
    await timed(target, apiPaths.searchDataset(id), { query: queryAt(target, 1) });
    for (let turn = 0; turn < SEARCHES; turn += TURN) {
      const queries = Array.from({ length: TURN }, (_, place) => queryAt(target, turn + place));
      for (const query of queries) {
        real.push(await timed(target, apiPaths.searchDataset(id), { query }));
      }
      for (const query of queries) {
        bare.push(await timed(target, 'bare/search', { query, dataset: id }));
      }
    }
    const what = `${chunks.toLocaleString('en-US')} chunks asked`;
    const goal = GOALS[kind][chunks];
    rows.push(
      {
        what: `${what}, p50`,
        value: percentile(real, 50),
        unit: 'ms',
        ...(goal !== undefined && { goal: { atMost: goal } }),
      },
      { what: `${what}, plain ts_rank in SQL, p50`, value: percentile(bare, 50), unit: 'ms' },
      {
        what: `${what}, p95`,
        value: percentile(real, 95),
        unit: 'ms',
        ...(kind === 'embedded' && chunks === 23_000 && { goal: { atMost: 60 } }),
      },
    );
  }
  return rows;
}

/** Searches of 23,000 chunks while an archive of short pages is processed. */
async function ingestingRows(target: Target): Promise<BenchRow[]> {
  const { url, headers, datasets } = target;
  const asked = datasets.find(({ chunks }) => chunks === 23_000)?.id ?? '';
  const created = await fetch(`${url}/${apiPaths.datasets()}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Pages' }),
  });
  const { id } = parse(createdSchema, await created.json());
  const uploaded = await fetch(`${url}/${apiPaths.archiveUpload(id, UPLOAD_OPTION_DEFAULTS)}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/zip', [FILENAME_HEADER]: 'pages.zip' },
    body: zipOfPages(INGESTED_PAGES),
  });
  if (!uploaded.ok) throw new Error(`The archive was refused: ${uploaded.status}`);
  const times: number[] = [];
  for (let index = 0; index < SEARCHES; index += 1) {
    const body = { query: queryAt(target, index) };
    times.push(await timed(target, apiPaths.searchDataset(asked), body));
  }
  const what = '23,000 chunks asked, while documents come in';
  return [
    { what: `${what}, p50`, value: percentile(times, 50), unit: 'ms' },
    { what: `${what}, p95`, value: percentile(times, 95), unit: 'ms' },
  ];
}

const lanceRows = ({ lance }: Target): BenchRow[] =>
  lance === undefined
    ? []
    : [
        {
          what: "100,000 chunks in LanceDB's index of words, in its process, p50",
          value: percentile(lance, 50),
          unit: 'ms',
        },
      ];

/** The current user while ten people search the largest dataset. */
async function peopleRow(target: Target, kind: DatabaseKind): Promise<BenchRow> {
  const largest = target.datasets.at(-1)?.id ?? '';
  const done = new AbortController();
  const people = Array.from({ length: PEOPLE }, async (_, person) => {
    for (let index = person; !done.signal.aborted; index += PEOPLE) {
      await timed(target, apiPaths.searchDataset(largest), { query: queryAt(target, index) });
      // A person who types searches about four times a second.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
  const calls: number[] = [];
  for (let index = 0; index < SEARCHES; index += 1) {
    calls.push(await timed(target, apiPaths.currentUser()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  done.abort();
  await Promise.all(people);
  return {
    what: `current user while ${PEOPLE} people search 100,000 chunks, p99`,
    value: percentile(calls, 99),
    unit: 'ms',
    goal: { atMost: kind === 'embedded' ? 100 : 50 },
  };
}

function qualityRows({ quality }: Target): BenchRow[] {
  return quality.flatMap(({ name, ndcgAt10, recallAt100 }) => {
    const floor = FLOORS[name];
    return [
      {
        what: `${name}, words alone: nDCG@10`,
        value: ndcgAt10,
        unit: '' as const,
        ...(floor !== undefined && { goal: { atLeast: floor.ndcgAt10 } }),
      },
      {
        what: `${name}, words alone: recall@100`,
        value: recallAt100,
        unit: '' as const,
        ...(floor?.recallAt100 !== undefined && { goal: { atLeast: floor.recallAt100 } }),
      },
    ];
  });
}

const rowsOn = (kind: DatabaseKind): Promise<BenchRow[]> =>
  withForkedServer('retrieval-server.ts', settingsOf(kind), async (message) => {
    const target = message as Target;
    const rows = [
      ...(await sizeRows(target, kind)),
      ...lanceRows(target),
      await peopleRow(target, kind),
      ...(await ingestingRows(target)),
    ];
    return kind === 'embedded' ? [...qualityRows(target), ...rows] : rows;
  });

const SPEED = `${SEARCHES} searches one after the other over HTTP, in datasets of chunks of 730 characters made from the collections' sentences, in turns of ${TURN} with a bare route that ranks the same chunks by ts_rank, without policies; then while an archive of short pages is processed`;

export const retrievalGroup: BenchGroup = {
  title: 'Search',
  method: `On the embedded database. Quality over the judged collections of RETRIEVAL_DIR, a document a chunk. Speed: ${SPEED}. Where MODELS_DIR has bge-small-en-v1.5, the same collections by words, by meaning and by both through the API, with the model in the server.`,
  measure: async () => [...(await rowsOn('embedded')), ...(await meaningRows())],
};

export const retrievalOnPostgresGroup: BenchGroup = {
  title: 'Search on PostgreSQL',
  method: `On a PostgreSQL of this machine: ${SPEED}. Beside it LanceDB's index of words, where its package installs.`,
  measure: () => rowsOn('postgres'),
};
