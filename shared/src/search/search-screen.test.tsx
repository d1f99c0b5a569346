import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  makeId,
  makeSearchResponse,
  makeSearchResult,
  mockApi,
  renderScreen,
} from '../testing/public.ts';
import type { MockedResponse } from '../testing/public.ts';
import { SearchScreen } from './search-screen.tsx';

const SCOPE = {
  kind: 'workspace',
  id: makeId(500),
  name: 'Research',
  datasets: [{ id: makeId(600), name: 'Handbook' }],
} as const;
const PATH = `api/v1/workspaces/${SCOPE.id}/search`;

const open = (query = '') =>
  renderScreen(<SearchScreen scope={SCOPE} />, { path: `/workspaces/${SCOPE.id}/search${query}` });

const field = () => screen.getByRole('searchbox', { name: 'Search this workspace' });
const queryOf = ({ body }: { body: unknown }) => (body as { query: string }).query;
const named = (name: string) =>
  makeSearchResponse({
    results: [makeSearchResult({ document: { ...makeSearchResult().document, name } })],
  });

beforeEach(() => {
  mockApi.start();
  mockApi.post(PATH, (call) => ({ body: named(`About ${queryOf(call)}`) }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

describe('typing', () => {
  test('takes the focus first, asks for the first key at once, and for what follows it soon in one request', async () => {
    const { location } = open();
    expect(document.activeElement).toBe(field());
    for (const value of ['e', 'en', 'engin', 'engine']) {
      fireEvent.change(field(), { target: { value } });
    }
    expect(await screen.findByRole('link', { name: 'About engine' })).toBeDefined();
    expect(mockApi.calls('POST').map(queryOf)).toEqual(['e', 'engine']);
    await waitFor(() => expect(location().path).toMatch(/\?q=engine$/));
  });

  test('asks with the organization, for explanations, and for nothing that has a default', async () => {
    open('?q=engine');
    await screen.findByRole('link', { name: 'About engine' });
    const [call] = mockApi.calls('POST');
    expect(call?.headers.get('X-Organization-Id')).toBe(makeId(100));
    expect(call?.body).toEqual({
      query: 'engine',
      limit: 20,
      mode: 'auto',
      rerank: true,
      filter: {},
      neighbours: 0,
      explain: true,
      group: 'document',
      facets: 'alternatives',
    });
  });

  test('a late response does not replace a newer one, and its request is aborted', async () => {
    const late = Promise.withResolvers<MockedResponse>();
    mockApi.post(PATH, (call) =>
      queryOf(call) === 'engine' ? late.promise : { body: named(`About ${queryOf(call)}`) },
    );
    open();
    await userEvent.paste('engine');
    await waitFor(() => expect(mockApi.calls('POST')).toHaveLength(1));
    await userEvent.paste(' flutter');
    expect(await screen.findByRole('link', { name: 'About engine flutter' })).toBeDefined();
    expect(mockApi.calls('POST')[0]?.signal.aborted).toBe(true);
    late.resolve({ body: named('About engine') });
    await userEvent.paste('s');
    expect(screen.queryByRole('link', { name: 'About engine' })).toBeNull();
    expect((field() as HTMLInputElement).value).toBe('engine flutters');
  });

  test('the results before stay until the next ones come', async () => {
    open('?q=engine');
    await screen.findByRole('link', { name: 'About engine' });
    const next = Promise.withResolvers<MockedResponse>();
    mockApi.post(PATH, () => next.promise);
    await userEvent.type(field(), 's{Enter}');
    // One of the key, which does not count as a search, and one of Enter.
    await waitFor(() => expect(mockApi.calls('POST')).toHaveLength(3));
    expect(screen.getByRole('link', { name: 'About engine' })).toBeDefined();
    next.resolve({ body: named('About engines') });
    expect(await screen.findByRole('link', { name: 'About engines' })).toBeDefined();
  });

  test('a text that is too long is kept and explained at the field, and not sent', async () => {
    open('?q=engine');
    await screen.findByRole('link', { name: 'About engine' });
    await userEvent.clear(field());
    await userEvent.click(field());
    await userEvent.paste('a'.repeat(10_001));
    await userEvent.keyboard('{Enter}');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/at most 10,000 characters; this has 10,001/)).toBeDefined();
    expect((field() as HTMLInputElement).value).toHaveLength(10_001);
    expect(mockApi.calls('POST')).toHaveLength(1);
  });

  test('an empty text asks nothing', async () => {
    open('?q=engine');
    await screen.findByRole('link', { name: 'About engine' });
    await userEvent.clear(field());
    expect(await screen.findByText(/Type to search the documents of this workspace/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'About engine' })).toBeNull();
  });
});

describe('the URL', () => {
  test('restores the whole screen', async () => {
    open(
      `?q=engine&mode=words&datasets=${makeId(600)}&folder=Wiki&kind=pdf&name=report&from=2026-11-01&to=2026-12-01&neighbours=1`,
    );
    await screen.findByRole('link', { name: 'About engine' });
    expect(mockApi.calls('POST')[0]?.body).toMatchObject({
      mode: 'words',
      neighbours: 1,
      filter: {
        datasets: [makeId(600)],
        folder: 'Wiki',
        kind: ['pdf'],
        name: 'report',
        changed: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
      },
    });
    expect((field() as HTMLInputElement).value).toBe('engine');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Words' }).checked).toBe(true);
    const filters = within(screen.getByRole('list', { name: 'Active filters' }));
    expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Dataset: Handbook',
      'Folder: Wiki',
      'Kind: PDF',
      'Name: report',
      'Changed: November 2026',
      'Clear filters',
    ]);
  });

  test('with nonsense is a plain search', async () => {
    open('?q=engine&mode=magic&from=soon&neighbours=99&compare=x');
    await screen.findByRole('link', { name: 'About engine' });
    expect(mockApi.calls('POST')).toHaveLength(1);
    expect(mockApi.calls('POST')[0]?.body).toMatchObject({
      mode: 'auto',
      neighbours: 0,
      filter: {},
    });
  });

  test('gets the mode that is chosen, and the results follow', async () => {
    const { location } = open('?q=engine');
    await screen.findByRole('link', { name: 'About engine' });
    await userEvent.click(screen.getByRole('radio', { name: 'Meaning' }));
    await waitFor(() => expect(location().path).toMatch(/q=engine&mode=meaning$/));
    await waitFor(() =>
      expect(mockApi.calls('POST').at(-1)?.body).toMatchObject({ mode: 'meaning' }),
    );
  });
});

const active = () => document.activeElement?.textContent;

test('Back returns to the search before, not to the steps of typing, and a link changes the search', async () => {
  renderScreen(
    <>
      <SearchScreen scope={SCOPE} />
      <Elsewhere />
    </>,
    { path: '/?q=engine' },
  );
  await screen.findByRole('link', { name: 'About engine' });
  for (const value of ['engine f', 'engine flutter']) {
    fireEvent.change(field(), { target: { value } });
    expect(await screen.findByRole('link', { name: `About ${value}` })).toBeDefined();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect((field() as HTMLInputElement).value).toBe('engine'));
  expect(await screen.findByRole('link', { name: 'About engine' })).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Search for wings' }));
  await waitFor(() => expect((field() as HTMLInputElement).value).toBe('wings'));
  expect(await screen.findByRole('link', { name: 'About wings' })).toBeDefined();
});

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <Link to="/?q=wings">Search for wings</Link>
    </>
  );
}

test('the arrow keys lead from the field through the results and back', async () => {
  const results = ['One', 'Two'].map((name, number) =>
    makeSearchResult({
      chunk: { number, pages: [], headings: [] },
      document: { ...makeSearchResult().document, name },
    }),
  );
  mockApi.post(PATH, () => ({ body: makeSearchResponse({ results }) }));
  open('?q=engine');
  await screen.findByRole('link', { name: 'One' });
  await userEvent.click(field());
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('One');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Two');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field());
});

test('how much was found is announced', async () => {
  open('?q=engine');
  await screen.findByRole('link', { name: 'About engine' });
  expect(await screen.findByText('1 result', { selector: 'output' })).toBeDefined();
});
