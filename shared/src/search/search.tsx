import { Box, ErrorState, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useEffect, useState } from 'react';

import { loadedSearchScreen, loadSearchScreen } from './load-search-screen.ts';
import type { SearchScope } from './search-scope.ts';

/** The search of a workspace, a dataset or the organization, below the screen's heading. Its code is loaded first. */
export function Search({ scope }: { scope: SearchScope }) {
  const [screen, setScreen] = useState(loadedSearchScreen);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (screen !== undefined || failed) return undefined;
    let mounted = true;
    loadSearchScreen().then(
      (code) => mounted && setScreen(code),
      () => mounted && setFailed(true),
    );
    return () => {
      mounted = false;
    };
  }, [screen, failed]);

  if (screen !== undefined) {
    return <screen.SearchScreen key={`${scope.kind} ${scope.id}`} scope={scope} />;
  }
  if (failed) {
    return (
      <ErrorState
        title="The search could not be loaded"
        message="Check your connection and try again."
        onRetry={() => setFailed(false)}
      />
    );
  }
  return (
    <Box as="output" display="block" aria-busy>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton height="2.75rem" borderRadius="md" />
    </Box>
  );
}
