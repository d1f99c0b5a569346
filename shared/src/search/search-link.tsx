import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { Search } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { loadSearchScreen } from './load-search-screen.ts';
import type { SearchScope } from './search-scope.ts';

const PATHS = { workspace: consolePaths.workspaceSearch, dataset: consolePaths.datasetSearch };

const prepare = () => void loadSearchScreen().catch(() => undefined);

/** A button that leads to the search of a workspace or a dataset, and fetches its code ahead. */
export function SearchLink({ kind, id }: Pick<SearchScope, 'kind' | 'id'>) {
  return (
    <Button asChild onPointerEnter={prepare} onFocus={prepare}>
      <RouterLink to={PATHS[kind](id)}>
        <Search size={16} aria-hidden />
        Search
      </RouterLink>
    </Button>
  );
}
