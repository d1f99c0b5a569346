import { Dialog } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import type { CommandRegistry } from '../../state/command-registry.ts';
import { PaletteSearch } from './palette-search.tsx';

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  registry: CommandRegistry;
}

/** All commands of the console, found by typing a few letters. Rendered hidden while it is closed. */
export function CommandPalette({ open, onClose, registry }: CommandPaletteProps) {
  // Each time it is opened it starts anew, and that is prepared as soon as it is closed.
  const [{ round, wasOpen }, setRound] = useState({ round: 0, wasOpen: open });
  if (wasOpen !== open) setRound({ round: open ? round : round + 1, wasOpen: open });
  return (
    <Dialog open={open} onClose={onClose} title="Command palette" bare kept>
      <PaletteSearch key={round} registry={registry} onDone={onClose} />
    </Dialog>
  );
}
