import { messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { CheckboxField, toast } from '@carrel/shared/ui';
import { Panel, useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { updateOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

/** Who is told: the setting is about what they see. */
const ROLES = new Set(['Owner', 'Admin']);

const MEANING =
  'Owners and Admins keep the settings of datasets and workspaces for named people, and who may see them. What is in them they see once they take access, which the activity shows. Only an Owner changes this.';

const failed = (error: unknown) => messageOf(error, 'Failed to change the setting');

interface ContentsPanelProps {
  organization: Organization;
  roleName: string;
}

/** Whether Owners and Admins see what is in datasets and workspaces for named people. Hidden for servers without the setting. */
export function ContentsPanel({ organization, roleName }: ContentsPanelProps) {
  const reloadOrganizations = useReloadOrganizations();
  const isOn = organization.admins_take_access ?? null;
  const change = (admins_take_access: boolean) =>
    updateOrganization(organization.id, { admins_take_access });
  const stop = useMutation({
    mutationFn: () => change(false),
    onSuccess: () => {
      toast.success('Owners and Admins see all contents from now on');
      return reloadOrganizations();
    },
    onError: (error) => toast.error(failed(error)),
  });
  const start = useConfirm(() => ({
    title: 'Keep contents from Owners and Admins',
    name: organization.name,
    consequences: [
      'You and all Owners and Admins lose sight of what is in datasets and workspaces for named people where you are not named',
      'API keys reach these only where they were made for them by somebody who sees them',
    ],
    confirmLabel: 'Keep contents',
    act: () => change(true),
    done: 'Owners and Admins see contents by taking access from now on',
    failed,
    after: reloadOrganizations,
  }));
  if (isOn === null || !ROLES.has(roleName)) return null;

  return (
    <Panel title="Contents">
      <CheckboxField
        label="Owners and Admins see contents only by taking access"
        description={MEANING}
        checked={isOn}
        disabled={roleName !== 'Owner' || stop.isPending}
        onChange={() => {
          if (isOn) stop.mutate();
          else start.ask();
        }}
      />
      {start.dialog}
    </Panel>
  );
}
