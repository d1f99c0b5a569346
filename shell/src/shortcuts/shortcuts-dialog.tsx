import type { Command } from '@carrel/shared/shell';
import { Box, Heading } from '@carrel/shared/ui';
import { Dialog } from '@carrel/shared/ui/signed-in';
import { useId } from 'react';

import type { CommandRegistry } from '../state/command-registry.ts';
import { KeyHint } from './key-hint.tsx';

interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
  registry: CommandRegistry;
}

/** Lists all shortcuts in the registry. */
export function ShortcutsDialog({ open, onClose, registry }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <ShortcutGroups commands={registry.list()} />
    </Dialog>
  );
}

function ShortcutGroups({ commands }: { commands: readonly Command[] }) {
  const groups = Map.groupBy(
    commands.filter(({ keys }) => keys !== undefined),
    ({ group }) => group,
  );
  return (
    <Box display="grid" gap="5">
      {[...groups].map(([group, members]) => (
        <ShortcutGroup key={group} group={group} commands={members} />
      ))}
    </Box>
  );
}

function ShortcutGroup({ group, commands }: { group: string; commands: readonly Command[] }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Heading as="h3" id={titleId} fontSize="xs" fontWeight="medium" color="fg.muted" mb="1">
        {group}
      </Heading>
      <Box as="ul" listStyleType="none">
        {commands.map(({ id, label, keys = '' }) => (
          <Box
            as="li"
            key={id}
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap="4"
            minHeight="9"
            borderBottomWidth="1px"
            _last={{ borderBottomWidth: '0' }}
          >
            <Box as="span" minWidth="0" truncate>
              {label}
            </Box>
            <KeyHint keys={keys} />
          </Box>
        ))}
      </Box>
    </section>
  );
}
