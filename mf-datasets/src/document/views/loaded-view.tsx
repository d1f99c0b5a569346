import { memo } from 'react';

import type { Reading } from '../reading.ts';
import { LAZY_VIEWS } from './lazy-views.tsx';
import type { ViewKind } from './lazy-views.tsx';

/** A view of a document, once its code has been loaded. Another kind needs another key. */
export const LoadedView = memo(function LoadedView({
  kind,
  reading,
}: {
  kind: ViewKind;
  reading: Reading;
}) {
  const View = LAZY_VIEWS[kind];
  return <View reading={reading} />;
});
