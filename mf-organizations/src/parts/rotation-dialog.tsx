import { messageOf } from '@carrel/shared/api';
import { OVERLAP_HOURS_DEFAULT } from '@carrel/shared/contract';
import { Button, toast } from '@carrel/shared/ui';
import { Dialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface RotationDialogProps {
  /** What is done, as on the button: "Rotate secret". */
  title: string;
  description: string;
  /** Asks how long the old secret is still used. */
  overlapLabel: string;
  failure: string;
  /** Replaces the secret. The old one is used for so many hours more. */
  rotate: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

const OVERLAPS = [
  { value: '0', label: 'It ends now' },
  { value: '1', label: 'One hour' },
  { value: '24', label: 'One day' },
  { value: '168', label: 'One week' },
];

/** Replaces a secret, after asking how long the old one is still used. */
export function RotationDialog(props: RotationDialogProps) {
  const { title, description, overlapLabel, failure, rotate, onClose } = props;
  const [hours, setHours] = useState(String(OVERLAP_HOURS_DEFAULT));
  const rotation = useMutation({
    mutationFn: () => rotate(Number(hours)),
    onError: (error) => toast.error(messageOf(error, failure)),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      busy={rotation.isPending}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={rotation.isPending}
            onClick={() => rotation.mutateAsync()}
          >
            {title}
          </Button>
        </>
      }
    >
      <SelectField
        label={overlapLabel}
        options={OVERLAPS}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </Dialog>
  );
}
