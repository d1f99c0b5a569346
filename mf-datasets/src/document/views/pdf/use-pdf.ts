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
  retry: () => void;
}

/** Opens the original of a document, and closes it with the view. */
export function usePdf({ place, document }: Reading): PdfState {
  const { organizationId, datasetId, documentId } = place;
  const { size, sha256 } = document;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Pick<PdfState, 'opened' | 'error'>>({
    opened: undefined,
    error: undefined,
  });
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
    settle({});
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
    // The hash names the bytes.
  }, [organizationId, datasetId, documentId, size, sha256, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
