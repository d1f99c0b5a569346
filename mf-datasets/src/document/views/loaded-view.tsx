import { Box, ErrorState } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';

import type { Reading } from '../reading/reading.ts';
import { loadedView, loadView } from './load-view.ts';
import type { ViewKind } from './load-view.ts';
import { TextSkeleton } from './text-skeleton.tsx';

/** A view of a document, once its code has been loaded. */
export function LoadedView({ kind, reading }: { kind: ViewKind; reading: Reading }) {
  const [, setLoads] = useState(0);
  const [failed, setFailed] = useState(false);
  const View = loadedView(kind);
  useEffect(() => {
    if (View !== undefined || failed) return undefined;
    let isWanted = true;
    loadView(kind).then(
      () => isWanted && setLoads((before) => before + 1),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [View, kind, failed]);

  if (View !== undefined) return <View reading={reading} />;
  if (failed) {
    return (
      <Box p="4">
        <ErrorState
          title="This view could not be loaded"
          message="Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      </Box>
    );
  }
  return <TextSkeleton />;
}
