import { describeFailure } from '@carrel/shared/api';
import { Box, ErrorState } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import type { Reading } from '../../reading.ts';
import { NoView } from '../no-view.tsx';
import { PdfPages } from './pdf-pages.tsx';
import { usePdf } from './use-pdf.ts';

/** A PDF as it is drawn, page by page. */
export function PdfView({ reading }: { reading: Reading }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Pdf
      // The hash names the bytes.
      key={`${reading.document.sha256} ${attempt}`}
      reading={reading}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function Pdf({ reading, onRetry }: { reading: Reading; onRetry: () => void }) {
  const { opened, error } = usePdf(reading);
  const { place, document } = reading;
  if (error !== undefined) {
    return (
      <Box p="4">
        <ErrorState
          title="The PDF could not be loaded"
          {...describeFailure(error)}
          onRetry={onRetry}
        />
      </Box>
    );
  }
  if (opened === undefined) return <PdfSkeleton />;
  if ('refused' in opened) {
    return <NoView place={place} document={document} reason={opened.refused} />;
  }
  return <PdfPages pdf={opened.pdf} firstPage={opened.firstPage} reading={reading} />;
}

function PdfSkeleton() {
  return (
    <Box
      as="output"
      display="block"
      aria-busy
      aria-label="Loading..."
      flex="1"
      p="6"
      bg="bg.subtle"
    >
      <Skeleton height="full" minHeight="12rem" mx="auto" maxWidth="36rem" />
    </Box>
  );
}
