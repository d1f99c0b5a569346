import { readBytes } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { smallPdfQuery } from '../../../data/document.queries.ts';
import type { Reading } from '../../reading.ts';
import { openPdf } from './open-pdf.ts';
import type { OpenedPdf } from './open-pdf.ts';

interface PdfState {
  opened: OpenedPdf | undefined;
  /** Undefined without one. */
  error: unknown;
}

/** Opens the original of a document, and closes it with the view. Other bytes need another key. */
export function usePdf({ place, document }: Reading): PdfState {
  const { organizationId, datasetId, documentId } = place;
  const { size } = document;
  const client = useQueryClient();
  const whole = useRef(smallPdfQuery(place, document));
  const [state, setState] = useState<PdfState>({ opened: undefined, error: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const settle = (next: Partial<PdfState>) => {
      if (!signal.aborted) setState({ opened: undefined, error: undefined, ...next });
    };
    const read = (range: { start: number; end: number }) =>
      readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: range.end - range.start,
        range,
      });
    const query = whole.current;
    const opening = openPdf(
      query === undefined ? { size, read } : { whole: takeBytes(client, query) },
      (error) => settle({ error }),
    );
    opening.then(
      (opened) => settle({ opened }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      stop.abort();
      // A view that is kept while it is hidden must not draw pages of a closed PDF.
      setState({ opened: undefined, error: undefined });
      if (query !== undefined) void client.cancelQueries({ queryKey: query.queryKey });
      void opening.then(
        (opened) => 'close' in opened && opened.close(),
        () => undefined,
      );
    };
  }, [organizationId, datasetId, documentId, size, client]);
  return state;
}

/** Returns the bytes that are read, or were. They become the worker's, so they do not stay in the cache. */
async function takeBytes(
  client: QueryClient,
  query: NonNullable<ReturnType<typeof smallPdfQuery>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await client.fetchQuery(query);
  client.removeQueries({ queryKey: query.queryKey });
  return bytes;
}
