import { searchInputSchema, TEST_DEPTH } from '@carrel/shared/contract';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import { defineJob, type Slice, type Unfinished } from '../../../jobs/job.ts';
import { runSearch } from '../../search/run-search.ts';
import { searchEngineOf, type SearchEngine } from '../../search/search-engine.ts';
import { searchOf } from '../../search/search-repository.ts';
import { resultsOf, type OpenQuestion, type QuestionResult } from './result-repository.ts';
import { scoreResults } from './score-results.ts';

/** Questions that are read at once. */
const QUESTIONS_AT_ONCE = 20;

/** What the workers of test runs are started with. */
export interface TestRunJobContext {
  testRuns: Dependencies;
}

/**
 * Asks the questions of a run, one after the other, behind requests and documents. Each result is stored at
 * once: a run goes on where it was interrupted, and runs of other organizations take turns with it.
 */
export const testRunJob = defineJob({
  name: 'test-run',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()), runId: v.string() }),
  handle: ({ testRuns }: TestRunJobContext, run, slice) => askSome(testRuns, run, slice),
});

async function askSome(
  dependencies: TestRunJobContext['testRuns'],
  { organizationId, runId }: { organizationId: string; runId: string },
  slice: Slice,
): Promise<Unfinished | void> {
  const { draining, log } = dependencies;
  const engine: SearchEngine = {
    ...searchEngineOf(dependencies),
    reads: dependencies.database.lowPriority,
    database: dependencies.database.lowPriority,
  };
  const results = resultsOf(engine.database, organizationId, runId);
  const run = await results.run();
  if (run === undefined) return;
  const rows = await searchOf(engine.database, organizationId).attachedDatasets(run.workspaceId);
  const datasets = rows.flatMap(({ id, ...dataset }) => (id === null ? [] : [{ id, ...dataset }]));
  while (!slice.isOver() && !draining.aborted) {
    const questions = await results.open(run.workspaceId, QUESTIONS_AT_ONCE);
    if (questions.length === 0) {
      await results.finish();
      return;
    }
    for (const question of questions) {
      if (slice.isOver() || draining.aborted) break;
      const input = v.parse(searchInputSchema, {
        query: question.query,
        limit: TEST_DEPTH,
        mode: run.mode,
      });
      let result: QuestionResult;
      try {
        result = await ask(engine, question, { organizationId, datasets, input });
      } catch (error) {
        log.error('test run', error, { organization_id: organizationId, run_id: runId });
        await results.fail('A search failed. Please run the questions again.');
        return;
      }
      await results.save(result);
    }
  }
  return { repeatAfterSeconds: 0 };
}

async function ask(
  engine: SearchEngine,
  { id, answers, digest }: OpenQuestion,
  search: Parameters<typeof runSearch>[1],
): Promise<QuestionResult> {
  const response = await runSearch(engine, search);
  const ranked = response.results.map(({ document, text }) => ({
    datasetId: document.dataset.id,
    path: document.path,
    text,
  }));
  const score = scoreResults(answers, ranked);
  return {
    questionId: id,
    digest,
    score,
    results: response.results.map(({ document, chunk }, index) => ({
      document_id: document.id,
      dataset_id: document.dataset.id,
      path: document.path,
      number: chunk.number,
      grade: score.grades[index] ?? 0,
    })),
    searched: {
      mode: response.mode,
      documents: response.searched.documents,
      chunks: response.searched.chunks,
    },
    partial: typeof response.partial === 'string',
    milliseconds: response.took.total,
  };
}
