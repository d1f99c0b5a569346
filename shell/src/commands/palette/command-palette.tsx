import { Dialog } from '@carrel/shared/ui/signed-in';

import type { CommandRegistry } from '../command-registry.ts';
import { PaletteSearch } from './palette-search.tsx';

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  registry: CommandRegistry;
}

/** All commands of the console, found by typing a few letters. */
export function CommandPalette({ open, onClose, registry }: CommandPaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Command palette" bare>
      <PaletteSearch registry={registry} onDone={onClose} />
    </Dialog>
  );
}
