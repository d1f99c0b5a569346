import type { DatasetVectors, Model, Models } from '@carrel/shared/contract/organization';
import { fakeShell, makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ModelsSection } from './models-section.tsx';

const ORGANIZATION = makeOrganization();
const PATH = `api/v1/organizations/${ORGANIZATION.id}/models`;

const makeModel = (overrides: Partial<Model> = {}): Model => ({
  name: 'bge-small-en-v1.5',
  runs: 'here',
  host: null,
  dimensions: 384,
  state: 'ready',
  loaded: null,
  reason: null,
  since: null,
  next_try: null,
  texts_per_second: 43,
  ...overrides,
});
const makeVectors = (overrides: Partial<DatasetVectors> = {}): DatasetVectors => ({
  id: makeId(600),
  name: 'Handbook',
  chunks: 34_683,
  vectors: 11_206,
  waiting: 0,
  state: 'building',
  seconds_left: 1174,
  ...overrides,
});
const respond = (models: Partial<Models>) =>
  mockApi.get(PATH, () => ({
    body: { embeddings: null, rerank: null, chat: null, datasets: [], ...models },
  }));

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (shell = fakeShell()) =>
  renderScreen(<ModelsSection organization={ORGANIZATION} />, { shell });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Models' })).getAllByRole('listitem');

describe('the models', () => {
  test('say what they are, where they run and how they stand', async () => {
    respond({
      embeddings: makeModel(),
      rerank: makeModel({
        name: 'minilm',
        dimensions: null,
        texts_per_second: null,
        state: 'loading',
        loaded: { bytes: 12 * 1024 ** 2, total: 34 * 1024 ** 2 },
      }),
      chat: makeModel({
        name: 'talker',
        runs: 'service',
        host: 'chat.example.com',
        dimensions: null,
        texts_per_second: null,
        state: 'unavailable',
        reason: 'The answering service could not be reached.',
      }),
    });
    open();
    const [meaning, reranking, answers] = await rows();
    expect(meaning?.textContent).toContain('Search by meaning');
    expect(meaning?.textContent).toContain('bge-small-en-v1.5');
    expect(meaning?.textContent).toContain('In this server · 384 dimensions · 43 texts a second');
    expect(meaning?.textContent).toContain('Ready');
    expect(reranking?.textContent).toContain('Loading 12 of 34 MB');
    expect(answers?.textContent).toContain('chat.example.com');
    expect(answers?.textContent).toContain(
      'Unavailable: The answering service could not be reached.',
    );
  });

  test('that no setting names say what to set, and cannot be tested', async () => {
    respond({});
    open();
    const items = await rows();
    expect(items.map((item) => within(item).getByText('Not set').textContent)).toHaveLength(3);
    expect(screen.getByText('EMBEDDINGS_MODEL').tagName).toBe('CODE');
    expect(screen.queryByRole('button', { name: /Test/ })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Vectors of datasets' })).toBeNull();
  });

  test('are tested by a button, which says how long it took, or what is wrong', async () => {
    respond({ embeddings: makeModel(), chat: makeModel({ name: 'talker' }) });
    mockApi.post(`${PATH}/test`, ({ body }) =>
      (body as { model: string }).model === 'chat'
        ? { status: 502, body: { message: 'The answering service took too long.' } }
        : { body: { milliseconds: 12.3 } },
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Test search by meaning' }));
    expect(await screen.findByText('Answered in 12 ms')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Test answers' }));
    expect(await screen.findByText('The answering service took too long.')).toBeTruthy();
    expect(mockApi.calls('POST').map(({ body }) => body)).toEqual([
      { model: 'embeddings' },
      { model: 'chat' },
    ]);
  });

  test('are loaded again after a failure', async () => {
    mockApi.get(PATH, () => ({ status: 500, body: { message: 'Something went wrong.' } }));
    open();
    expect(await screen.findByText('Failed to load models')).toBeTruthy();
    respond({ embeddings: makeModel() });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(3);
  });
});

describe('the datasets', () => {
  test('say how much of them has vectors, and lead to their documents', async () => {
    respond({
      embeddings: makeModel(),
      datasets: [
        makeVectors(),
        makeVectors({
          id: makeId(601),
          name: 'Wiki',
          chunks: 12,
          vectors: 12,
          state: 'ready',
          seconds_left: null,
        }),
      ],
    });
    open();
    const list = within(await screen.findByRole('list', { name: 'Vectors of datasets' }));
    expect(list.getByText('11,206 of 34,683 chunks have vectors · about 20 min left')).toBeTruthy();
    expect(
      list.getByRole('progressbar', { name: 'Vectors of Handbook' }).getAttribute('aria-valuenow'),
    ).toBe('32');
    expect(list.getByText('12 chunks have vectors')).toBeTruthy();
    expect(list.getAllByRole('progressbar')).toHaveLength(1);
    expect(list.getByRole('link', { name: 'Handbook' }).getAttribute('href')).toBe(
      `/datasets/${makeId(600)}/documents`,
    );
  });

  test('of an organization that is not selected are no links', async () => {
    respond({ embeddings: makeModel(), datasets: [makeVectors()] });
    open(fakeShell({ organizationId: makeId(101) }));
    expect(await screen.findByText('Handbook')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Handbook' })).toBeNull();
  });

  test('come page by page', async () => {
    respond({ embeddings: makeModel(), datasets: [makeVectors()], next_cursor: 'next' });
    mockApi.get(`${PATH}?cursor=next`, () => ({
      body: {
        embeddings: makeModel(),
        rerank: null,
        chat: null,
        datasets: [makeVectors({ id: makeId(601), name: 'Wiki' })],
      },
    }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Wiki' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  });
});
