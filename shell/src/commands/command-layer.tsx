import { toast } from '@carrel/shared/ui';
import { useAtom } from 'jotai';
import { memo, startTransition, useEffect, useLayoutEffect, useState } from 'react';

import { logFailure } from '../base/log-failure.ts';
import { commandOverlayAtom } from './command-overlay.atoms.ts';
import type { CommandRegistry } from '../state/command-registry.ts';
import { loadCommandOverlays } from './load-command-overlays.ts';
import type { CommandOverlayParts } from './load-command-overlays.ts';
import { keepEarlyTyping } from './palette/early-typing.ts';
import { whenIdle } from '../base/when-idle.ts';

/** The palette and the list of shortcuts over the screen, prepared in a quiet moment. */
export const CommandLayer = memo(function CommandLayer({
  registry,
}: {
  registry: CommandRegistry;
}) {
  const [overlay, setOverlay] = useAtom(commandOverlayAtom);
  const [parts, setParts] = useState<CommandOverlayParts>();
  useEffect(
    () =>
      whenIdle(() => {
        loadCommandOverlays().then(
          (loaded) => startTransition(() => setParts(loaded)),
          () => undefined,
        );
      }),
    [],
  );
  // Before the palette's own effects, which focus its field.
  useLayoutEffect(() => (overlay === 'palette' ? keepEarlyTyping() : undefined), [overlay]);
  useEffect(() => {
    if (overlay === null || parts !== undefined) return;
    loadCommandOverlays().then(setParts, (error: unknown) => {
      logFailure('The command palette could not be loaded', error);
      toast.error('The command palette could not be loaded. Please try again.');
      setOverlay(null);
    });
  }, [overlay, parts, setOverlay]);
  if (parts === undefined) return null;
  const { CommandPalette, ShortcutsDialog } = parts;
  const close = () => setOverlay(null);
  return (
    <>
      <CommandPalette open={overlay === 'palette'} onClose={close} registry={registry} />
      <ShortcutsDialog open={overlay === 'shortcuts'} onClose={close} registry={registry} />
    </>
  );
});
