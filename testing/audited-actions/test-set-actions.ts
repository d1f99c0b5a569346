import { readJson } from '../server-fixture.ts';
import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const create = (fixture: AuditFixture, list: 'workspaces' | 'datasets', name: string) =>
  createdId(callInside(fixture, 'POST', `/${list}`, { name }));

interface TestSet {
  /** The path of the workspace's questions. */
  questions: string;
  runs: string;
  documentId: string;
}

/** A workspace with a document, and no questions. */
async function testSet(fixture: AuditFixture): Promise<TestSet> {
  const workspace = await create(fixture, 'workspaces', 'Research');
  const dataset = await create(fixture, 'datasets', 'Handbook');
  await callInside(fixture, 'PUT', `/workspaces/${workspace}/datasets/${dataset}`);
  const [document] = await fixture.server.database.query<{ id: string }>(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     VALUES ($1, $2, 'a.txt', '', 'a.txt', 'a.txt', 1) RETURNING id`,
    [fixture.id, dataset],
  );
  const path = `/workspaces/${workspace}`;
  return {
    questions: `${path}/questions`,
    runs: `${path}/test-runs`,
    documentId: document?.id ?? '',
  };
}

const mark = (fixture: AuditFixture, { questions, documentId }: TestSet) =>
  callInside(fixture, 'POST', questions, {
    query: 'how?',
    answers: [{ document_id: documentId }],
  });

/** A workspace with a question; returns the path of the question too. */
async function marked(fixture: AuditFixture): Promise<TestSet & { question: string }> {
  const set = await testSet(fixture);
  return { ...set, question: `${set.questions}/${await createdId(mark(fixture, set))}` };
}

async function answerOf(fixture: AuditFixture, question: string): Promise<string> {
  const response = await callInside(fixture, 'GET', question);
  const { answers } = await readJson<{ answers: { id: string }[] }>(response);
  return `${question}/answers/${answers[0]?.id ?? ''}`;
}

/** Actions on the questions of a workspace and their runs. */
export const TEST_SET_ACTIONS: Record<string, AuditedAction> = {
  'POST /workspaces/:id/questions': {
    action: 'question.created',
    name: 'Research',
    prepare: async (fixture) => {
      const set = await testSet(fixture);
      return () => mark(fixture, set);
    },
  },
  'POST /workspaces/:id/questions/csv': {
    action: 'questions.imported',
    name: 'Research',
    prepare: async (fixture) => {
      const { questions } = await testSet(fixture);
      return () =>
        fixture.owner.call('POST', `${questions}/csv`, {
          organizationId: fixture.id,
          headers: { 'Content-Type': 'text/csv' },
          body: new TextEncoder().encode('query,dataset,path\nhow?,Handbook,a.txt\n'),
        });
    },
  },
  'PATCH /workspaces/:id/questions/:questionId': {
    action: 'question.updated',
    name: 'Research',
    prepare: async (fixture) => {
      const { question } = await marked(fixture);
      return () => callInside(fixture, 'PATCH', question, { query: 'why?' });
    },
  },
  'DELETE /workspaces/:id/questions/:questionId': {
    action: 'question.deleted',
    name: 'Research',
    prepare: async (fixture) => {
      const { question } = await marked(fixture);
      return () => callInside(fixture, 'DELETE', question);
    },
  },
  'PUT /workspaces/:id/questions/:questionId/answers/:answerId': {
    action: 'question.updated',
    name: 'Research',
    prepare: async (fixture) => {
      const answer = await answerOf(fixture, (await marked(fixture)).question);
      return () => callInside(fixture, 'PUT', answer, { grade: 3 });
    },
  },
  'DELETE /workspaces/:id/questions/:questionId/answers/:answerId': {
    action: 'question.updated',
    name: 'Research',
    prepare: async (fixture) => {
      const answer = await answerOf(fixture, (await marked(fixture)).question);
      return () => callInside(fixture, 'DELETE', answer);
    },
  },
  'POST /workspaces/:id/test-runs': {
    action: 'questions.run',
    name: 'Research',
    prepare: async (fixture) => {
      const { runs } = await marked(fixture);
      return () => callInside(fixture, 'POST', runs, {});
    },
  },
  'DELETE /workspaces/:id/test-runs/:runId': {
    action: 'test_run.deleted',
    name: 'Research',
    prepare: async (fixture) => {
      const { runs } = await marked(fixture);
      const run = `${runs}/${await createdId(callInside(fixture, 'POST', runs, {}))}`;
      return () => callInside(fixture, 'DELETE', run);
    },
  },
};
