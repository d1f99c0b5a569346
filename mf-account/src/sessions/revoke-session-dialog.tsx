import { messageOf, queryKeys } from '@carrel/shared/api';
import { browserLabel, clientNameOf, shownName, type Session } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { revokeSession } from '../data/sessions.api.ts';

interface RevokeSessionDialogProps {
  session: Session;
  onClose: () => void;
}

export function RevokeSessionDialog({ session, onClose }: RevokeSessionDialogProps) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => revokeSession(session.id),
    onSuccess: async () => {
      toast.success('Session revoked successfully');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.sessions() });
    },
    onError: (error) => toast.error(revocationFailure(error)),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revocation.mutateAsync()}
      title="Revoke session"
      name={[browserLabel(session.user_agent), programOf(session), session.client_ip]
        .filter(Boolean)
        .join(', ')}
      consequences={['This browser is signed out at once']}
      confirmLabel="Revoke session"
      pending={revocation.isPending}
    />
  );
}

const programOf = ({ user_agent }: Session) => shownName(clientNameOf(user_agent) ?? '');

function revocationFailure(error: unknown): string {
  const message = messageOf(error, 'Failed to revoke session');
  return message.includes('Cannot revoke current session')
    ? 'Cannot revoke your current session'
    : message;
}
