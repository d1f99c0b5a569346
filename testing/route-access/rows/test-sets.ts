import type { AccessRow, SeededIds } from '../access-row.ts';

const questions = ({ workspaceId }: SeededIds) => `/workspaces/${workspaceId}/questions`;
const question = (ids: SeededIds) => `${questions(ids)}/${ids.questionId}`;
const answer = (ids: SeededIds) => `${question(ids)}/answers/${ids.answerId}`;
const runs = ({ workspaceId }: SeededIds) => `/workspaces/${workspaceId}/test-runs`;
const run = (ids: SeededIds) => `${runs(ids)}/${ids.runId}`;

export const TEST_SET_ROWS: AccessRow[] = [
  {
    route: 'GET /workspaces/:id/questions',
    access: { header: 'Viewer' },
    path: questions,
    status: 200,
  },
  {
    route: 'POST /workspaces/:id/questions',
    access: { header: 'Editor' },
    path: questions,
    json: ({ documentId }) => ({ query: 'how?', answers: [{ document_id: documentId }] }),
    status: 201,
  },
  {
    route: 'GET /workspaces/:id/questions/csv',
    access: { header: 'Viewer' },
    path: (ids) => `${questions(ids)}/csv`,
    status: 200,
  },
  {
    route: 'POST /workspaces/:id/questions/csv',
    access: { header: 'Editor' },
    path: (ids) => `${questions(ids)}/csv`,
    body: {
      bytes: new TextEncoder().encode('query,dataset,path\nhow?,Dataset,a.txt\n'),
      headers: { 'Content-Type': 'text/csv' },
    },
    status: 200,
  },
  {
    route: 'GET /workspaces/:id/questions/:questionId',
    access: { header: 'Viewer' },
    path: question,
    status: 200,
  },
  {
    route: 'PATCH /workspaces/:id/questions/:questionId',
    access: { header: 'Editor' },
    path: question,
    json: () => ({ query: 'why?' }),
    status: 204,
  },
  {
    route: 'DELETE /workspaces/:id/questions/:questionId',
    access: { header: 'Editor' },
    path: question,
    status: 204,
  },
  {
    route: 'PUT /workspaces/:id/questions/:questionId/answers/:answerId',
    access: { header: 'Editor' },
    path: answer,
    json: () => ({ grade: 2 }),
    status: 204,
  },
  {
    route: 'DELETE /workspaces/:id/questions/:questionId/answers/:answerId',
    access: { header: 'Editor' },
    path: answer,
    status: 204,
  },
  {
    route: 'GET /workspaces/:id/test-runs',
    access: { header: 'Viewer' },
    path: runs,
    status: 200,
  },
  {
    route: 'POST /workspaces/:id/test-runs',
    access: { header: 'Editor' },
    path: runs,
    json: () => ({ mode: 'auto' }),
    status: 202,
  },
  {
    route: 'GET /workspaces/:id/test-runs/:runId',
    access: { header: 'Viewer' },
    path: run,
    status: 200,
  },
  {
    route: 'GET /workspaces/:id/test-runs/:runId/questions/:questionId',
    access: { header: 'Viewer' },
    path: (ids) => `${run(ids)}/questions/${ids.questionId}`,
    status: 200,
  },
  {
    route: 'DELETE /workspaces/:id/test-runs/:runId',
    access: { header: 'Editor' },
    path: run,
    status: 204,
  },
];
