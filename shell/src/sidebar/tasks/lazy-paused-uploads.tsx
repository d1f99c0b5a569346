import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { whenIdle } from '../../base/when-idle.ts';

interface PausedUploadsProps {
  collapsed: boolean;
}

/** Uploads that can go on, whose code and list are loaded once the page is idle. */
export function LazyPausedUploads(props: PausedUploadsProps) {
  const [Loaded, setLoaded] = useState<ComponentType<PausedUploadsProps> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import(/* webpackChunkName: "paused-uploads" */ './paused-uploads.tsx').then(
          ({ PausedUploads }) => setLoaded(() => PausedUploads),
          // They are on the screens of their datasets too.
          () => undefined,
        );
      }),
    [],
  );
  return Loaded === null ? null : <Loaded {...props} />;
}
