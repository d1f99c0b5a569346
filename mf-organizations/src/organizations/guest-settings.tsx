import type { Organization } from '@carrel/shared/contract';
import { Stack } from '@carrel/shared/ui';
import { PageHeader, Panel } from '@carrel/shared/ui/signed-in';

import { LeaveOrganization } from './leave-organization.tsx';
import { OrganizationDetailsPanel } from './organization-details-panel.tsx';

interface GuestSettingsProps {
  organization: Organization;
  roleName: string;
  onLeft: () => void;
}

/** What a guest sees of an organization's settings: its name, and the way out. */
export function GuestSettings({ organization, roleName, onLeft }: GuestSettingsProps) {
  return (
    <>
      <PageHeader title="Organization settings" description={organization.name} />
      <Stack gap="10">
        <OrganizationDetailsPanel organization={organization} roleName={roleName} />
        <Panel tone="danger" title="Danger Zone">
          <LeaveOrganization organization={organization} onLeft={onLeft} />
        </Panel>
      </Stack>
    </>
  );
}
