import { describeFailure, readBytes } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { Box, ErrorState, Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';

import { originalKey } from '../../document.queries.ts';
import type { Reading } from '../../reading/reading.ts';
import { TextBody } from '../text-body.tsx';
import { TextSkeleton } from '../text-skeleton.tsx';
import { decodeHtml } from './decode-html.ts';
import { HtmlFrame } from './html-frame.tsx';
import { pageMarkup } from './page-markup.ts';
import type { PageMarkup } from './page-markup.ts';

const BYTES_MAX = 5 * 1024 * 1024;

/** An HTML document as a page. What it is made of is sanitized before it becomes one. */
export function HtmlView({ reading }: { reading: Reading }) {
  const { place, document } = reading;
  const { organizationId, datasetId, documentId } = place;
  const isTooLarge = document.size > BYTES_MAX;
  const query = useQuery({
    queryKey: originalKey(place, document),
    queryFn: async ({ signal }) => {
      const bytes = await readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: BYTES_MAX,
      });
      return markupOf(decodeHtml(bytes));
    },
    enabled: !isTooLarge,
    staleTime: Infinity,
    gcTime: 0,
    // One text is set once, and never compared.
    structuralSharing: false,
  });
  if (isTooLarge) {
    return <AsText reading={reading} reason="HTML above 5 MB is shown as text." />;
  }
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
    return <AsText reading={reading} reason="This document cannot be shown as a page." />;
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

function AsText({ reading, reason }: { reading: Reading; reason: string }) {
  return (
    <>
      <Text px="4" py="2" fontSize="sm" color="fg.muted" bg="bg.subtle" borderBottomWidth="1px">
        {reason}
      </Text>
      <TextBody reading={reading} />
    </>
  );
}
