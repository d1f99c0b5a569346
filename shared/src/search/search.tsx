import { LazySearchScreen } from './lazy-search-screen.tsx';
import type { SearchScope } from './search-scope.ts';

/** The search of a workspace, a dataset or the organization, below the screen's heading. Its code is loaded first. */
export function Search({ scope }: { scope: SearchScope }) {
  return <LazySearchScreen key={`${scope.kind} ${scope.id}`} scope={scope} />;
}
