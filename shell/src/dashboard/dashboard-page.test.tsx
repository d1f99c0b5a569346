import { makeId, makeStatusCounts, mockApi } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../testing/console.tsx';

beforeEach(startConsole);
afterEach(stopConsole);

/** Returns the number on the card with this label. */
function countOf(label: string): string | null | undefined {
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === label);
  return term?.nextElementSibling?.textContent;
}

describe('the dashboard', () => {
  test('adds up the documents of all datasets and leaves out one that fails', async () => {
    signIn();
    serve();
    const ids = [600, 601, 602].map(makeId);
    mockApi.get('api/v1/datasets', () => ({
      body: { datasets: ids.map((id, place) => ({ id, name: `Set ${place}` })) },
    }));
    ids.forEach((id, place) =>
      mockApi.get(`api/v1/datasets/${id}/documents`, () =>
        place === 2
          ? { status: 500 }
          : {
              body: {
                pagination: { page: 1, limit: 1, total_count: 7 },
                status_counts: makeStatusCounts({
                  ingested: 1,
                  partitioned: 1,
                  chunked: 1,
                  embedded: 1,
                  partitioning_error: 1,
                  chunking_error: 1,
                  embedding_error: 1,
                }),
              },
            },
      ),
    );
    open('/dashboard');

    expect(await screen.findByText('14')).toBeDefined();
    expect(countOf('Documents')).toBe('14');
    const status = screen.getByRole('region', { name: 'Document Processing Status' });
    expect(
      within(status)
        .getAllByRole('listitem')
        .map((part) => part.textContent),
    ).toEqual(['Ready2', 'Processing4', 'Ingested2', 'Errors6']);
    expect(screen.queryByText('Failed to load dashboard statistics')).toBeNull();
    expect(screen.getByRole('link', { name: 'View Set 0' }).getAttribute('href')).toBe(
      `/datasets/${makeId(600)}/documents`,
    );
    expect(screen.getAllByText('No description')).toHaveLength(3);
  });

  test('sends one request to a server that has a summary, however many datasets there are', async () => {
    signIn();
    serve();
    mockApi.get('api/v1/datasets', () => ({
      body: {
        datasets: Array.from({ length: 40 }, (_, n) => ({ id: makeId(n), name: `Set ${n}` })),
      },
    }));
    mockApi.get('api/v1/summary', () => ({
      body: {
        workspaces: 3,
        datasets: 40,
        documents: 1234,
        members: 5,
        status_counts: makeStatusCounts({ embedded: 1200, chunked: 34 }),
      },
    }));
    open('/dashboard');

    expect(await screen.findByText('1,234')).toBeDefined();
    expect(countOf('Team Members')).toBe('5');
    const status = screen.getByRole('region', { name: 'Document Processing Status' });
    expect(within(status).getByText('1,200')).toBeDefined();
    expect(mockApi.calls('GET').filter(({ path }) => path.includes('/documents'))).toEqual([]);
    expect(mockApi.calls('GET', `api/v1/organizations/${makeId(100)}/members`)).toEqual([]);
    expect(mockApi.calls('GET', 'api/v1/summary')).toHaveLength(1);
  });

  test('its numbers lead to what they count', async () => {
    signIn();
    serve();
    open('/dashboard');
    await screen.findByRole('heading', { name: /Ada/ });
    const main = within(screen.getByRole('main'));
    const linkTo = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect(linkTo('Workspaces')).toBe('/workspaces');
    expect(linkTo('Datasets')).toBe('/datasets');
    expect(linkTo('Documents')).toBe('/datasets');
    expect(linkTo('Team Members')).toBe(`/organizations/${makeId(100)}/settings`);
  });

  test('shows -- for the numbers of the summary when that fails', async () => {
    signIn();
    serve();
    mockApi.get('api/v1/summary', () => ({ status: 500 }));
    open('/dashboard');

    expect(await screen.findByText('Failed to load dashboard statistics')).toBeDefined();
    expect(countOf('Documents')).toBe('--');
    expect(countOf('Team Members')).toBe('--');
    expect(countOf('Workspaces')).toBe('0');
  });

  test('leads from no document to the first', async () => {
    signIn();
    serve();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('link', { name: 'Create a dataset' }));
    expect(await screen.findByText('State {"intent":"create"}')).toBeDefined();
  });

  test('shows -- where a count failed, and a card that retries only that one', async () => {
    signIn();
    serve();
    mockApi.get('api/v1/workspaces', () => ({ status: 500 }));
    open('/dashboard');

    expect(await screen.findByText('Failed to load dashboard statistics')).toBeDefined();
    expect(countOf('Workspaces')).toBe('--');
    expect(
      screen.getByText(
        'No datasets found. Create your first dataset to start building your knowledge base.',
      ),
    ).toBeDefined();
    const datasetCalls = mockApi.calls('GET', 'api/v1/datasets').length;

    mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [] } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(
      await screen.findByText('No workspaces found. Create your first workspace to get started.'),
    ).toBeDefined();
    expect(screen.queryByText('Failed to load dashboard statistics')).toBeNull();
    expect(mockApi.calls('GET', 'api/v1/datasets')).toHaveLength(datasetCalls);
  });
});
