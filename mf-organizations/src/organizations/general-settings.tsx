import type { Organization } from '@carrel/shared/contract';
import { Stack } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { InvitationsSection } from '../invitations/invitations-section.tsx';
import { invitationsQuery } from '../data/invitations.queries.ts';
import { GuestsSection } from '../members/guests-section.tsx';
import { MembersSection } from '../members/members-section.tsx';
import { membersQuery } from '../data/members.queries.ts';
import { UsagePanel } from '../usage/usage-panel.tsx';
import { usageQuery } from '../data/usage.queries.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { LeaveOrganization } from './leave-organization.tsx';
import { SearchLogPanel } from '../search-log/search-log-panel.tsx';
import { OrganizationDetailsPanel } from './organization-details-panel.tsx';

interface GeneralSettingsProps {
  organization: Organization;
  roleName: string;
  onLeft: () => void;
}

/** An organization's details, members, invitations, usage and search log, leaving it and its deletion. */
export function GeneralSettings({ organization, roleName, onLeft }: GeneralSettingsProps) {
  const members = useQuery(membersQuery(organization.id));
  const invitations = useQuery(invitationsQuery(organization.id));
  const usage = useQuery(usageQuery(organization.id));
  // What is below the members is shown together with them: they would move it otherwise.
  const waiting = !members.isFetched || !invitations.isFetched || !usage.isFetched;

  return (
    <Stack gap="10">
      <OrganizationDetailsPanel organization={organization} roleName={roleName} />
      <MembersSection organization={organization} waiting={waiting} onLeft={onLeft} />
      {waiting ? null : (
        <>
          <GuestsSection organization={organization} onLeft={onLeft} />
          <InvitationsSection organization={organization} />
          <UsagePanel organization={organization} />
          <SearchLogPanel organization={organization} roleName={roleName} />
          <ContentsPanel organization={organization} roleName={roleName} />
          <Panel tone="danger" title="Danger Zone">
            <Stack gap="4">
              <LeaveOrganization organization={organization} onLeft={onLeft} />
              <DeleteOrganization organization={organization} onLeft={onLeft} />
            </Stack>
          </Panel>
        </>
      )}
    </Stack>
  );
}
