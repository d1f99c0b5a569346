import { Button, Stack, Text } from '@carrel/shared/ui';
import { CodeBlock, Dialog } from '@carrel/shared/ui/signed-in';

interface CreatedKeyDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new key, which nobody can see again. A click outside does not close it. */
export function CreatedKeyDialog({ secret, onClose }: CreatedKeyDialogProps) {
  return (
    <Dialog
      open
      busy
      onClose={onClose}
      title="Copy your API key"
      description="It is shown only now. Store it where your program reads its secrets."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="4">
        <CodeBlock label="API key" text={secret} wrap />
        <Text fontSize="sm" color="fg.muted">
          {'Programs send it as '}
          <Text as="span" fontFamily="mono" fontSize="xs">
            Authorization: Bearer carrel_key_…
          </Text>
        </Text>
      </Stack>
    </Dialog>
  );
}
