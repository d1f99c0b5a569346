import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';

import { Button } from '../../guest/controls/button.tsx';
import { FIRST_FOCUS, useDialogFocus } from './dialog-focus.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { dialogRecipe } from './dialog-recipe.ts';

interface DiscardQuestionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before a dialog is closed in which something was typed. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  const { content, initialFocusEl, finalFocusEl } = useDialogFocus(open);
  return (
    <DialogFrame
      recipe={dialogRecipe}
      size="sm"
      role="alertdialog"
      open={open}
      onClose={onKeep}
      initialFocusEl={initialFocusEl}
      finalFocusEl={finalFocusEl}
      contentRef={content}
      lazyMount
      unmountOnExit
    >
      <ChakraDialog.Header pb="4">
        <ChakraDialog.Title>Discard what you typed?</ChakraDialog.Title>
      </ChakraDialog.Header>
      <ChakraDialog.Footer>
        <Button onClick={onKeep} {...FIRST_FOCUS}>
          Keep editing
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </ChakraDialog.Footer>
    </DialogFrame>
  );
}
