import { Box, ErrorState } from '@carrel/shared/ui';
import { memo, useEffect, useState } from 'react';

import type { Reading } from '../reading.ts';
import { loadedView, loadView } from './load-view.ts';
import type { ViewKind } from './load-view.ts';
import { TextSkeleton } from './text-skeleton.tsx';

/** A view of a document, once its code has been loaded. Another kind needs another key. */
export const LoadedView = memo(function LoadedView({
  kind,
  reading,
}: {
  kind: ViewKind;
  reading: Reading;
}) {
  const [view, setView] = useState(() => loadedView(kind));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (view !== undefined || failed) return undefined;
    let isWanted = true;
    loadView(kind).then(
      (loaded) => isWanted && setView(loaded),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [view, kind, failed]);

  if (view !== undefined) return <view.View reading={reading} />;
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
});
