import { describeFailure, isApiError } from '@carrel/shared/api';
import { Box, ErrorState } from '@carrel/shared/ui';
import { useEffect } from 'react';

import type { Reading } from '../reading.ts';
import { LoadedView } from './loaded-view.tsx';
import { NoView } from './no-view.tsx';
import { TextSkeleton } from './text-skeleton.tsx';
import { textViewOf } from '../view-of.ts';

/** The text of a document, as its kind is read best. */
export function TextBody({ reading }: { reading: Reading }) {
  const { place, document, text } = reading;
  const { blocks, error, isPending, isFetching, loadTo, retry } = text;
  useEffect(() => loadTo(0), [loadTo]);
  if (error !== null && blocks.length === 0) {
    // The server says why there is no text.
    if (isApiError(error) && error.status === 422) {
      return <NoView place={place} document={document} reason={error.message} />;
    }
    return (
      <Box p="4" flex="1" overflow="auto">
        <ErrorState
          title="Failed to fetch the text"
          {...describeFailure(error)}
          retrying={isFetching}
          onRetry={retry}
        />
      </Box>
    );
  }
  if (isPending) return <TextSkeleton />;
  if (blocks.length === 0) {
    return <NoView place={place} document={document} reason="There is no text in this document." />;
  }
  const kind = textViewOf(document);
  return (
    <>
      <LoadedView key={kind} kind={kind} reading={reading} />
      {error !== null && (
        <Box borderTopWidth="1px" p="3">
          <ErrorState
            title="The rest of the text could not be loaded"
            {...describeFailure(error)}
            retrying={isFetching}
            onRetry={retry}
          />
        </Box>
      )}
    </>
  );
}
