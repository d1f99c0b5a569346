import { listDatasets, queryKeys } from '@carrel/shared/api';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeDataset, makeId, makeUser, mockApi } from '@carrel/shared/testing';
import type { MockedResponse, MockedCall } from '@carrel/shared/testing';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  open,
  serve,
  signIn,
  startConsole,
  stopConsole,
  twoOrganizations,
} from '../testing/console.tsx';

const [ENGINES, LOOMS] = [makeId(100), makeId(101)];

function DatasetsScreen() {
  const organizationId = useOrganizationId();
  const [draft, setDraft] = useState('');
  usePage({ title: 'Datasets' });
  const { data, refetch } = useQuery({
    queryKey: queryKeys.datasets(organizationId),
    queryFn: () => listDatasets(organizationId),
  });
  return (
    <>
      <h1>Datasets</h1>
      <p>{`Of ${organizationId}`}</p>
      <button type="button" onClick={() => void refetch()}>
        Read again
      </button>
      <input aria-label="Draft" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <ul>
        {data?.datasets.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}

const named = (name: string): MockedResponse => ({
  body: { datasets: [makeDataset({ name })] },
});

/** A server that responds for each organization when `respond` is called. */
function slowServer() {
  const waiting = {
    [ENGINES]: Promise.withResolvers<void>(),
    [LOOMS]: Promise.withResolvers<void>(),
  };
  mockApi.get('api/v1/datasets', async ({ headers }: MockedCall) => {
    const id = headers.get('X-Organization-Id') ?? '';
    await waiting[id]?.promise;
    return named(id === ENGINES ? 'Drawings of engines' : 'Patterns of looms');
  });
  return { respond: (id: string) => waiting[id]?.resolve() };
}

function openDatasets() {
  open('/datasets', '', () => <DatasetsScreen />);
}

const inAnotherTab = (key: string, newValue: string | null) => {
  if (newValue !== null) localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
};

/** Records every text that was on the screen together with the second organization. */
function watch(): { seen: () => string[]; stop: () => void } {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const text = document.body.textContent;
    if (text.includes(`Of ${LOOMS}`)) seen.push(text);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return { seen: () => seen, stop: () => observer.disconnect() };
}

beforeEach(() => {
  startConsole();
  signIn();
  serve(twoOrganizations);
});
afterEach(stopConsole);

describe('switching to another organization', () => {
  test('hides the data of the previous one immediately, while the new one’s is loading', async () => {
    const server = slowServer();
    server.respond(ENGINES);
    openDatasets();
    await screen.findByText('Drawings of engines');
    const watched = watch();
    await userEvent.keyboard('{Control>}2{/Control}');
    expect(await screen.findByText(`Of ${LOOMS}`)).toBeDefined();
    expect(screen.queryByText('Drawings of engines')).toBeNull();
    server.respond(LOOMS);
    expect(await screen.findByText('Patterns of looms')).toBeDefined();
    watched.stop();
    expect(watched.seen().length).toBeGreaterThan(0);
    expect(watched.seen().filter((text) => text.includes('Drawings of engines'))).toEqual([]);
  });

  test('never shows a late response of the previous one', async () => {
    const server = slowServer();
    openDatasets();
    await screen.findByText(`Of ${ENGINES}`);
    await waitFor(() => expect(mockApi.calls('GET', 'api/v1/datasets')).toHaveLength(1));
    const watched = watch();
    await userEvent.keyboard('{Control>}2{/Control}');
    await screen.findByText(`Of ${LOOMS}`);
    server.respond(LOOMS);
    await screen.findByText('Patterns of looms');
    server.respond(ENGINES);
    // Back and forth again: the late response must not be cached for the wrong organization either.
    await userEvent.keyboard('{Control>}1{/Control}');
    expect(await screen.findByText('Drawings of engines')).toBeDefined();
    await userEvent.keyboard('{Control>}2{/Control}');
    expect(await screen.findByText('Patterns of looms')).toBeDefined();
    watched.stop();
    expect(watched.seen().filter((text) => text.includes('Drawings of engines'))).toEqual([]);
  });

  test('mounts every screen again', async () => {
    const server = slowServer();
    server.respond(ENGINES);
    server.respond(LOOMS);
    openDatasets();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Only for engines');
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await userEvent.keyboard('{Control>}2{/Control}');
    await screen.findByText(`Of ${LOOMS}`);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Draft' }).value).toBe('');
  });
});

describe('an organization that was deleted elsewhere', () => {
  test('leaves the switcher with the first answer that refuses it, and a sentence says so', async () => {
    slowServer().respond(ENGINES);
    openDatasets();
    await screen.findByText('Drawings of engines');
    serve(
      makeUser({
        memberships: { [LOOMS]: { organization_name: 'Looms', role_name: 'Viewer' } },
      }),
    );
    const other = named('Patterns of looms');
    mockApi.get('api/v1/datasets', ({ headers }: MockedCall) =>
      headers.get('X-Organization-Id') === LOOMS
        ? other
        : { status: 404, body: { message: 'This organization was not found.' } },
    );
    // Again until the earlier response is no longer shared.
    await waitFor(async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
      expect(screen.getByText('Patterns of looms')).toBeDefined();
    });
    expect(screen.getByText(/^You no longer belong to Engines/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Engines/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Looms/ })).toBeDefined();
  });
});

describe('two tabs', () => {
  test('each keep their own organization, and the last choice is saved', async () => {
    slowServer();
    openDatasets();
    await screen.findByText(`Of ${ENGINES}`);
    // Repeated until the response to the earlier request is no longer shared.
    await waitFor(() => {
      inAnotherTab(STORAGE_KEYS.selectedOrganization, LOOMS);
      expect(mockApi.calls('GET', 'api/v1/organizations').length).toBeGreaterThan(1);
    });
    expect(screen.getByText(`Of ${ENGINES}`)).toBeDefined();
    expect(localStorage.getItem(STORAGE_KEYS.selectedOrganization)).toBe(LOOMS);
  });

  test('agree on deleted organizations: the other tab selects one that is left', async () => {
    slowServer();
    openDatasets();
    await screen.findByText(`Of ${ENGINES}`);
    serve(
      makeUser({
        memberships: { [LOOMS]: { organization_name: 'Looms', role_name: 'Viewer' } },
      }),
    );
    slowServer();
    await waitFor(() => {
      inAnotherTab(STORAGE_KEYS.selectedOrganization, LOOMS);
      expect(screen.getByText(`Of ${LOOMS}`)).toBeDefined();
    });
    expect(screen.getByRole('button', { name: /Looms/ })).toBeDefined();
  });
});
