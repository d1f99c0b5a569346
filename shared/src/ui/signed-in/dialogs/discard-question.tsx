import { Button } from '../../guest/controls/button.tsx';
import { FIRST_FOCUS } from './modal/dialog-focus.ts';
import { DialogFrame } from './dialog-frame.tsx';

interface DiscardQuestionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before a dialog is closed in which something was typed. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <DialogFrame
      size="sm"
      role="alertdialog"
      open={open}
      onClose={onKeep}
      isOver
      title="Discard what you typed?"
      description="It is not saved, and closing the window loses it."
      footer={
        <>
          <Button onClick={onKeep} {...FIRST_FOCUS}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    />
  );
}
