import { Button } from '@carrel/shared/ui';
import { CodeBlock, Dialog } from '@carrel/shared/ui/signed-in';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new secret, which nobody can see again. A click outside does not close it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      busy
      onClose={onClose}
      title="Copy the signing secret"
      description="It is shown only now. Your receiver verifies with it that a request is from Carrel."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeBlock label="Signing secret" text={secret} wrap />
    </Dialog>
  );
}
