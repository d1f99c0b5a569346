import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { Search } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { LazySearchScreen } from './lazy-search-screen.tsx';

const PATHS = { workspace: consolePaths.workspaceSearch, dataset: consolePaths.datasetSearch };

/** A button that leads to the search of a workspace or a dataset, and fetches its code ahead. */
export function SearchLink({ kind, id }: { kind: keyof typeof PATHS; id: string }) {
  return (
    <Button asChild onPointerEnter={LazySearchScreen.preload} onFocus={LazySearchScreen.preload}>
      <RouterLink to={PATHS[kind](id)}>
        <Search size={16} aria-hidden />
        Search
      </RouterLink>
    </Button>
  );
}
