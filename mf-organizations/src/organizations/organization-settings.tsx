import type { Organization } from '@carrel/shared/contract';
import { Button, Stack } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/workbench';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

import { MembersPanel } from '../members/members-panel.tsx';
import { DeleteOrganizationPanel } from './delete-organization-panel.tsx';
import { EditOrganizationDialog } from './edit-organization-dialog.tsx';
import { OrganizationDetailsPanel } from './organization-details-panel.tsx';

interface OrganizationSettingsProps {
  organization: Organization;
  roleName: string;
  /** Called when the person no longer belongs here: the organization is deleted, or they left it. */
  onGone: () => void;
}

export function OrganizationSettings({
  organization,
  roleName,
  onGone,
}: OrganizationSettingsProps) {
  const [editing, setEditing] = useState(false);

  return (
    <>
      <PageHeader
        title="Organization settings"
        description={organization.name}
        actions={
          <Button variant="secondary" onClick={() => setEditing(true)}>
            <Pencil size={16} aria-hidden /> Edit
          </Button>
        }
      />
      <Stack gap="6">
        <OrganizationDetailsPanel organization={organization} roleName={roleName} />
        <MembersPanel organization={organization} onGone={onGone} />
        <DeleteOrganizationPanel organization={organization} onGone={onGone} />
      </Stack>
      {editing ? (
        <EditOrganizationDialog organization={organization} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
