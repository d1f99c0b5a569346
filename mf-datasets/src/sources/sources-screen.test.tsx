import type { Source, SourceList, SourceObject } from '@carrel/shared/contract/sources';
import { fakeShell, makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeSource, makeSourceRun } from '../testing/make-source.ts';
import { SourcesPage } from './sources-page.tsx';

const DATASET = makeId(600);
const SOURCES = `api/v1/datasets/${DATASET}/sources`;
const ONE = `${SOURCES}/${makeId(900)}`;
const KINDS: SourceList['kinds'] = ['website', 'git', 's3', 'mailbox', 'notion'];

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  serve();
});
afterEach(() => mockApi.stop());

function serve(...sources: Source[]) {
  mockApi.get(SOURCES, () => ({ body: { sources, kinds: KINDS, connects: ['notion'] } }));
  mockApi.get(`${ONE}/runs`, () => ({
    body: { runs: sources.flatMap(({ run }) => (run === null ? [] : [run])) },
  }));
}

function serveObjects(...objects: SourceObject[]) {
  mockApi.get(`${ONE}/objects`, ({ path }) => {
    const state = new URLSearchParams(path.split('?')[1]).get('state');
    return { body: { objects: objects.filter((object) => object.state === state) } };
  });
}

function open(search = '', shell = fakeShell()) {
  const page = renderScreen(<SourcesPage />, {
    path: `/datasets/${DATASET}/sources${search}`,
    route: '/datasets/:datasetId?/sources',
    shell,
  });
  return { ...page, user: userEvent.setup() };
}

const VIEW = `?source=${makeId(900)}`;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list of sources', () => {
  test('is empty at first: it says what a source is for, and which kinds there are', async () => {
    const { user } = open();
    const kinds = within(await screen.findByRole('list', { name: 'Kinds of sources' }));
    expect(kinds.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Website',
      'Notion',
      'S3 bucket',
      'Git repository',
      'Mailbox',
    ]);
    await user.click(await button('Add a source'));
    expect(await screen.findByRole('dialog', { name: 'Add a source' })).toBeDefined();
  });

  test.each<[string, Partial<Source>]>([
    ['Up to date', {}],
    ['Up to date, 3 failed', { run: makeSourceRun({ failed: 3 }) }],
    ['Paused', { paused: true }],
    ['Not connected', { kind: 'notion', place: { kind: 'notion' }, run: null }],
    [
      'Listing, 1,200 found',
      { run: makeSourceRun({ state: 'listing', listed: 1200, ended_at: null }) },
    ],
    [
      'Waits for you',
      { run: makeSourceRun({ state: 'waiting', waiting_for: 'first', ended_at: null }) },
    ],
    [
      'Failed',
      {
        run: makeSourceRun({
          state: 'failed',
          error: { code: 'sign_in', message: 'The source refused the password.' },
        }),
      },
    ],
  ])('says "%s"', async (label, source) => {
    serve(makeSource(source));
    open();
    const row = within(await screen.findByRole('row', { name: /Product docs/ }));
    expect(row.getAllByText(label)[0]).toBeDefined();
    expect(row.getByText(/, in Docs$/)).toBeDefined();
    if (label === 'Failed') {
      expect(row.getByText('The source refused the password.')).toBeDefined();
    }
  });

  test('runs a source now, and pauses it', async () => {
    serve(makeSource());
    mockApi.post(`${ONE}/runs`, () => ({ status: 202, body: { id: makeId(951) } }));
    mockApi.patch(ONE, () => ({ status: 204 }));
    const { user } = open();
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Run now' }));
    await waitFor(() => expect(mockApi.calls('POST', `${ONE}/runs`)).toHaveLength(1));
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    await waitFor(() => expect(mockApi.calls('PATCH', ONE)[0]?.body).toEqual({ paused: true }));
  });

  test('asks before a source is deleted, and says that documents stay', async () => {
    serve(makeSource());
    mockApi.delete(ONE, () => ({ status: 204 }));
    const { user } = open();
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete source' }));
    expect(dialog.getByText(/Its documents stay/)).toBeDefined();
    serve();
    await user.click(dialog.getByRole('button', { name: 'Delete source' }));
    expect(await screen.findByText('Source deleted')).toBeDefined();
    expect(await button('Add a source')).toBeDefined();
  });

  test('a person before the fence of a dataset is told who sees its sources', async () => {
    mockApi.get(SOURCES, () => ({
      status: 403,
      body: { message: 'Its Managers see its sources.' },
    }));
    open();
    expect(await screen.findByText('Its Managers see its sources.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('a failure is shown with a Retry', async () => {
    mockApi.get(SOURCES, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open();
    expect(await screen.findByText('Failed to load sources')).toBeDefined();
    serve(makeSource());
    await user.click(await button('Retry'));
    expect(await screen.findByText('Product docs')).toBeDefined();
  });
});

describe('the plan of the first run', () => {
  const waiting = makeSource({
    run: makeSourceRun({
      state: 'waiting',
      waiting_for: 'first',
      ended_at: null,
      listed: 2,
      left_out: 4,
      added: 1,
      failed: 1,
    }),
  });

  beforeEach(() => {
    serve(waiting);
    serveObjects(
      { path: 'Docs/a.html', state: 'added', size: 2048, url: 'https://docs.example.com/a' },
      { path: 'Docs/b.exe', state: 'failed', size: 1, reason: 'This kind is not read.' },
    );
  });

  test('is shown with what fails first, each kind with its objects, and starts', async () => {
    mockApi.post(`${ONE}/runs/approve`, () => ({ status: 204 }));
    const { user } = open(VIEW);
    expect(
      await screen.findByText(
        '1 document would be added, 4 objects left out. Nothing has been read yet.',
      ),
    ).toBeDefined();
    expect(await screen.findByText('This kind is not read.')).toBeDefined();
    await user.click(await button('Add 1'));
    const row = within(await screen.findByRole('row', { name: /Docs\/a\.html/ }));
    const link = row.getByRole('link', { name: 'Open the original of Docs/a.html' });
    expect(link.getAttribute('href')).toBe('https://docs.example.com/a');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    await user.click(await button('Start'));
    await waitFor(() => expect(mockApi.calls('POST', `${ONE}/runs/approve`)).toHaveLength(1));
  });

  test('is cancelled, and a failure of that says so and reads the source again', async () => {
    mockApi.post(`${ONE}/runs/cancel`, () => ({
      status: 409,
      body: { message: 'The source is not running any more.' },
    }));
    const { user } = open(VIEW);
    const before = mockApi.calls('GET', SOURCES).length;
    await user.click(await button('Cancel'));
    expect(await screen.findByText('The source is not running any more.')).toBeDefined();
    await waitFor(() => expect(mockApi.calls('GET', SOURCES).length).toBeGreaterThan(before));
  });

  test('an address that is not one of the web is no link', async () => {
    serveObjects({
      path: 'Docs/b.exe',
      state: 'failed',
      size: 1,
      // What a feed could name.
      url: ['java', 'script:alert(1)'].join(''),
    });
    open(VIEW);
    expect(await screen.findByText('Docs/b.exe')).toBeDefined();
    expect(screen.queryByRole('link', { name: /original/ })).toBeNull();
  });
});

test('a run that would delete many waits, and says how many', async () => {
  const run = makeSourceRun({
    number: 7,
    state: 'waiting',
    waiting_for: 'many_gone',
    ended_at: null,
    removed: 1200,
  });
  serve(makeSource({ run }));
  serveObjects({ path: 'Docs/gone.html', state: 'removed', size: null });
  open(VIEW);
  expect(await screen.findByText('This run would delete 1,200 documents')).toBeDefined();
  expect(await screen.findByText('Docs/gone.html')).toBeDefined();
  expect(await button('Start and delete 1,200')).toBeDefined();
});

test('a run that failed says why and what to do, and its settings are one press away', async () => {
  const error = { code: 'sign_in' as const, message: 'The source refused the password.' };
  serve(makeSource({ failed_runs: 3, run: makeSourceRun({ state: 'failed', error }) }));
  const { user } = open(VIEW);
  expect(await screen.findByText(/The last 3 runs have failed/)).toBeDefined();
  expect(screen.getAllByText(/enter its user name and password or token again/)[0]).toBeDefined();
  await user.click(await button('Edit source'));
  expect(await screen.findByRole('dialog', { name: 'Edit source' })).toBeDefined();
});

test('the runs are listed with what they did and their receipts', async () => {
  const run = makeSourceRun({ number: 4, added: 2, changed: 1, archive_ids: [makeId(700)] });
  serve(makeSource({ run }));
  open(VIEW);
  const row = within(await screen.findByRole('row', { name: /Run 4/ }));
  expect(row.getByText('2 added, 1 changed')).toBeDefined();
  expect(row.getByText('4 s')).toBeDefined();
  expect(row.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    `/datasets/${DATASET}/archives?receipt=${makeId(700)}`,
  );
});

test('a run that works is read again until it has ended', async () => {
  serve(
    makeSource({
      run: makeSourceRun({ state: 'reading', ended_at: null, added: 3000, read: 120 }),
    }),
  );
  open(VIEW);
  expect((await screen.findAllByText('Reading 120 of 3,000'))[0]).toBeDefined();
  serve(makeSource({ run: makeSourceRun({ added: 3000 }) }));
  serveObjects();
  expect((await screen.findAllByText('Up to date', {}, { timeout: 4000 }))[0]).toBeDefined();
});

test('a source is connected by signing in there', async () => {
  serve(makeSource({ kind: 'notion', place: { kind: 'notion' }, run: null }));
  mockApi.post(`${ONE}/connect`, () => ({ body: { url: 'https://api.notion.com/authorize?x' } }));
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const { user } = open(VIEW);
  await user.click(await button('Connect'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://api.notion.com/authorize?x'));
});

test.each([
  ['access_denied', /access was not granted there/],
  ['<b>anything</b>', /The source could not be connected/],
])('coming back with %s says what to do', async (code, text) => {
  serve(makeSource());
  open(`?connect=${makeId(900)}&connect_error=${encodeURIComponent(code)}`);
  expect(await screen.findByText(text)).toBeDefined();
});

test('what a person came back with is handed in once, and the address forgets it', async () => {
  serve(makeSource({ kind: 'notion', place: { kind: 'notion' }, account: 'ada@example.com' }));
  mockApi.post(`${ONE}/connect/finish`, () => ({ status: 204 }));
  const { location } = open(`?connect=${makeId(900)}&code=abc&state=xyz`);
  expect(await screen.findByText('Source connected')).toBeDefined();
  expect(mockApi.calls('POST').map(({ body }) => body)).toEqual([{ code: 'abc', state: 'xyz' }]);
  expect(location().path).toBe(`/datasets/${DATASET}/sources${VIEW}`);
  expect(await screen.findByText('ada@example.com')).toBeDefined();
});

test('a connection that took too long says so', async () => {
  serve(makeSource({ kind: 'notion', place: { kind: 'notion' }, run: null }));
  mockApi.post(`${ONE}/connect/finish`, () => ({
    status: 409,
    body: { message: 'Too much time has passed. Connect the source again.' },
  }));
  open(`?connect=${makeId(900)}&code=abc&state=xyz`);
  expect(await screen.findByText(/Too much time has passed/)).toBeDefined();
  expect(await button('Connect')).toBeDefined();
});

test('a source that is not there says so', async () => {
  open(VIEW);
  expect(await screen.findByText('Source not found')).toBeDefined();
});
