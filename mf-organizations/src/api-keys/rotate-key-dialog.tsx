import { messageOf, queryKeys } from '@carrel/shared/api';
import { API_KEY_OVERLAP_HOURS_DEFAULT } from '@carrel/shared/contract';
import type { ApiKey, Organization } from '@carrel/shared/contract';
import { Button, toast } from '@carrel/shared/ui';
import { Dialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { rotateApiKey } from './api-keys.api.ts';

interface RotateKeyDialogProps {
  organization: Organization;
  apiKey: ApiKey;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

const OVERLAPS = [
  { value: '0', label: 'It ends now' },
  { value: '1', label: 'One hour' },
  { value: '24', label: 'One day' },
  { value: '168', label: 'One week' },
];

/** Replaces a key by one with the same rights. */
export function RotateKeyDialog(props: RotateKeyDialogProps) {
  const { organization, apiKey, onClose, onCreated } = props;
  const queryClient = useQueryClient();
  const [hours, setHours] = useState(String(API_KEY_OVERLAP_HOURS_DEFAULT));
  const rotation = useMutation({
    mutationFn: () => rotateApiKey(organization.id, apiKey.id, Number(hours)),
    onSuccess: async ({ key }) => {
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to rotate API key')),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      busy={rotation.isPending}
      title="Rotate API key"
      description={`"${apiKey.name}" gets a successor with the same rights. Both work until the old one ends.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={rotation.isPending}
            onClick={() => rotation.mutateAsync()}
          >
            Rotate API key
          </Button>
        </>
      }
    >
      <SelectField
        label="How long the old key still works"
        options={OVERLAPS}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </Dialog>
  );
}
