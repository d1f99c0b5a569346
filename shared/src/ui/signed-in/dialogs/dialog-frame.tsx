import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ComponentProps, Ref } from 'react';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';

interface DialogFrameProps extends Omit<
  ComponentProps<typeof ChakraDialog.Root>,
  'onOpenChange' | 'title'
> {
  onClose: () => void;
  contentRef?: Ref<HTMLDivElement>;
  /** A title for screen readers only. */
  hiddenTitle?: string | undefined;
}

/** The backdrop and the window of a dialog or a drawer. */
export function DialogFrame(props: DialogFrameProps) {
  const { onClose, contentRef, hiddenTitle, children, ...root } = props;
  return (
    <ChakraDialog.Root
      {...root}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content ref={contentRef}>
            {hiddenTitle !== undefined && (
              <ChakraDialog.Title asChild>
                <VisuallyHidden>{hiddenTitle}</VisuallyHidden>
              </ChakraDialog.Title>
            )}
            {children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
