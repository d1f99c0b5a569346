import { Box, IconButton } from '@carrel/shared/ui';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import { useSetAtom } from 'jotai';
import { Search } from 'lucide-react';

import { KeyHint } from '../shortcuts/key-hint.tsx';
import { commandOverlayAtom } from './command-overlay.atoms.ts';
import { loadCommandOverlays } from './load-command-overlays.ts';

const prepare = () => void loadCommandOverlays().catch(() => undefined);

/** Opens the command palette, and shows its shortcut. */
export function SearchButton() {
  const narrow = useIsNarrow();
  const show = useSetAtom(commandOverlayAtom);
  const open = () => show('palette');
  if (narrow) {
    return (
      <IconButton label="Search or jump to" size="sm" onClick={open}>
        <Search aria-hidden />
      </IconButton>
    );
  }
  return (
    <Box
      asChild
      display="flex"
      alignItems="center"
      gap="2"
      width="14rem"
      height="var(--control-sm)"
      flexShrink="0"
      pl="2.5"
      pr="1"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="md"
      color="fg.muted"
      fontSize="sm"
      textAlign="start"
      cursor="pointer"
      transition="border-color 120ms ease-out, color 120ms ease-out"
      _hover={{ borderColor: 'border.strong', color: 'fg.default' }}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Search size={14} aria-hidden />
        <Box as="span" flex="1" truncate>
          Search or jump to…
        </Box>
        <span aria-hidden>
          <KeyHint keys="Mod+K" />
        </span>
      </button>
    </Box>
  );
}
