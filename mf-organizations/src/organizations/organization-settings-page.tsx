import { describeFailure, listOrganizations, queryKeys } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, usePage } from '@carrel/shared/shell';
import { ErrorState, Stack } from '@carrel/shared/ui';
import { PageHeader, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';

import { RedirectToDashboard } from './redirect-to-dashboard.tsx';
import { OrganizationSettings } from './organization-settings.tsx';

export function OrganizationSettingsPage() {
  usePage({ title: 'Organization settings' });
  const organizationId = useParams()['organizationId'];

  if (organizationId === undefined) {
    return <RedirectToDashboard reason="Organization ID is required" />;
  }
  return <SettingsOf key={organizationId} organizationId={organizationId} />;
}

function SettingsOf({ organizationId }: { organizationId: string }) {
  const { memberships } = useCurrentUser();
  const navigate = useNavigate();
  const [left, setLeft] = useState(false);
  const organizations = useQuery({
    queryKey: queryKeys.organizations(),
    queryFn: listOrganizations,
  });
  const organization = organizations.data?.organizations.find(({ id }) => id === organizationId);
  const membership = memberships[organizationId];

  // The user left: that the reloaded lists lack the organization is no failure.
  if (left) return <SettingsSkeleton />;
  if (organization === undefined) {
    if (organizations.isError && !organizations.isFetching) {
      return (
        <SettingsFrame>
          <ErrorState
            title="Failed to load organization details"
            {...describeFailure(organizations.error)}
            onRetry={() => void organizations.refetch()}
          />
        </SettingsFrame>
      );
    }
    // A cached list may lack an organization that was just created: only a fresh one is final.
    if (organizations.isPending || organizations.isFetching) return <SettingsSkeleton />;
    return <RedirectToDashboard reason="Organization not found" />;
  }
  if (membership === undefined) {
    return (
      <SettingsFrame>
        <ErrorState title="You don't have access to this organization" />
      </SettingsFrame>
    );
  }
  if (membership.requirement !== null && membership.requirement !== undefined) {
    return (
      <SettingsFrame>
        <ErrorState
          title="Your session does not meet the sign-in policy of this organization"
          message="Open the dashboard to see what is missing."
        />
      </SettingsFrame>
    );
  }
  return (
    <OrganizationSettings
      organization={organization}
      roleName={membership.role_name}
      onLeft={() => {
        setLeft(true);
        void navigate(consolePaths.dashboard(), { replace: true });
      }}
    />
  );
}

function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Organization settings" />
      {children}
    </>
  );
}

function SettingsSkeleton() {
  return (
    <SettingsFrame>
      <Stack gap="6" aria-busy>
        <Skeleton height="13rem" />
        <Skeleton height="10rem" />
      </Stack>
    </SettingsFrame>
  );
}
