import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { Button, ErrorState, Stack, Text } from '@carrel/shared/ui';
import { CodeBlock, Panel, Skeleton, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { ProviderFormFields } from './provider-form-fields.tsx';
import { providerQuery, removeProvider } from '../../data/single-sign-on.api.ts';

interface SingleSignOnPanelProps {
  organization: Organization;
  roleName: string;
}

const DESCRIPTION =
  'People of your verified domains sign in with your own OpenID Connect provider, such as Entra, Okta or Keycloak.';

/** The provider of single sign-on, for Owners. */
export function SingleSignOnPanel({ organization, roleName }: SingleSignOnPanelProps) {
  return (
    <Panel title="Single sign-on" description={DESCRIPTION}>
      {roleName === 'Owner' ? (
        <ProviderOf organization={organization} />
      ) : (
        <Text fontSize="sm" color="fg.muted">
          Only an Owner can see and change it.
        </Text>
      )}
    </Panel>
  );
}

function ProviderOf({ organization }: { organization: Organization }) {
  const removal = useConfirm(() => ({
    title: 'Remove single sign-on',
    name: organization.name,
    consequences: [
      'Nobody can sign in with the provider any more',
      'People without a password have to reset theirs to sign in',
      'Who is signed in stays signed in',
    ],
    confirmLabel: 'Remove single sign-on',
    act: () => removeProvider(organization.id),
    done: 'Single sign-on removed',
    failed: (error) => messageOf(error, 'Failed to remove single sign-on'),
    invalidates: queryKeys.identityProvider(organization.id),
  }));
  const stored = useQuery(providerQuery(organization.id));
  if (stored.isPending) return <Skeleton height="22rem" />;
  if (stored.data === undefined) {
    return (
      <ErrorState
        title="Failed to load single sign-on"
        {...describeFailure(stored.error)}
        retrying={stored.isFetching}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  const { provider, redirect_uri, backchannel_logout_uri } = stored.data;
  return (
    <Stack gap="6">
      <Stack gap="3">
        <Text fontSize="sm" color="fg.muted">
          Register Carrel at your provider as a web application with these addresses:
        </Text>
        <CodeBlock label="Redirect URI" text={redirect_uri} wrap />
        <CodeBlock label="Back-channel logout URI" text={backchannel_logout_uri} wrap />
      </Stack>
      <ProviderFormFields
        key={provider?.updated_at}
        organization={organization}
        provider={provider}
        remove={
          provider === null ? null : (
            <Button variant="ghost" onClick={() => removal.ask()}>
              Remove provider
            </Button>
          )
        }
      />
      {removal.dialog}
    </Stack>
  );
}
