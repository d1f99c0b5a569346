import type { Source, SourceList, SourceObject } from '@carrel/shared/contract/sources';
import { makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import userEvent from '@testing-library/user-event';

import { SourcesPage } from '../sources/sources-page.tsx';

const DATASET = makeId(600);
export const SOURCES = `api/v1/datasets/${DATASET}/sources`;
/** The calls of the source that `makeSource` returns. */
export const ONE_SOURCE = `${SOURCES}/${makeId(900)}`;

const KINDS: SourceList['kinds'] = ['website', 'git', 's3', 'mailbox', 'notion'];

/** Serves sources with their last runs, and the kinds that can be added. */
export function serveSources(...sources: Source[]) {
  mockApi.get(SOURCES, () => ({ body: { sources, kinds: KINDS, connects: ['notion'] } }));
  mockApi.get(`${ONE_SOURCE}/runs`, () => ({
    body: { runs: sources.flatMap(({ run }) => (run === null ? [] : [run])) },
  }));
}

/** Serves objects of the source, by the state that is asked for. */
export function serveObjects(...objects: SourceObject[]) {
  mockApi.get(`${ONE_SOURCE}/objects`, ({ path }) => {
    const state = new URLSearchParams(path.split('?')[1]).get('state');
    return { body: { objects: objects.filter((object) => object.state === state) } };
  });
}

/** Opens the screen of the sources, with a query. */
export function openSources(search = '') {
  const page = renderScreen(<SourcesPage />, {
    path: `/datasets/${DATASET}/sources${search}`,
    route: '/datasets/:datasetId?/sources',
  });
  return { ...page, user: userEvent.setup() };
}
