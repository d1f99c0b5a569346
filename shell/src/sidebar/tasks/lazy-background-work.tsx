import { IconButton } from '@carrel/shared/ui';
import { Activity } from 'lucide-react';
import { useState } from 'react';

import { useIdleComponent } from '../../base/use-idle-component.ts';

const load = () =>
  import(/* webpackChunkName: "background-work" */ './background-work.tsx').then(
    ({ BackgroundWork }) => BackgroundWork,
  );

/** The button of the background work, whose code and list are loaded once the page is idle, or it is pressed. */
export function LazyBackgroundWork() {
  const [Loaded, ask] = useIdleComponent(load);
  const [open, setOpen] = useState(false);
  if (Loaded !== null) return <Loaded open={open} />;
  return (
    <IconButton
      label="Background work"
      size="sm"
      aria-haspopup="dialog"
      onClick={() => {
        setOpen(true);
        ask();
      }}
    >
      <Activity aria-hidden />
    </IconButton>
  );
}
