import { client, messageOf } from '@carrel/shared/api';
import { redirectSchema } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { useShell } from '@carrel/shared/shell';
import { Button, toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';

/** Leads to the provider of the selected organization, and from there back to this screen. */
export function SignInByProviderButton({ organizationName }: { organizationName: string }) {
  const { user, organizationId } = useShell();
  const { pathname, search } = useLocation();
  const begin = useMutation({
    mutationFn: () =>
      client
        .post(signInPaths.sso(), {
          json: {
            email_address: user?.email_addresses[0]?.[0],
            organization_id: organizationId,
            return_path: pathname + search,
          },
        })
        .json(redirectSchema),
    onSuccess: ({ redirect_url: url }) => location.assign(url),
    onError: (error) => toast.error(messageOf(error, 'Single sign-on failed. Please try again.')),
  });
  return (
    <Button
      variant="primary"
      // The name of an organization can be longer than a narrow screen.
      whiteSpace="normal"
      height="auto"
      minHeight="8"
      maxWidth="full"
      loading={begin.isPending || begin.isSuccess}
      loadingText="Continuing"
      onClick={() => begin.mutate()}
    >
      Sign in with {organizationName}’s provider
    </Button>
  );
}
