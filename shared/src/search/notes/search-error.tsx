import { describeFailure, isApiError } from '@carrel/shared/api';
import { ErrorState } from '@carrel/shared/ui';

import type { Search } from '../query/use-search.ts';
import { counted } from '../words.ts';

/** A search that failed, and its retry. A fault of the text is shown at the field only. */
export function SearchError({ search }: { search: Search }) {
  const { error, queryFault, isFetching, retry } = search;
  if (error === null || queryFault !== undefined) return null;
  const isLimited = isApiError(error) && error.status === 429;
  return (
    <ErrorState
      title={isLimited ? 'Too many searches' : 'The search failed'}
      {...describeFailure(error)}
      {...(isLimited ? { message: waitText(error.retryAfter) } : {})}
      retrying={isFetching}
      onRetry={retry}
    />
  );
}

function waitText(seconds: number | undefined): string {
  const wait = seconds === undefined ? 'a minute' : counted(Math.max(1, seconds), 'second');
  return `You searched more often than the server allows. Try again in ${wait}.`;
}
