import type { Navigation } from '@carrel/shared/contract';
import {
  makeArchive,
  makeDataset,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeStatusCounts,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { DocumentsPage } from './documents-page.tsx';

const DATASET = makeId(600);
const ROUTE = '/datasets/:datasetId?/documents';
const PAGE = `/datasets/${DATASET}/documents`;
const NAVIGATE = `api/v1/datasets/${DATASET}/navigate`;
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;
const EVENTS = `api/v1/datasets/${DATASET}/events`;
const DOCUMENTS = `api/v1/datasets/${DATASET}/documents`;

const folder = (path: string) =>
  makeNavigationItem({ item_type: 'folder', name: path.split('/').at(-1) ?? '', path });
const file = (name: string, status = 'embedded', error?: string) =>
  makeNavigationItem({ name, path: name, status, error, document_id: makeId(name.length) });

/** A dataset of folders by their path; a path that is not there does not exist. */
function serve(folders: Record<string, Partial<Navigation>>) {
  mockApi.get(NAVIGATE, ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const found = folders[query.get('path') ?? ''];
    return found
      ? { body: makeNavigation(found) }
      : { status: 404, body: { message: 'This folder does not exist.' } };
  });
}

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [] } }));
  mockApi.get(DOCUMENTS, () => ({
    body: makeDocumentList({ status_counts: makeStatusCounts({ embedded: 3, chunking_error: 1 }) }),
  }));
});
afterEach(() => mockApi.stop());

function open(search = '') {
  const page = renderScreen(<DocumentsPage />, { path: `${PAGE}${search}`, route: ROUTE });
  return { ...page, user: userEvent.setup() };
}

const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('documents are counted in the groups and words of the dashboard', async () => {
  const status_counts = makeStatusCounts({ embedded: 9, chunked: 2, partitioned: 3, ingested: 4 });
  mockApi.get(DOCUMENTS, () => ({ body: makeDocumentList({ status_counts }) }));
  serve({ '': { items: [] } });
  open();
  const stages = await screen.findByRole('figure', { name: 'Documents by stage' });
  await waitFor(() => expect(stages.textContent).toBe('Ready9Processing5Ingested4Errors0'));
});

describe('the file navigator', () => {
  test('shows a document with its date, size, short id and state', async () => {
    serve({ '': { items: [file('welcome.md')] } });
    open();
    const cells = within(await row('welcome.md'));
    for (const text of ['Nov 20, 2026', '2.0 KB', '00000000', 'Ready']) {
      expect(cells.getByText(text)).toBeDefined();
    }
    expect(await screen.findByText('Handbook')).toBeDefined();
  });

  test('a failed document shows its reason, which does not open it', async () => {
    serve({ '': { items: [file('scan.pdf', 'partitioning_error', 'The file is encrypted.')] } });
    const { user } = open();
    await row('scan.pdf');
    await user.click(screen.getByRole('button', { name: 'Partition Error' }));
    expect((await screen.findAllByText('The file is encrypted.')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Document: scan.pdf')).toBeNull();
  });

  test('a click on a document shows its name, and opens it', async () => {
    serve({ '': { items: [file('welcome.md')] } });
    const { user, location } = open();
    await user.click(await row('welcome.md'));
    expect(await screen.findByText('Document: welcome.md')).toBeDefined();
    expect(location().path).toBe(`${PAGE}/${makeId(10)}`);
  });

  test('the name of a document is a link to it', async () => {
    serve({ '': { items: [file('welcome.md')] } });
    const { user, location } = open();
    const link = await screen.findByRole('link', { name: 'welcome.md' });
    expect(link.getAttribute('href')).toBe(`${PAGE}/${makeId(10)}`);
    await user.click(link);
    expect(await screen.findByText('Document: welcome.md')).toBeDefined();
    expect(location().path).toBe(`${PAGE}/${makeId(10)}`);
  });

  test('a click on a folder opens it, and the bar leads back', async () => {
    serve({
      '': { items: [folder('hr & legal')] },
      'hr & legal': {
        breadcrumbs: [{ name: 'hr & legal', path: 'hr & legal' }],
        items: [folder('hr & legal/2024')],
      },
      'hr & legal/2024': {
        breadcrumbs: [
          { name: 'hr & legal', path: 'hr & legal' },
          { name: '2024', path: 'hr & legal/2024' },
        ],
        items: [file('rules.md')],
      },
    });
    const { user, location } = open();
    await user.click(await row('hr & legal'));
    await user.click(await screen.findByRole('link', { name: '2024' }));
    await row('rules.md');
    expect(location().path).toBe(`${PAGE}?path=hr+%26+legal%2F2024`);
    await user.click(screen.getByRole('link', { name: 'hr & legal' }));
    await row('2024');
    await user.click(screen.getByRole('link', { name: 'Home' }));
    await row('hr & legal');
    expect(location().path).toBe(PAGE);
  });

  test('an empty folder shows that', async () => {
    serve({ '': { items: [] } });
    open();
    expect(await screen.findByText('No Items')).toBeDefined();
    expect(screen.getByText('This folder is empty.')).toBeDefined();
  });

  test('an empty dataset offers files, a drop and a sample library', async () => {
    serve({ '': { items: [] } });
    const { user } = open();
    expect(await screen.findByText(/^Drop files and folders/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add a sample library' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Choose files' }));
    expect(await screen.findByRole('dialog', { name: 'Add files' })).toBeDefined();
  });

  test('a folder that does not exist links to the root', async () => {
    serve({ '': { items: [file('welcome.md')] } });
    const { user } = open('?path=gone%2Faway');
    expect(
      await screen.findByText('There is no folder "gone/away" in this dataset.'),
    ).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Go to the top folder' }));
    expect(await row('welcome.md')).toBeDefined();
  });

  test.each(['', '?path=gone'])('a dataset that does not exist links back: %s', async (search) => {
    serve({});
    mockApi.get(DOCUMENTS, () => ({ status: 404, body: { message: 'Dataset not found' } }));
    const { user, location } = open(search);
    expect(await screen.findByText('Dataset not found')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Back to datasets' }));
    expect(location().path).toBe('/datasets');
  });

  test('a failure is shown with its reason, and Retry loads it again', async () => {
    mockApi.get(NAVIGATE, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open();
    await screen.findByText('Failed to fetch navigation');
    expect(screen.getByText('The database is away.')).toBeDefined();
    serve({ '': { items: [file('welcome.md')] } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('welcome.md')).toBeDefined();
  });

  test('without a dataset in its address it shows that', () => {
    renderScreen(<DocumentsPage />, { path: '/datasets/documents', route: ROUTE });
    expect(screen.getByText('Invalid Dataset')).toBeDefined();
  });
});

describe('the navigator by keyboard', () => {
  beforeEach(() =>
    serve({
      '': { items: [folder('archive'), folder('guides'), file('notes.md'), file('zebra.md')] },
      guides: { breadcrumbs: [{ name: 'guides', path: 'guides' }], items: [file('inner.md')] },
    }),
  );

  test('a press on a row that is partly in view does not scroll it from under the pointer', async () => {
    const { user } = open();
    const pressed = await row('guides');
    const focus = vi.spyOn(pressed, 'focus');
    await user.pointer({ keys: '[MouseLeft>]', target: within(pressed).getByRole('link') });
    expect(document.activeElement).toBe(pressed);
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });

  test('arrows move, letters find, Enter opens, and Backspace returns to the previous folder', async () => {
    const { user, location } = open();
    (await row('archive')).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await row('guides'));
    await user.keyboard('z');
    expect(document.activeElement).toBe(await row('zebra.md'));
    await user.keyboard('{Home}g{Enter}');
    const inner = await row('inner.md');
    expect(location().path).toBe(`${PAGE}?path=guides`);
    expect(document.activeElement).toBe(inner);
    await user.keyboard('{Backspace}');
    expect(document.activeElement).toBe(await row('guides'));
    expect(location().path).toBe(PAGE);
    await user.keyboard('{Enter}');
    (await row('inner.md')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Document: inner.md')).toBeDefined();
    expect(location().path).toBe(`${PAGE}/${makeId(8)}`);
  });

  test('one row only is in the Tab order', async () => {
    open();
    await row('archive');
    const rows = screen.getAllByRole('row').filter((item) => item.tabIndex === 0);
    expect(rows).toHaveLength(1);
  });
});

describe('a dataset with a stream', () => {
  test.each([
    [4, 1],
    [3, 2],
  ])('whose folder was read at version %i of 4 is asked %i times', async (version, asked) => {
    const change = { counts: makeStatusCounts(), documents: [], archives: false, reload: false };
    const body = `id: 4\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    // By the third response, what is loaded again has been.
    const streams = [{ headers: { 'content-type': 'text/event-stream' }, body }, { status: 503 }];
    mockApi.get(EVENTS, () => streams.shift() ?? { status: 404 });
    mockApi.get(ARCHIVES, () => ({ body: { archives: [], version } }));
    mockApi.get(NAVIGATE, () => ({ body: makeNavigation({ items: [file('a.md')], version }) }));
    open();
    await row('a.md');
    await waitFor(() => expect(mockApi.calls('GET', EVENTS)).toHaveLength(3), { timeout: 5000 });
    expect(mockApi.calls('GET', NAVIGATE)).toHaveLength(asked);
    expect(mockApi.calls('GET', ARCHIVES)).toHaveLength(asked);
  });
});

describe('a dataset in progress', () => {
  test('shows the documents of an archive that had not been read yet', async () => {
    let looks = 0;
    mockApi.get(ARCHIVES, () => {
      looks += 1;
      return { body: { archives: [makeArchive({ status: looks < 2 ? 'pending' : 'completed' })] } };
    });
    mockApi.get(NAVIGATE, () => ({
      body: makeNavigation({ items: looks < 2 ? [] : [file('late.md')] }),
    }));
    open();
    expect(await screen.findByText('No Items')).toBeDefined();
    expect(await screen.findByText('late.md', {}, { timeout: 5000 })).toBeDefined();
  });

  test('is polled until everything has ended', async () => {
    let looks = 0;
    mockApi.get(DOCUMENTS, () => {
      looks += 1;
      const status_counts = makeStatusCounts(looks < 3 ? { ingested: 1 } : { embedded: 1 });
      return { body: makeDocumentList({ status_counts }) };
    });
    mockApi.get(NAVIGATE, () => ({
      body: makeNavigation({ items: [file('a.md', looks < 3 ? 'ingested' : 'embedded')] }),
    }));
    open();
    expect(within(await row('a.md')).getByText('Processing')).toBeDefined();
    expect(
      await within(await row('a.md')).findByText('Ready', {}, { timeout: 5000 }),
    ).toBeDefined();
  });
});
