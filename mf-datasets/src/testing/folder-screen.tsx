import {
  fakeShell,
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeStatusCounts,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { DocumentsPage } from '../documents/documents-page.tsx';

export const DATASET = makeId(600);
const ROUTE = '/datasets/:datasetId?/documents';
const PAGE = `/datasets/${DATASET}/documents`;
export const API = `api/v1/datasets/${DATASET}`;

const NAMES = ['a.md', 'b.md', 'c.md', 'd.md'];
const file = (name: string, place: number) =>
  makeNavigationItem({ name, path: name, document_id: makeId(place + 1) });

const FOLDER = makeNavigationItem({
  item_type: 'folder',
  name: 'guides',
  path: 'guides',
  document_id: null,
  document_count: 12,
});

/** How many documents the server counts in the folder. */
export const TOTAL = 3412;

/** Serves a dataset with a folder and four documents. */
export function serveFolder(): void {
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`${API}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${API}/documents`, () => ({
    body: makeDocumentList({ status_counts: makeStatusCounts({ embedded: 4 }) }),
  }));
  mockApi.get(`${API}/navigate`, () => ({
    body: makeNavigation({
      items: [FOLDER, ...NAMES.map(file)],
    }),
  }));
  mockApi.get(`${API}/documents/find`, () => ({
    body: {
      documents: NAMES.map((name, place) =>
        Object.assign(makeDocument({ id: makeId(place + 1), name, path: name }), {
          updated_at: '2026-11-20T09:30:00.000Z',
          outdated: false,
          reprocessing: false,
        }),
      ),
      total: TOTAL,
    },
  }));
}

/** Opens it for a role, and returns its user. */
export async function openFolder(search = '', role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  renderScreen(<DocumentsPage />, {
    path: `${PAGE}${search}`,
    route: ROUTE,
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  await screen.findByRole('row', { name: /a\.md/ });
  return userEvent.setup();
}

export const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` });
export const bar = () => screen.findByRole('region', { name: 'Chosen documents' });
export const inBar = async (name: string) => within(await bar()).getByRole('button', { name });
export const bodies = (path: string) => mockApi.calls('POST', path).map(({ body }) => body);
