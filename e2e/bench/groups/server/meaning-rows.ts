import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import {
  searchResponseSchema,
  type SearchMode,
  type SearchResponse,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { keptModel } from '@carrel/testing/models/kept-models.ts';
import { meanQuality, qualityOf } from '@carrel/testing/retrieval/quality.ts';
import { parse } from 'valibot';

import { withForkedServer } from '../../load/forked-server.ts';
import { memoryOfModels } from '../../memory.ts';
import { percentile, type BenchRow } from '../../report/bench-row.ts';
import { timed, timedJson, type RequestTarget } from './timed-request.ts';

const MODEL = 'bge-small-en-v1.5';
const SEARCHES = 200;
const MODES: readonly SearchMode[] = ['words', 'meaning', 'hybrid'];
/** Goals of nDCG@10 of both, by collection. */
const GOALS: Record<string, number> = { scifact: 0.73, cranfield: 0.57 };

interface Target extends RequestTarget {
  judged: { id: string; name: string; queries: { text: string; grades: [string, number][] }[] }[];
  prose: string;
  /** Texts a second. */
  rates: { alone: number; inside: number };
}

async function search(
  target: Target,
  datasetId: string,
  query: string,
  mode: SearchMode,
): Promise<{ response: SearchResponse; took: number }> {
  const body = { query, mode, limit: 10 };
  const { json, took } = await timedJson(target, apiPaths.searchDataset(datasetId), body);
  return { response: parse(searchResponseSchema, json), took };
}

async function qualityRows(target: Target): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { id, name, queries } of target.judged) {
    const means: Partial<Record<SearchMode, number>> = {};
    for (const mode of MODES) {
      const qualities = [];
      for (const { text, grades } of queries) {
        const { response } = await search(target, id, text, mode);
        const ranking = response.results.map(({ document }) => document.name.replace(/\.txt$/, ''));
        qualities.push(qualityOf(ranking, new Map(grades)));
      }
      means[mode] = meanQuality(qualities).ndcgAt10;
    }
    const better = Math.max(means.words ?? 0, means.meaning ?? 0);
    const goal = Math.max(GOALS[name] ?? 0, better - 0.005);
    for (const mode of MODES) {
      rows.push({
        what: `${name}, ${MODEL} in the server, by ${mode === 'hybrid' ? 'both' : mode}: nDCG@10`,
        value: means[mode] ?? 0,
        unit: '',
        ...(mode === 'hybrid' && { goal: { atLeast: goal } }),
      });
    }
  }
  return rows;
}

interface Times {
  searches: number[];
  embeddings: number[];
}

/** Searches the prose by both, with a query that was not asked before. */
async function searchBoth(target: Target, times: Times, prefix: string): Promise<void> {
  const texts = target.judged.flatMap(({ queries }) => queries.map(({ text }) => text));
  const place = times.searches.length;
  const query = `${prefix} ${place} ${texts[place % texts.length] ?? ''}`;
  const { response, took } = await search(target, target.prose, query, 'hybrid');
  times.searches.push(took);
  times.embeddings.push(response.took.embedding ?? Number.NaN);
}

const noTimes = (): Times => ({ searches: [], embeddings: [] });

async function speedRows(target: Target, child: ChildProcess): Promise<BenchRow[]> {
  const { alone, inside } = target.rates;
  const [first, quiet, busy] = [noTimes(), noTimes(), noTimes()];
  while (first.searches.length < SEARCHES) await searchBoth(target, first, 'First');
  while (quiet.searches.length < SEARCHES) await searchBoth(target, quiet, 'Quiet');
  const over = new AbortController();
  const ended = once(child, 'message').then(() => over.abort());
  child.send('embed');
  const calls: number[] = [];
  let models = 0;
  while (!over.signal.aborted) {
    calls.push(await timed(target, apiPaths.currentUser()));
    await searchBoth(target, busy, 'Busy');
    models = Math.max(models, await memoryOfModels(child.pid ?? 0));
  }
  await ended;
  return [
    { what: 'texts of 730 characters, the runtime alone', value: alone, unit: '/s' },
    {
      what: 'texts of 730 characters, embedded and written by the server',
      value: inside,
      unit: '/s',
      goal: { atLeast: 0.9 * alone },
    },
    row('query embedded, p50', percentile(quiet.embeddings, 50), 15),
    row('query embedded while documents are, p50', percentile(busy.embeddings, 50), 60),
    row('23,000 chunks asked by both, p95', percentile(quiet.searches, 95), 80),
    row('current user while documents are embedded, p99', percentile(calls, 99), 150),
    { what: "the model's processes", value: models, unit: 'MiB', goal: { atMost: 400 } },
  ];
}

const row = (what: string, value: number, atMost: number): BenchRow => ({
  what,
  value,
  unit: 'ms',
  goal: { atMost },
});

/** Search by meaning and by both, with a model in the server; no rows where the model is not there. */
export async function meaningRows(): Promise<BenchRow[]> {
  const model = keptModel(MODEL);
  if (model === undefined) return [];
  const settings = { EMBEDDINGS_MODEL: model };
  return withForkedServer('meaning-server.ts', settings, async (message, child) => {
    const target = message as Target;
    return [...(await qualityRows(target)), ...(await speedRows(target, child))];
  });
}
