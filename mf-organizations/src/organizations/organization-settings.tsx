import type { Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { ActivitySection } from '../activity/activity-section.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { EditOrganizationDialog } from './edit-organization-dialog.tsx';
import { GeneralSettings } from './general-settings.tsx';

interface OrganizationSettingsProps {
  organization: Organization;
  roleName: string;
  /** Called when the person no longer belongs here: the organization is deleted, or they left it. */
  onGone: () => void;
}

/** Those who answer for what is done in an organization, and so may see it. */
const OVERSEERS = new Set(['Owner', 'Admin']);

export function OrganizationSettings(props: OrganizationSettingsProps) {
  const { organization, roleName, onGone } = props;
  const [editing, setEditing] = useState(false);
  const [parameters] = useSearchParams();
  const oversees = OVERSEERS.has(roleName);
  const view = oversees && parameters.get('view') === 'activity' ? 'activity' : 'general';

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
      {oversees && <SettingsTabs current={view} />}
      {view === 'activity' ? (
        <ActivitySection organization={organization} />
      ) : (
        <GeneralSettings organization={organization} roleName={roleName} onGone={onGone} />
      )}
      {editing ? (
        <EditOrganizationDialog organization={organization} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
