import { describeFailure, readBytes } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { Box, ErrorState } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';

import { originalKey } from '../../../data/document.queries.ts';
import type { Reading } from '../../reading.ts';
import { NoView } from '../no-view.tsx';
import { TextSkeleton } from '../text-skeleton.tsx';
import { HTML_BYTES_MAX } from '../../view-of.ts';
import { decodeHtml } from './decode-html.ts';
import { HtmlFrame } from './html-frame.tsx';
import { pageMarkup } from './page-markup.ts';
import type { PageMarkup } from './page-markup.ts';

/** An HTML document as a page. What it is made of is sanitized before it becomes one. */
export function HtmlView({ reading }: { reading: Reading }) {
  const { place, document } = reading;
  const { organizationId, datasetId, documentId } = place;
  const query = useQuery({
    queryKey: originalKey(place, document),
    queryFn: async ({ signal }) => {
      const bytes = await readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: HTML_BYTES_MAX,
      });
      return markupOf(decodeHtml(bytes));
    },
    staleTime: Infinity,
    gcTime: 0,
    // One text is set once, and never compared.
    structuralSharing: false,
  });
  if (query.isError) {
    return (
      <Box p="4">
        <ErrorState
          title="The page could not be loaded"
          {...describeFailure(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Box>
    );
  }
  if (query.data === undefined) return <TextSkeleton />;
  if (query.data === null) {
    const reason = 'Your browser does not show this document as a page. Choose Text to read it.';
    return <NoView place={place} document={document} reason={reason} />;
  }
  return <HtmlFrame key={query.dataUpdatedAt} markup={query.data} reading={reading} />;
}

/** Returns null where the browser refuses to make a page of it. */
function markupOf(html: string): PageMarkup | null {
  try {
    return pageMarkup(html);
  } catch {
    return null;
  }
}
