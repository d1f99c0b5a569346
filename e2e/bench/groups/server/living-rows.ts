import { documentListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { signingTime } from '@carrel/testing/signing-time.ts';
import { parse } from 'valibot';

import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { ingestEdition, type Ingested } from '../../load/replacing.ts';
import { pageOfMarkdown } from '../../load/zip-of-pages.ts';
import { median, type BenchRow } from '../../report/bench-row.ts';

const PAGES = 1000;
const ROUNDS = 5;
const COMPARISONS = 15;
const COMPARED_CHARACTERS = 1_000_000;

/** Replaces the same documents in two datasets, one of which keeps versions, in turns. */
export async function versionRows(): Promise<BenchRow[]> {
  const server = await ServerProcess.start();
  try {
    const session = await ApiSession.open(server);
    const create = async (name: string, versions: number) => {
      const id = await session.create(apiPaths.datasets(), name);
      await session.call('PATCH', apiPaths.dataset(id), { keep_versions: versions });
      return { id, rounds: [] as Ingested[] };
    };
    const kept = await create('Versions', ROUNDS);
    const alone = await create('No versions', 0);
    const ingest = (datasetId: string, edition: string) =>
      ingestEdition(server, session, { datasetId, pages: PAGES, edition });
    for (const { id } of [kept, alone]) await ingest(id, ' first');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const turns = round % 2 === 0 ? [kept, alone] : [alone, kept];
      for (const { id, rounds } of turns) rounds.push(await ingest(id, ` ${round}`));
    }
    const secondsOf = ({ rounds }: typeof kept) => rounds.map(({ seconds }) => seconds);
    const processor = ({ rounds }: typeof kept) =>
      median(rounds.map(({ processor: spent }) => spent));
    const signed = signingTime(
      Array.from({ length: PAGES }, (_, number) => pageOfMarkdown(number)),
    );
    return [
      {
        what: `${PAGES.toLocaleString('en-US')} documents replaced, versions kept`,
        value: median(secondsOf(kept)),
        unit: 's',
        against: { what: 'without', value: median(secondsOf(alone)) },
        goal: { atMost: 1.1 },
        samples: secondsOf(kept),
      },
      {
        what: `${PAGES.toLocaleString('en-US')} documents replaced, versions kept: processor time`,
        value: processor(kept),
        unit: 's',
        against: { what: 'without', value: processor(alone) },
        goal: { atMost: 1.1 },
      },
      {
        what: 'signatures for duplicates, of the processor time of ingestion',
        value: signed / 10 / processor(alone),
        unit: '%',
        goal: { atMost: 5 },
      },
    ];
  } finally {
    await server.stop();
  }
}

/** A text of sentences, of which one word in `every` is another one in the second edition. */
function textOf(edition: number, every: number): string {
  const words: string[] = [];
  for (let at = 0, length = 0; length < COMPARED_CHARACTERS; at += 1) {
    const isOther = edition > 1 && at % every === every - 1;
    const word = isOther ? `other${at % 977}` : `word${(at * 7919) % 4001}`;
    words.push(at % 12 === 11 ? `${word}.\n\n` : word);
    length += word.length + 1;
  }
  return words.join(' ');
}

/** Compares two versions of a document of a megabyte. */
export async function comparisonRows(): Promise<BenchRow[]> {
  const server = await ServerProcess.start();
  try {
    const session = await ApiSession.open(server);
    const datasetId = await session.create(apiPaths.datasets(), 'Long texts');
    const rows: BenchRow[] = [];
    for (const [name, every] of [
      ['one word in a thousand differs', 1000],
      ['one word in ten differs', 10],
    ] as const) {
      const path = `${name}.txt`;
      for (const edition of [1, 2]) {
        const target = `${apiPaths.dataset(datasetId)}/documents/by-path?path=${encodeURIComponent(path)}`;
        await session.send('PUT', target, textOf(edition, every), {
          'Content-Type': 'application/octet-stream',
          Prefer: 'wait=60',
        });
      }
      const id = await readyDocument(session, datasetId, path);
      const times: number[] = [];
      for (let round = 0; round < COMPARISONS; round += 1) {
        const began = performance.now();
        const response = await session.call(
          'GET',
          apiPaths.compareVersions(datasetId, id, { from: 1, to: 2 }),
        );
        await response.arrayBuffer();
        times.push(performance.now() - began);
      }
      rows.push({
        what: `two texts of 1 MB compared, ${name}`,
        value: median(times),
        unit: 'ms',
        goal: { atMost: 300 },
        samples: times,
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

async function readyDocument(
  session: ApiSession,
  datasetId: string,
  path: string,
): Promise<string> {
  for (;;) {
    const response = await session.call('GET', apiPaths.documents(datasetId, { limit: 200 }));
    const { documents } = parse(documentListSchema, await response.json());
    const found = documents.find((document) => document.path === path);
    if (found?.status === 'embedded') return found.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
