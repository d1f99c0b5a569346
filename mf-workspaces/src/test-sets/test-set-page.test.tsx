import {
  makeComparedQuestion,
  makeId,
  makeTestComparison,
  makeTestQuestion,
  makeTestRun,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { TestSetPage } from './test-set-page.tsx';

const WORKSPACE = makeWorkspace();
const BASE = `api/v1/workspaces/${WORKSPACE.id}`;
const QUESTION = makeTestQuestion({
  last: { run_id: makeId(901), recall: 0, reciprocal_rank: 0, ndcg: 0, first_right: null },
});
const OLD = makeTestRun();
const NEW = makeTestRun({
  id: makeId(901),
  started_at: '2026-11-21T09:30:00.000Z',
  figures: { recall: 0.5, mrr: 0.5, ndcg: 0.5 },
  changed: true,
});
const SETTINGS = makeTestComparison().settings;
const COMPARISON = makeTestComparison({
  run: NEW,
  settings: { ...SETTINGS, searched: { documents: 12, chunks: 960 } },
  against: {
    run: OLD,
    settings: SETTINGS,
    shared: 2,
    figures: { recall: 0.5, mrr: 0.5, ndcg: 0.5 },
    before: { recall: 0.75, mrr: 0.5, ndcg: 0.625 },
  },
  questions: [
    makeComparedQuestion({
      change: 'worse',
      recall: 0,
      reciprocal_rank: 0,
      ndcg: 0,
      first_right: null,
    }),
    makeComparedQuestion({ id: makeId(951), query: 'who writes?' }),
  ],
});
const chunk = (path: string, grade: 0 | 1) => ({
  document_id: makeId(800),
  dataset_id: makeId(600),
  path,
  number: 2,
  grade,
});

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get(`${BASE}/questions`, () => ({ body: { questions: [QUESTION] } }));
  mockApi.get(`${BASE}/test-runs`, () => ({ body: { runs: [NEW, OLD] } }));
  mockApi.get(`${BASE}/test-runs/${NEW.id}`, () => ({ body: COMPARISON }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

const open = (search = '') =>
  renderScreen(<TestSetPage />, {
    path: `/workspaces/${WORKSPACE.id}/tests${search}`,
    route: '/workspaces/:workspaceId?/tests',
  });

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

describe('the tests of a workspace', () => {
  test('without questions tell how to make the first one', async () => {
    mockApi.get(`${BASE}/questions`, () => ({ body: { questions: [] } }));
    mockApi.get(`${BASE}/test-runs`, () => ({ body: { runs: [] } }));
    open();
    expect(await screen.findByText('No questions yet')).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Add question' });
    expect(link.pathname).toBe(`/workspaces/${WORKSPACE.id}/search`);
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
  });

  test('list the questions with the rank of the first right answer', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Questions' }));
    expect(table.getByText('Not in the first 10')).toBeTruthy();
    const link = table.getByRole<HTMLAnchorElement>('link', { name: QUESTION.query });
    expect(`${link.pathname}${link.search}`).toBe(
      `/workspaces/${WORKSPACE.id}/search?q=how+long+is+the+warranty%3F`,
    );
  });

  test('are run, with the progress, and the figures when it ends', async () => {
    mockApi.get(`${BASE}/test-runs`, () => ({ body: { runs: [] } }));
    mockApi.post(`${BASE}/test-runs`, () => ({ status: 202, body: { id: NEW.id } }));
    open();
    expect(await screen.findByText('No runs yet')).toBeTruthy();
    const running = makeTestRun({ id: NEW.id, finished_at: null, figures: null, done: 1 });
    mockApi.get(`${BASE}/test-runs`, () => ({ body: { runs: [running] } }));
    await press('Run');
    expect(await screen.findByText('Asked 1 of 2 questions')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    mockApi.get(`${BASE}/test-runs`, () => ({ body: { runs: [NEW] } }));
    expect(await screen.findByRole('region', { name: /^Run of/ }, { timeout: 5000 })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('say why they cannot be run', async () => {
    const message = 'The questions are being run already.';
    mockApi.post(`${BASE}/test-runs`, () => ({ status: 409, body: { message } }));
    open();
    await press('Run');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('that fail to load can be retried', async () => {
    mockApi.get(`${BASE}/questions`, () => ({ status: 500, body: { message: 'Broken.' } }));
    open();
    expect(await screen.findByText('Failed to load the tests')).toBeTruthy();
    mockApi.get(`${BASE}/questions`, () => ({ body: { questions: [QUESTION] } }));
    await press('Retry');
    expect(await screen.findByRole('table', { name: 'Questions' })).toBeTruthy();
  });
});

describe('a run', () => {
  test('shows its figures beside the run before, and what was changed in between', async () => {
    open();
    const run = within(await screen.findByRole('region', { name: /^Run of/ }));
    expect(run.getByText('−0.250')).toBeTruthy();
    expect(run.getByText('±0.000')).toBeTruthy();
    expect(run.getByText('Chunks: 480 → 960')).toBeTruthy();
    const plot = screen.getByRole('figure');
    expect(plot.getAttribute('aria-label')).toBe(
      'The last 2 runs. Of the newest: Recall@10 0.500, MRR 0.500, nDCG@10 0.500.',
    );
  });

  test('shows the questions that got worse, with both lists', async () => {
    mockApi.get(`${BASE}/test-runs/${NEW.id}/questions/${QUESTION.id}`, () => ({
      body: { results: [chunk('other.txt', 0)], before: [chunk('warranty.txt', 1)] },
    }));
    open();
    const worse = within(await screen.findByRole('list', { name: 'Got worse' }));
    expect(worse.getAllByRole('listitem')).toHaveLength(1);
    await press(QUESTION.query);
    expect(await worse.findByText(/other\.txt/)).toBeTruthy();
    expect(worse.getByText(/warranty\.txt/)).toBeTruthy();
    expect(worse.getAllByText('Right')).toHaveLength(1);
    await press('As before (1)');
    expect(await screen.findByRole('button', { name: 'who writes?' })).toBeTruthy();
  });

  test('is chosen from a table, and the address has it', async () => {
    mockApi.get(`${BASE}/test-runs/${OLD.id}`, () => ({ body: makeTestComparison() }));
    const { location } = open();
    await press('Show as table');
    await press('Show');
    expect(await screen.findByText(/There is no earlier run/)).toBeTruthy();
    expect(location().path).toContain(`run=${OLD.id}`);
  });

  test('is compared with another one of the address', async () => {
    open(`?against=${OLD.id}`);
    await waitFor(() =>
      expect(mockApi.calls('GET').map(({ path }) => path)).toContain(
        `${BASE}/test-runs/${NEW.id}?against=${OLD.id}`,
      ),
    );
  });
});

describe('questions', () => {
  test('show how their answers were rated, the bad ones first where that is chosen', async () => {
    const rated = [
      QUESTION,
      makeTestQuestion({ id: makeId(951), query: 'who writes?', verdict: 'right' }),
      makeTestQuestion({ id: makeId(952), query: 'who reads?', verdict: 'wrong', answers: 0 }),
    ];
    mockApi.get(`${BASE}/questions`, () => ({ body: { questions: rated } }));
    open();
    const table = within(await screen.findByRole('table', { name: 'Questions' }));
    const texts = () => table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(texts()[2]).toMatch(/who writes\?.*Good answer/);
    expect(texts()[3]).toMatch(/who reads\?.*Bad answer/);
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'Bad answers first');
    await waitFor(() => expect(texts()[1]).toContain('who reads?'));
    expect(texts()[2]).toContain(QUESTION.query);
  });

  test('have no column of ratings where there are none', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Questions' }));
    expect(table.queryByRole('columnheader', { name: 'Rating' })).toBeNull();
  });

  test('are deleted after asking', async () => {
    mockApi.delete(`${BASE}/questions/${QUESTION.id}`, () => ({ status: 204 }));
    open();
    await screen.findByRole('table', { name: 'Questions' });
    await press('Delete');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(QUESTION.query)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete question' }));
    expect(await screen.findByText('Question deleted')).toBeTruthy();
  });

  test('are imported from a file, and its faults are listed', async () => {
    const file = new File(['query,dataset,path\nhow?,Handbook,a.txt'], 'q.csv', {
      type: 'text/csv',
    });
    const importing = (response: { status?: number; body: unknown }) =>
      mockApi.post(`${BASE}/questions/csv`, () => response);
    open();
    await screen.findByRole('table', { name: 'Questions' });
    importing({ body: { questions: 1, answers: 1, missing: 0 } });
    await userEvent.upload(screen.getByLabelText('CSV file'), file);
    expect(await screen.findByText('Imported 1 question and 1 answer')).toBeTruthy();
    const [sent] = mockApi.calls('POST', `${BASE}/questions/csv`);
    expect(sent?.headers.get('Content-Type')).toBe('text/csv');
    expect(sent?.body).toBe('query,dataset,path\nhow?,Handbook,a.txt');
    const fault = { path: 'line 2', message: 'Line 2: there is no dataset "Handbook".' };
    importing({ status: 422, body: { message: fault.message, issues: [fault] } });
    await userEvent.upload(screen.getByLabelText('CSV file'), file);
    const dialog = within(await screen.findByRole('dialog', { name: 'Nothing was imported' }));
    expect(dialog.getByText(fault.message)).toBeTruthy();
  });

  test('are exported as a file', async () => {
    const create = vi.fn<(blob: Blob) => string>(() => 'blob:questions');
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => undefined }),
    );
    const click = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined);
    mockApi.get(`${BASE}/questions/csv`, () => ({ body: 'query,dataset,path\r\n' }));
    open();
    await press('Export CSV');
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(await create.mock.calls[0]?.[0].text()).toBe('\uFEFFquery,dataset,path\r\n');
  });
});

test('a Reader of the workspace sees its tests, and is not offered to change them', async () => {
  mockApi.get('api/v1/workspaces', () => ({
    body: { workspaces: [{ ...WORKSPACE, access: 'named', role: 'Reader' }] },
  }));
  open();
  expect(await screen.findByRole('table', { name: 'Questions' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  for (const name of ['Run', 'Import CSV', 'Delete']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});
