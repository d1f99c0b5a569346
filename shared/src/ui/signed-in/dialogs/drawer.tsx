import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { drawerRecipe } from './dialog-recipe.ts';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  side?: 'left' | 'right' | undefined;
  /** Leaves the title to screen readers, and takes header and padding away: the content brings its own. */
  bare?: boolean | undefined;
}

/** A panel over the screen's edge: 18rem, as the mobile sidebar is. */
export function Drawer({
  open,
  onClose,
  title,
  children,
  side = 'left',
  bare = false,
}: DrawerProps) {
  return (
    <ChakraDialog.Root
      recipe={drawerRecipe}
      {...{ side }}
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content>
            {bare ? (
              <>
                <ChakraDialog.Title asChild>
                  <VisuallyHidden>{title}</VisuallyHidden>
                </ChakraDialog.Title>
                {children}
              </>
            ) : (
              <>
                <ChakraDialog.Header>
                  <ChakraDialog.Title>{title}</ChakraDialog.Title>
                </ChakraDialog.Header>
                <ChakraDialog.Body>{children}</ChakraDialog.Body>
                <ChakraDialog.CloseTrigger asChild>
                  <IconButton label="Close" size="sm">
                    <X aria-hidden />
                  </IconButton>
                </ChakraDialog.CloseTrigger>
              </>
            )}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
