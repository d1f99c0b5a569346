import { Box, IconButton } from '@carrel/shared/ui';
import { Activity } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { whenIdle } from '../../base/when-idle.ts';

interface BackgroundWorkProps {
  /** It is open at first. */
  open: boolean;
}

/** The button of the background work, whose code and list are loaded once the page is idle, or it is pressed. */
export function LazyBackgroundWork() {
  const [Loaded, setLoaded] = useState<ComponentType<BackgroundWorkProps> | null>(null);
  const [open, setOpen] = useState(false);
  const load = useCallback(() => {
    import(/* webpackChunkName: "background-work" */ './background-work.tsx').then(
      ({ BackgroundWork }) => setLoaded(() => BackgroundWork),
      // The next press tries again.
      () => undefined,
    );
  }, []);
  useEffect(() => whenIdle(load), [load]);
  if (Loaded !== null) return <Loaded open={open} />;
  return (
    <Box position="relative" display="flex">
      <IconButton
        label="Background work"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
          load();
        }}
      >
        <Activity aria-hidden />
      </IconButton>
    </Box>
  );
}
