import type { SearchResult } from '@carrel/shared/contract';
import type { ReactNode } from 'react';

/** What is searched: the datasets of a workspace, or one dataset. */
export interface SearchScope {
  kind: 'workspace' | 'dataset';
  id: string;
  /** Undefined while it is loaded. */
  name: string | undefined;
  /** The datasets that are searched; undefined while they are loaded. */
  datasets: readonly { id: string; name: string }[] | undefined;
  /** What a remote adds to each result of a query. */
  renderAction?: (result: SearchResult, query: string) => ReactNode;
}
