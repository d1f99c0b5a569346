import { readBytes } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { useEffect, useState } from 'react';

import type { Reading } from '../../reading/reading.ts';
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
  const [state, setState] = useState<PdfState>({ opened: undefined, error: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const settle = (next: Partial<PdfState>) => {
      if (!signal.aborted) setState({ opened: undefined, error: undefined, ...next });
    };
    const read = (range?: { start: number; end: number }) =>
      readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: range === undefined ? size : range.end - range.start,
        ...(range === undefined ? {} : { range }),
      });
    const opening = openPdf(size, read, (error) => settle({ error }));
    opening.then(
      (opened) => settle({ opened }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      stop.abort();
      void opening.then(
        (opened) => 'close' in opened && opened.close(),
        () => undefined,
      );
    };
  }, [organizationId, datasetId, documentId, size]);
  return state;
}
