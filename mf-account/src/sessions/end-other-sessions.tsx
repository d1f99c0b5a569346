import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import { Button, toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { endOtherSessions } from '../data/sessions.api.ts';

/** A button that ends all sessions but the current one. It disappears if the server lacks the call. */
export function EndOtherSessions() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: async () => {
      toast.success('Signed out everywhere else');
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: queryKeys.sessions() });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to sign out everywhere else')),
  });
  const open = () => {
    ending.reset();
    setAsking(true);
  };
  if (isApiError(ending.error) && ending.error.status === 404) return null;

  return (
    <>
      <Button variant="secondary" onClick={open}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => ending.mutateAsync()}
        title="Sign out everywhere else"
        consequences={['All other browsers are signed out at once', 'This browser stays signed in']}
        confirmLabel="Sign out everywhere else"
        pending={ending.isPending || ending.isSuccess}
      />
    </>
  );
}
