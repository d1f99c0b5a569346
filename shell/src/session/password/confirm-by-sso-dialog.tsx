import { client, messageOf } from '@carrel/shared/api';
import { redirectSchema } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { Button, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';

interface ConfirmBySsoDialogProps {
  onEnd: (confirmed: boolean) => void;
  /** Asks for a code by mail instead; absent where there is no address for it. */
  onUseMail: (() => void) | undefined;
}

/** Leads to the provider of single sign-on, where accounts without a password authenticate again. */
export function ConfirmBySsoDialog({ onEnd, onUseMail }: ConfirmBySsoDialogProps) {
  const { pathname, search } = useLocation();
  const begin = useMutation({
    mutationFn: () =>
      client
        .post(signInPaths.reauthenticateBySso(), { json: { return_path: pathname + search } })
        .json(redirectSchema),
    onSuccess: ({ redirect_url: url }) => location.assign(url),
    onError: (error) => toast.error(messageOf(error, 'Single sign-on failed. Please try again.')),
  });
  return (
    <FormDialog
      open
      // It may take the place of the dialog for a password, whose focus returns behind it.
      busy
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      description="This change needs you to sign in again with your organization. You come back to this screen, where what you have typed but not saved is gone."
      size="sm"
      submitLabel="Continue"
      onSubmit={() => begin.mutate()}
      submitting={begin.isPending || begin.isSuccess}
    >
      {onUseMail !== undefined && (
        <Button variant="secondary" size="sm" justifySelf="start" onClick={onUseMail}>
          Get a code by mail instead
        </Button>
      )}
    </FormDialog>
  );
}
