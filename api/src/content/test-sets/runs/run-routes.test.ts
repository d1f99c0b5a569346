import { once } from 'node:events';

import type { TestComparison, TestLists, TestRun } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { startWorkers } from '../../../jobs/job.ts';
import { testRunJob } from './test-run-job.ts';

const CHAPTERS = ['engine', 'walrus', 'octopus', 'lighthouse'];
const TEXT = CHAPTERS.map(
  (word) => `The ${word} has a chapter of its own. It says all there is to know about the ${word}.`,
).join('\n\n');

const BOOKS = { 'book.txt': TEXT, 'other.txt': 'Something else about an engine.' };

let fixture: PipelineFixture;
/** A dataset that no test changes. */
let library: PipelineFixture;
let own: PipelineFixture;
let workspaceId: string;
let documentId: string;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  const { queue, log } = fixture.server.dependencies;
  startWorkers(queue, [testRunJob], { testRuns: fixture.server.dependencies }, log);
  library = await fixture.withNewDataset();
  await library.uploadFiles(BOOKS);
});
afterAll(() => fixture.close());

const createWorkspace = async (datasetId: string) => {
  const created = await fixture.call('POST', '/workspaces', { name: 'Research' });
  const { id } = await readJson<{ id: string }>(created);
  await fixture.call('PUT', `/workspaces/${id}/datasets/${datasetId}`);
  return id;
};

/** Has the test ask a new workspace with this dataset. */
async function use(dataset: PipelineFixture): Promise<void> {
  own = dataset;
  workspaceId = await createWorkspace(own.datasetId);
  documentId = (await own.documents()).find(({ path }) => path === 'book.txt')?.id ?? '';
}

/** The same with documents that the test changes. */
async function useOwnBooks(): Promise<void> {
  const dataset = await fixture.withNewDataset();
  await dataset.uploadFiles(BOOKS);
  await use(dataset);
}

beforeEach(() => use(library));

const call = (method: string, path: string, json?: unknown) =>
  fixture.call(method, `/workspaces/${workspaceId}${path}`, json);

async function mark(query: string, chunk_number?: number): Promise<string> {
  const answer = { document_id: documentId, ...(chunk_number !== undefined && { chunk_number }) };
  return (
    await readJson<{ id: string }>(await call('POST', '/questions', { query, answers: [answer] }))
  ).id;
}

const runs = async () =>
  (await readJson<{ runs: TestRun[] }>(await call('GET', '/test-runs'))).runs;

async function run(): Promise<TestRun> {
  const started = await call('POST', '/test-runs', {});
  expect(started.status).toBe(202);
  const { id } = await readJson<{ id: string }>(started);
  for (;;) {
    const found = (await runs()).find((each) => each.id === id);
    if (found !== undefined && found.finished_at !== null) return found;
    await once(AbortSignal.timeout(50), 'abort');
  }
}

const compare = async (id: string, against = '') =>
  readJson<TestComparison>(await call('GET', `/test-runs/${id}${against}`));
const lists = async (runId: string, questionId: string) =>
  readJson<TestLists>(await call('GET', `/test-runs/${runId}/questions/${questionId}`));

async function message(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  return (await readJson<{ message: string }>(response)).message;
}

describe('a run', () => {
  test('asks each question, and shows its figures beside the question', async () => {
    await mark('octopus', 0);
    const lost = await mark('xylophone', 0);
    // One with a verdict and without right answers is not asked.
    await call('POST', '/questions', { query: 'walrus', answers: [], verdict: 'wrong' });
    const finished = await run();
    expect(finished).toMatchObject({
      questions: 2,
      done: 2,
      error: null,
      partial: 0,
      changed: false,
      figures: { recall: 0.5, mrr: 0.5, ndcg: 0.5 },
    });
    const comparison = await compare(finished.id);
    expect(comparison.settings).toMatchObject({
      mode: 'words',
      embedding_model: null,
      datasets: [{ id: own.datasetId, chunk_size: 1200, template: null, language: null }],
      searched: { documents: 2, chunks: 2 },
    });
    expect(comparison.against).toBeNull();
    expect((await lists(finished.id, lost)).results).toEqual([]);
    const response = await call('GET', '/questions');
    const { questions } = await readJson<{ questions: { last: unknown }[] }>(response);
    expect(questions.map(({ last }) => last)).toMatchObject([
      { run_id: finished.id, first_right: 1, ndcg: 1 },
      { run_id: finished.id, first_right: null, ndcg: 0 },
      null,
    ]);
  });

  test('finds the right passage again after the document was cut into other chunks', async () => {
    await useOwnBooks();
    const question = await mark('engine', 0);
    const before = await run();
    await own.call('PATCH', `/datasets/${own.datasetId}`, {
      metadata_parameters: { chunk_size: 100, chunk_overlap: 0 },
    });
    await own.uploadFiles({ 'book.txt': `${TEXT}\n`, 'other.txt': 'An engine, too.' });
    const after = await run();
    expect(after.changed).toBe(true);
    const { questions, settings, against } = await compare(after.id);
    expect(settings.datasets[0]?.chunk_size).toBe(100);
    expect(against?.settings.datasets[0]?.chunk_size).toBe(1200);
    expect(against?.run.id).toBe(before.id);
    expect(questions).toMatchObject([{ id: question, recall: 1, answers_changed: false }]);
    const { results } = await lists(after.id, question);
    expect(results.find(({ grade }) => grade > 0)).toMatchObject({
      document_id: documentId,
      path: 'book.txt',
      number: 0,
    });
  });

  test('shows the questions that got worse, with both lists', async () => {
    await useOwnBooks();
    const worse = await mark('octopus');
    await mark('walrus');
    const before = await run();
    await mark('lighthouse');
    await own.uploadFiles({
      'book.txt': TEXT.replaceAll('octopus', 'squid'),
      'other.txt': 'An octopus.',
    });
    const after = await run();
    const { questions, against } = await compare(after.id);
    expect(questions.map(({ query, change }) => [query, change])).toEqual([
      ['octopus', 'worse'],
      ['lighthouse', 'new'],
      ['walrus', 'same'],
    ]);
    expect(questions[0]?.before).toMatchObject({ first_right: 1, ndcg: 1 });
    expect(against).toMatchObject({
      run: { id: before.id },
      shared: 2,
      figures: { recall: 0.5 },
      before: { recall: 1 },
    });
    const both = await lists(after.id, worse);
    expect(both.results.map(({ path, grade }) => [path, grade])).toEqual([['other.txt', 0]]);
    expect(both.before?.map(({ path, grade }) => [path, grade])).toEqual([['book.txt', 1]]);
    const chosen = await compare(before.id, `?against=${after.id}`);
    expect(chosen.questions[0]).toMatchObject({ query: 'octopus', change: 'better' });
  });

  test('says that the right answers of a question were changed in between', async () => {
    await mark('octopus', 0);
    await run();
    await mark('octopus');
    const { questions } = await compare((await run()).id);
    expect(questions).toMatchObject([{ answers_changed: true }]);
  });

  test('is refused without right answers, and beside another one of the workspace', async () => {
    const none = await call('POST', '/test-runs', {});
    expect(await message(none, 409)).toBe('No question has a right answer yet. Mark one first.');
    await call('POST', '/questions', { query: 'walrus', answers: [], verdict: 'wrong' });
    expect((await call('POST', '/test-runs', {})).status).toBe(409);
    await mark('octopus');
    await fixture.server.database.query(
      `INSERT INTO test_runs (organization_id, workspace_id, mode, settings, questions)
       VALUES ($1, $2, 'auto', '{"embedding_model":null,"datasets":[]}', 1)`,
      [fixture.organizationId, workspaceId],
    );
    const second = await call('POST', '/test-runs', {});
    expect(await message(second, 409)).toBe('The questions are being run already.');
    const [unfinished] = await runs();
    expect(unfinished).toMatchObject({ finished_at: null, done: 0, figures: null });
    expect((await call('DELETE', `/test-runs/${unfinished?.id ?? ''}`)).status).toBe(204);
    expect(await runs()).toEqual([]);
  });

  test('has to wait where two others of the organization are under way', async () => {
    await mark('octopus');
    const others = [await createWorkspace(own.datasetId), await createWorkspace(own.datasetId)];
    for (const other of others) {
      await fixture.server.database.query(
        `INSERT INTO test_runs (organization_id, workspace_id, mode, settings, questions)
         VALUES ($1, $2, 'auto', '{"embedding_model":null,"datasets":[]}', 1)`,
        [fixture.organizationId, other],
      );
    }
    const refused = await call('POST', '/test-runs', {});
    expect(await message(refused, 429)).toContain('other workspaces');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    await fixture.server.database.query('DELETE FROM test_runs WHERE finished_at IS NULL');
  });

  test('is kept among the last 50', async () => {
    await mark('octopus');
    await fixture.server.database.query(
      `INSERT INTO test_runs (organization_id, workspace_id, mode, settings, questions, started_at, finished_at, recall,
         mrr, ndcg)
       SELECT $1, $2, 'auto', '{"embedding_model":null,"datasets":[]}', 1, now() - n * interval '1 hour', now(), 1, 1, 1
       FROM generate_series(1, 50) n`,
      [fixture.organizationId, workspaceId],
    );
    const { id } = await run();
    const kept = await runs();
    expect(kept).toHaveLength(50);
    expect(kept[0]?.id).toBe(id);
  });

  test('of another workspace is not found', async () => {
    await mark('octopus');
    const { id } = await run();
    workspaceId = await createWorkspace(own.datasetId);
    expect((await call('GET', `/test-runs/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/test-runs/${id}`)).status).toBe(404);
  });
});
