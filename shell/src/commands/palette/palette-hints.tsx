import { Box } from '@carrel/shared/ui';

import { KeyHint } from '../../shortcuts/key-hint.tsx';

const hints = [
  { keys: '↑+↓', does: 'to move' },
  { keys: '↵', does: 'to run' },
  { keys: 'Esc', does: 'to close' },
];

/** The palette's keys, hidden on a phone, which has none of them. */
export function PaletteHints() {
  return (
    <Box
      display={{ base: 'none', md: 'flex' }}
      gap="4"
      px="4"
      py="2"
      borderTopWidth="1px"
      fontSize="xs"
      color="fg.muted"
    >
      {hints.map(({ keys, does }) => (
        <Box key={keys} as="span" display="inline-flex" alignItems="center" gap="1.5">
          <KeyHint keys={keys} />
          {does}
        </Box>
      ))}
    </Box>
  );
}
