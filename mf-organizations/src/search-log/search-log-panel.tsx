import { messageOf } from '@carrel/shared/api';
import { SEARCH_LOG_DAYS } from '@carrel/shared/contract';
import type { Organization } from '@carrel/shared/contract';
import { CheckboxField, toast } from '@carrel/shared/ui';
import { Panel, useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { updateOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

/** The roles that may change the organization. */
const ROLES = new Set(['Owner', 'Admin']);

const KEPT = `For ${SEARCH_LOG_DAYS} days: how many searches each workspace has by day, how long they take, and the text of questions without results. No names of people. Owners, Admins and Editors see it in each workspace.`;

const failed = (error: unknown) => messageOf(error, 'Failed to change the setting');

interface SearchLogPanelProps {
  organization: Organization;
  roleName: string;
}

/** Whether the organization keeps what people ask. Hidden for servers that keep nothing. */
export function SearchLogPanel({ organization, roleName }: SearchLogPanelProps) {
  const reloadOrganizations = useReloadOrganizations();
  const isOn = organization.search_log ?? null;
  const change = (search_log: boolean) => updateOrganization(organization.id, { search_log });
  const start = useMutation({
    mutationFn: () => change(true),
    onSuccess: () => {
      toast.success('What people ask is kept from now on');
      return reloadOrganizations();
    },
    onError: (error) => toast.error(failed(error)),
  });
  const stop = useConfirm(() => ({
    title: 'Stop keeping what people ask',
    name: organization.name,
    consequences: [
      'What people asked so far is deleted, in all workspaces',
      'Nothing is kept until you switch it on again',
    ],
    confirmLabel: 'Stop and delete',
    act: () => change(false),
    done: 'What people asked was deleted',
    failed,
    after: reloadOrganizations,
  }));
  if (isOn === null) return null;

  return (
    <Panel title="Insights">
      <CheckboxField
        label="Keep what people ask of workspaces"
        description={KEPT}
        checked={isOn}
        disabled={!ROLES.has(roleName) || start.isPending}
        onChange={() => {
          if (isOn) stop.ask();
          else start.mutate();
        }}
      />
      {stop.dialog}
    </Panel>
  );
}
