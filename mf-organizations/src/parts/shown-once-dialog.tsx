import { Button, Stack } from '@carrel/shared/ui';
import { CodeBlock, Dialog } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

interface ShownOnceDialogProps {
  title: string;
  description: string;
  /** What the secret is. */
  label: string;
  secret: string;
  onClose: () => void;
  /** What to do with it. */
  children?: ReactNode;
}

/** Shows a new secret, which nobody can see again. A click outside does not close it. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { title, description, label, secret, onClose, children } = props;
  return (
    <Dialog
      open
      busy
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="4">
        <CodeBlock label={label} text={secret} wrap />
        {children}
      </Stack>
    </Dialog>
  );
}
