import type { QueryClient } from '@tanstack/react-query';

import type { DocumentPlace } from '../data/document.api.ts';
import { documentQuery, smallPdfQuery } from '../data/document.queries.ts';
import { LAZY_VIEWS } from './views/lazy-views.tsx';
import { originalViewOf, textViewOf } from './view-of.ts';

/** Milliseconds for which a document fetched on hover is fresh. */
const STALE_MS = 10_000;

const detailQuery = (place: DocumentPlace) => ({
  ...documentQuery(place, false),
  staleTime: STALE_MS,
});

/** Fetches a document's facts. The screen shows a failure. */
export async function prefetchDocument(client: QueryClient, place: DocumentPlace): Promise<void> {
  await client.prefetchQuery(detailQuery(place));
}

/** Fetches a document's facts, the code of its view, and a PDF that is read at once. */
export async function prefetchOriginal(client: QueryClient, place: DocumentPlace): Promise<void> {
  const document = await client.fetchQuery(detailQuery(place)).catch(() => undefined);
  if (document === undefined) return;
  const view = originalViewOf(document) ?? textViewOf(document);
  LAZY_VIEWS[view].preload();
  const query = view === 'pdf' ? smallPdfQuery(place, document) : undefined;
  if (query !== undefined) await client.prefetchQuery(query);
}
