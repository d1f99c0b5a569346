import { makeDataset, makeId, mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeSource, makeSourceRun } from '../../testing/make-source.ts';
import {
  ONE_SOURCE,
  openSources,
  serveObjects,
  serveSources,
  SOURCES,
} from '../../testing/sources-fixture.tsx';

const DATASET = makeId(600);
const VIEW = `?source=${makeId(900)}`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  serveSources();
});
afterEach(() => mockApi.stop());

const button = (name: string) => screen.findByRole('button', { name });

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
    serveSources(waiting);
    serveObjects(
      { path: 'Docs/a.html', state: 'added', size: 2048, url: 'https://docs.example.com/a' },
      { path: 'Docs/b.exe', state: 'failed', size: 1, reason: 'This kind is not read.' },
    );
  });

  test('is shown with what fails first, each kind with its objects, and starts', async () => {
    mockApi.post(`${ONE_SOURCE}/runs/approve`, () => ({ status: 204 }));
    const { user } = openSources(VIEW);
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
    await waitFor(() =>
      expect(mockApi.calls('POST', `${ONE_SOURCE}/runs/approve`)).toHaveLength(1),
    );
  });

  test('is cancelled, and a failure of that says so and reads the source again', async () => {
    mockApi.post(`${ONE_SOURCE}/runs/cancel`, () => ({
      status: 409,
      body: { message: 'The source is not running any more.' },
    }));
    const { user } = openSources(VIEW);
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
    openSources(VIEW);
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
  serveSources(makeSource({ run }));
  serveObjects({ path: 'Docs/gone.html', state: 'removed', size: null });
  openSources(VIEW);
  expect(await screen.findByText('This run would delete 1,200 documents')).toBeDefined();
  expect(await screen.findByText('Docs/gone.html')).toBeDefined();
  expect(await button('Start and delete 1,200')).toBeDefined();
});

test('a run that failed says why and what to do, and its settings are one press away', async () => {
  const error = { code: 'sign_in' as const, message: 'The source refused the password.' };
  serveSources(makeSource({ failed_runs: 3, run: makeSourceRun({ state: 'failed', error }) }));
  const { user } = openSources(VIEW);
  expect(await screen.findByText(/The last 3 runs have failed/)).toBeDefined();
  expect(screen.getAllByText(/enter its user name and password or token again/)[0]).toBeDefined();
  await user.click(await button('Edit source'));
  expect(await screen.findByRole('dialog', { name: 'Edit source' })).toBeDefined();
});

test('the runs are listed with what they did and their receipts', async () => {
  const run = makeSourceRun({ number: 4, added: 2, changed: 1, archive_ids: [makeId(700)] });
  serveSources(makeSource({ run }));
  openSources(VIEW);
  const row = within(await screen.findByRole('row', { name: /Run 4/ }));
  expect(row.getByText('2 added, 1 changed')).toBeDefined();
  expect(row.getByText('4 s')).toBeDefined();
  expect(row.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    `/datasets/${DATASET}/archives?receipt=${makeId(700)}`,
  );
});

test('a run that works is read again until it has ended', async () => {
  serveSources(
    makeSource({
      run: makeSourceRun({ state: 'reading', ended_at: null, added: 3000, read: 120 }),
    }),
  );
  openSources(VIEW);
  expect((await screen.findAllByText('Reading 120 of 3,000'))[0]).toBeDefined();
  serveSources(makeSource({ run: makeSourceRun({ added: 3000 }) }));
  serveObjects();
  expect((await screen.findAllByText('Up to date', {}, { timeout: 4000 }))[0]).toBeDefined();
});

test('a source is connected by signing in there', async () => {
  serveSources(makeSource({ kind: 'notion', place: { kind: 'notion' }, run: null }));
  mockApi.post(`${ONE_SOURCE}/connect`, () => ({
    body: { url: 'https://api.notion.com/authorize?x' },
  }));
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const { user } = openSources(VIEW);
  await user.click(await button('Connect'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://api.notion.com/authorize?x'));
});

test.each([
  ['access_denied', /access was not granted there/],
  ['<b>anything</b>', /The source could not be connected/],
])('coming back with %s says what to do', async (code, text) => {
  serveSources(makeSource());
  openSources(`?connect=${makeId(900)}&connect_error=${encodeURIComponent(code)}`);
  expect(await screen.findByText(text)).toBeDefined();
});

test('what a person came back with is handed in once, and the address forgets it', async () => {
  serveSources(
    makeSource({ kind: 'notion', place: { kind: 'notion' }, account: 'ada@example.com' }),
  );
  mockApi.post(`${ONE_SOURCE}/connect/finish`, () => ({ status: 204 }));
  const { location } = openSources(`?connect=${makeId(900)}&code=abc&state=xyz`);
  expect(await screen.findByText('Source connected')).toBeDefined();
  expect(mockApi.calls('POST').map(({ body }) => body)).toEqual([{ code: 'abc', state: 'xyz' }]);
  expect(location().path).toBe(`/datasets/${DATASET}/sources${VIEW}`);
  expect(await screen.findByText('ada@example.com')).toBeDefined();
});

test('a connection that took too long says so', async () => {
  serveSources(makeSource({ kind: 'notion', place: { kind: 'notion' }, run: null }));
  mockApi.post(`${ONE_SOURCE}/connect/finish`, () => ({
    status: 409,
    body: { message: 'Too much time has passed. Connect the source again.' },
  }));
  openSources(`?connect=${makeId(900)}&code=abc&state=xyz`);
  expect(await screen.findByText(/Too much time has passed/)).toBeDefined();
  expect(await button('Connect')).toBeDefined();
});

test('a source that is not there says so', async () => {
  openSources(VIEW);
  expect(await screen.findByText('Source not found')).toBeDefined();
});
