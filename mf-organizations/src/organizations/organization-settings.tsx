import { GUEST, type Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { PageHeader, Skeleton } from '@carrel/shared/ui/signed-in';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { ActivitySection } from '../activity/activity-section.tsx';
import { SettingsTabs, viewOf } from '../parts/settings-tabs.tsx';
import { GuestSettings } from './guest-settings.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { OrganizationFormDialog } from './organization-form-dialog.tsx';

interface OrganizationSettingsProps {
  organization: Organization;
  roleName: string;
  /** Called when the organization was deleted, or the user has left it. */
  onLeft: () => void;
}

/** Few people open it: its code is fetched then. */
const ApiKeysSection = lazy(async () => {
  const { ApiKeysSection: component } = await import('../api-keys/api-keys-section.tsx');
  return { default: component };
});

const GroupsSection = lazy(async () => {
  const { GroupsSection: component } = await import('../groups/groups-section.tsx');
  return { default: component };
});

const SignInSection = lazy(async () => {
  const { SignInSection: component } = await import('../sign-in/sign-in-section.tsx');
  return { default: component };
});

const ProvisioningSection = lazy(async () => {
  const { ProvisioningSection: component } =
    await import('../provisioning/provisioning-section.tsx');
  return { default: component };
});

const WebhooksSection = lazy(async () => {
  const { WebhooksSection: component } = await import('../webhooks/webhooks-section.tsx');
  return { default: component };
});

const ModelsSection = lazy(async () => {
  const { ModelsSection: component } = await import('../models/models-section.tsx');
  return { default: component };
});

/** The roles that may see how members sign in and come, the activity, the API keys, the webhooks and the models. */
const ALL_PARTS_ROLES = new Set(['Owner', 'Admin']);

export function OrganizationSettings(props: OrganizationSettingsProps) {
  return props.roleName === GUEST ? <GuestSettings {...props} /> : <MemberSettings {...props} />;
}

function MemberSettings(props: OrganizationSettingsProps) {
  const { organization, roleName, onLeft } = props;
  const [editing, setEditing] = useState(false);
  const [parameters] = useSearchParams();
  const seesAll = ALL_PARTS_ROLES.has(roleName);
  const view = viewOf(parameters.get('view'), seesAll);

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
      <SettingsTabs current={view} seesAll={seesAll} />
      {view === 'activity' && <ActivitySection organization={organization} />}
      {view === 'api-keys' && (
        <Suspense fallback={<Skeleton height="13rem" />}>
          <ApiKeysSection organization={organization} roleName={roleName} />
        </Suspense>
      )}
      {view === 'groups' && (
        <Suspense fallback={<Skeleton height="13rem" />}>
          <GroupsSection organization={organization} mayChange={seesAll} />
        </Suspense>
      )}
      {view === 'provisioning' && (
        <Suspense fallback={<Skeleton height="13rem" />}>
          <ProvisioningSection organization={organization} roleName={roleName} />
        </Suspense>
      )}
      {view === 'sign-in' && (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <SignInSection organization={organization} roleName={roleName} />
        </Suspense>
      )}
      {view === 'webhooks' && (
        <Suspense fallback={<Skeleton height="13rem" />}>
          <WebhooksSection organization={organization} />
        </Suspense>
      )}
      {view === 'models' && (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <ModelsSection organization={organization} />
        </Suspense>
      )}
      {view === 'general' && (
        <GeneralSettings organization={organization} roleName={roleName} onLeft={onLeft} />
      )}
      {editing ? (
        <OrganizationFormDialog organization={organization} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
