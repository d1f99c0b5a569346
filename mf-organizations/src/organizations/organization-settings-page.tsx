import { describeFailure, listOrganizations, queryKeys } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, usePage } from '@carrel/shared/shell';
import { ErrorState } from '@carrel/shared/ui';
import { PageHeader, Skeleton } from '@carrel/shared/ui/workbench';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';

import { LeaveForDashboard } from './leave-for-dashboard.tsx';
import { OrganizationSettings } from './organization-settings.tsx';

export function OrganizationSettingsPage() {
  usePage({ title: 'Organization settings' });
  const organizationId = useParams()['organizationId'];

  if (organizationId === undefined) {
    return <LeaveForDashboard reason="Organization ID is required" />;
  }
  return <SettingsOf key={organizationId} organizationId={organizationId} />;
}

function SettingsOf({ organizationId }: { organizationId: string }) {
  const { memberships } = useCurrentUser();
  const navigate = useNavigate();
  const [gone, setGone] = useState(false);
  const organizations = useQuery({
    queryKey: queryKeys.organizations(),
    queryFn: listOrganizations,
  });
  const organization = organizations.data?.organizations.find(({ id }) => id === organizationId);
  const membership = memberships[organizationId];

  // Left on purpose: what the reloaded lists now lack is no failure, and the dashboard is on its way.
  if (gone) return <SettingsSkeleton />;
  if (organization === undefined) {
    if (organizations.isError && !organizations.isFetching) {
      return (
        <ErrorState
          title="Failed to load organization details"
          {...describeFailure(organizations.error)}
          onRetry={() => void organizations.refetch()}
        />
      );
    }
    // A list from before may lack an organization created a moment ago: only a fresh one is final.
    if (organizations.isPending || organizations.isFetching) return <SettingsSkeleton />;
    return <LeaveForDashboard reason="Organization not found" />;
  }
  if (membership === undefined) {
    return <ErrorState title="You don't have access to this organization" />;
  }
  return (
    <OrganizationSettings
      organization={organization}
      roleName={membership.role_name}
      onGone={() => {
        setGone(true);
        void navigate(consolePaths.dashboard(), { replace: true });
      }}
    />
  );
}

function SettingsSkeleton() {
  return (
    <>
      <PageHeader title="Organization settings" />
      <Skeleton height="32" />
    </>
  );
}
