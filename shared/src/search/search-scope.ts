import type { SearchResult } from '@carrel/shared/contract';
import type { ReactNode } from 'react';

/** What is searched: the datasets of a workspace, one dataset, or all datasets of the organization. */
export interface SearchScope {
  kind: 'workspace' | 'dataset' | 'organization';
  id: string;
  /** Undefined while it is loaded. */
  name: string | undefined;
  /** The datasets that are searched; undefined while they are loaded. */
  datasets: readonly { id: string; name: string }[] | undefined;
  /** What a remote adds to each result of a query. */
  renderAction?: (result: SearchResult, query: string) => ReactNode;
}
