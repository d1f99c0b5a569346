import { queryKeys } from '@carrel/shared/api';
import type { ApiKey, Organization } from '@carrel/shared/contract';
import { useQueryClient } from '@tanstack/react-query';

import { RotationDialog } from '../parts/rotation-dialog.tsx';
import { rotateApiKey } from '../data/api-keys.api.ts';

interface RotateKeyDialogProps {
  organization: Organization;
  apiKey: ApiKey;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

/** Replaces a key by one with the same rights. */
export function RotateKeyDialog(props: RotateKeyDialogProps) {
  const { organization, apiKey, onClose, onCreated } = props;
  const queryClient = useQueryClient();
  return (
    <RotationDialog
      title="Rotate API key"
      description={`"${apiKey.name}" gets a successor with the same rights. Both work until the old one ends.`}
      overlapLabel="How long the old key still works"
      failure="Failed to rotate API key"
      rotate={async (hours) => {
        const { key } = await rotateApiKey(organization.id, apiKey.id, hours);
        onCreated(key);
        await queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) });
      }}
      onClose={onClose}
    />
  );
}
