import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { buildZip } from '../../../support/build-zip.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { LIBRARY_QUESTIONS } from '../../load/library-questions.ts';
import { upload, waitUntilEnded } from '../../load/processing.ts';
import { median, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const KINDS = new Set(['.rst', '.asc', '.md', '.html', '.txt']);
const TEN = 10;
const STARTS = 5;
const POLL_MS = 500;
/** A person signs in, or opens the page, before the first search. */
const READING_AHEAD_MS = 2000;
/** The server counts searches every five seconds, and reads ahead what it counted. */
const COUNTING_MS = 6000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the texts of a folder and of those below it. */
async function textsOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && KINDS.has(path.extname(entry.name)));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return { name: path.relative(folder, file), content: await readFile(file) };
    }),
  );
}

async function search(session: ApiSession, route: string, query: string) {
  const input = { query, limit: TEN, mode: 'words', group: 'document' };
  return parse(searchResponseSchema, await (await session.post(route, input)).json());
}

const share = (count: number) => (100 * count) / LIBRARY_QUESTIONS.length;

/** Asks each question, and counts those whose answer is the first document, and among the first ten. */
async function questionRows(session: ApiSession, route: string): Promise<BenchRow[]> {
  let first = 0;
  let ten = 0;
  for (const { question, answers } of LIBRARY_QUESTIONS) {
    const { results } = await search(session, route, question);
    const place = results.findIndex(({ document }) => answers.test(document.path));
    if (place === 0) first += 1;
    if (place !== -1) ten += 1;
  }
  return [
    { what: 'questions whose answer is first', value: share(first), unit: '%' },
    {
      what: 'questions whose answer is within ten',
      value: share(ten),
      unit: '%',
      goal: { atLeast: 97 },
    },
  ];
}

/** The first search of a workspace after the server was killed and has started again: the median of five starts. */
async function firstSearchRow(
  server: ServerProcess,
  session: ApiSession,
  route: string,
): Promise<BenchRow> {
  const samples: number[] = [];
  await pause(COUNTING_MS);
  for (let start = 0; start < STARTS; start += 1) {
    await server.kill();
    await server.run();
    await pause(READING_AHEAD_MS);
    const began = performance.now();
    await search(session, route, LIBRARY_QUESTIONS[start]?.question ?? '');
    samples.push(performance.now() - began);
  }
  const what = 'first search after a start';
  return { what, value: median(samples), unit: 'ms', samples, goal: { atMost: 300 } };
}

async function measure(): Promise<BenchRow[]> {
  const folder = process.env['LIBRARY_DIR'];
  if (folder === undefined) {
    throw new Error(
      'No library to ask. Set LIBRARY_DIR to a folder with checkouts of python/peps, progit/progit2, progit/progit2-de, progit/progit2-fr and ruanyf/es6tutorial.',
    );
  }
  const files = await textsOf(folder);
  const server = await ServerProcess.start();
  try {
    const session = await ApiSession.open(server);
    const datasetId = await session.create(apiPaths.datasets(), 'Library');
    const workspaceId = await session.create(apiPaths.workspaces(), 'Library');
    await session.call('PUT', apiPaths.workspaceDataset(workspaceId, datasetId));
    await upload(session, datasetId, Buffer.from(buildZip(files)));
    await waitUntilEnded(session, datasetId, { count: files.length, pollMs: POLL_MS });
    const route = apiPaths.searchWorkspace(workspaceId);
    const rows = await questionRows(session, route);
    const { searched } = await search(session, route, 'git');
    return [
      { what: 'documents', value: searched.documents, unit: '' },
      { what: 'chunks', value: searched.chunks, unit: '' },
      ...rows,
      await firstSearchRow(server, session, route),
    ];
  } finally {
    await server.stop();
  }
}

export const libraryGroup: BenchGroup = {
  title: 'Questions to a library in four languages',
  method: `${LIBRARY_QUESTIONS.length} questions of a person about public repositories, in LIBRARY_DIR: Python's proposals, the book Pro Git in English, German and French, and a book about ECMAScript in Chinese. By words, on the embedded database, through the whole pipeline; a result is a document. Then the first search after each of five starts that follow a kill, two seconds after the server is ready.`,
  measure,
};
