import { Text } from '@carrel/shared/ui';

import { ShownOnceDialog } from '../parts/shown-once-dialog.tsx';

interface CreatedKeyDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new key, which nobody can see again. */
export function CreatedKeyDialog({ secret, onClose }: CreatedKeyDialogProps) {
  return (
    <ShownOnceDialog
      title="Copy your API key"
      description="It is shown only now. Store it where your program reads its secrets."
      label="API key"
      secret={secret}
      onClose={onClose}
    >
      <Text fontSize="sm" color="fg.muted">
        {'Programs send it as '}
        <Text as="span" fontFamily="mono" fontSize="xs">
          Authorization: Bearer carrel_key_…
        </Text>
      </Text>
    </ShownOnceDialog>
  );
}
