import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';

import { Button } from '../../guest/controls/button.tsx';
import { Text } from '../../guest/text.tsx';
import { ConfirmByName, readable } from './confirm-by-name.tsx';
import { FIRST_FOCUS } from './modal/dialog-focus.ts';
import { Dialog } from './dialog.tsx';

const List = chakra('ul', {
  base: { mt: '3', ps: '4', display: 'grid', gap: '1', listStyle: 'disc', color: 'fg.muted' },
});

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** If it returns a promise, it is not called again until that settles. */
  onConfirm: () => unknown;
  /** The action, such as "Delete dataset". */
  title: string;
  /** The name of what is deleted. */
  name?: string | undefined;
  /** What the action causes, one sentence each. */
  consequences: readonly string[];
  /** The verb on the red button. */
  confirmLabel: string;
  /** What the other button says, where "Cancel" could be mistaken for the action. */
  closeLabel?: string | undefined;
  pending: boolean;
  /** Text that must be typed before the button works. */
  typeToConfirm?: string | undefined;
}

/** Asks before something is deleted; the focus is on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    onConfirm,
    title,
    name,
    consequences,
    confirmLabel,
    closeLabel = 'Cancel',
    pending,
    typeToConfirm,
  } = props;
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="sm"
      role="alertdialog"
      busy={pending}
      footer={
        <>
          <Button onClick={close} {...FIRST_FOCUS}>
            {closeLabel}
          </Button>
          <Button
            variant="danger"
            loading={pending}
            disabled={typeToConfirm !== undefined && readable(typed) !== readable(typeToConfirm)}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {name !== undefined && (
        <Text fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Text>
      )}
      <List>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </List>
      {typeToConfirm !== undefined && (
        <ConfirmByName name={typeToConfirm} typed={typed} onType={setTyped} />
      )}
    </Dialog>
  );
}
