import { messageOf } from '@carrel/shared/api/guest';
import { Button, toast } from '@carrel/shared/ui';
import { useState } from 'react';

import { stopRecovery } from '../data/recovery.api.ts';

interface StopRecoveryButtonProps {
  token: string;
  variant: 'primary' | 'secondary';
  onStopped: () => void;
}

export function StopRecoveryButton({ token, variant, onStopped }: StopRecoveryButtonProps) {
  const [loading, setLoading] = useState(false);
  const stop = async () => {
    setLoading(true);
    try {
      await stopRecovery(token);
      onStopped();
    } catch (error) {
      toast.error(messageOf(error, 'Failed to stop the recovery. Please try again.'));
      setLoading(false);
    }
  };

  return (
    <Button variant={variant} loading={loading} onClick={stop}>
      Stop the recovery
    </Button>
  );
}
