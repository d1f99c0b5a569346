import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import type { Group, Organization } from '@carrel/shared/contract';
import { Button, ErrorState } from '@carrel/shared/ui';
import {
  EmptyState,
  SettingsSection,
  TableSkeleton,
  useConfirm,
} from '@carrel/shared/ui/signed-in';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useCallback, useState } from 'react';

import { deleteGroup } from '../data/groups.api.ts';
import { groupsQuery } from '../data/groups.queries.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupFormDialog } from './group-form-dialog.tsx';
import { GroupsTable } from './groups-table.tsx';
import { peopleText } from './people-text.ts';

type Open = { dialog: 'create' } | { dialog: 'show' | 'edit'; group: Group };

interface GroupsSectionProps {
  organization: Organization;
  /** Whether the member may change groups; everybody sees them. */
  mayChange: boolean;
}

/** The groups of people in an organization. */
export function GroupsSection({ organization, mayChange }: GroupsSectionProps) {
  const groups = useQuery(groupsQuery(organization.id));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = useCallback((group: Group) => setOpen({ dialog: 'show', group }), []);
  const deletion = useDeletion(organization.id);
  const isEmpty = groups.data?.groups.length === 0;
  const create = mayChange && (
    <Button variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
      <Plus size={16} aria-hidden /> Create Group
    </Button>
  );

  const list = () => {
    if (groups.isPending) return <TableSkeleton label="Groups" columns={['Name', 'People']} />;
    if (groups.data === undefined) {
      return (
        <ErrorState
          title="Failed to load groups"
          {...describeFailure(groups.error)}
          retrying={groups.isFetching}
          onRetry={() => void groups.refetch()}
        />
      );
    }
    if (isEmpty) {
      return (
        <EmptyState
          icon={<Users />}
          title="No groups"
          description="Groups give several people access to a dataset at once."
          action={create === false ? undefined : create}
        />
      );
    }
    return (
      <GroupsTable
        groups={groups.data.groups}
        mayChange={mayChange}
        onShow={show}
        onEdit={(group) => setOpen({ dialog: 'edit', group })}
        onDelete={deletion.ask}
      />
    );
  };

  return (
    <SettingsSection
      title="Groups"
      description="People who are given access to datasets together. Groups of your directory are changed there."
      // While nobody knows where the button belongs, it would move away from who presses it.
      actions={groups.isPending || isEmpty ? undefined : create}
    >
      {list()}
      {open?.dialog === 'create' && <GroupFormDialog organization={organization} onClose={close} />}
      {open?.dialog === 'edit' && (
        <GroupFormDialog organization={organization} group={open.group} onClose={close} />
      )}
      {open?.dialog === 'show' && (
        <GroupDialog organizationId={organization.id} group={open.group} onClose={close} />
      )}
      {deletion.dialog}
    </SettingsSection>
  );
}

/** Asks before a group is deleted. */
function useDeletion(organizationId: string) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.groups(organizationId);
  return useConfirm(({ id, name, member_count: count }: Group) => ({
    title: `Delete group “${name}”?`,
    consequences: [lossOf(count)],
    confirmLabel: 'Delete group',
    act: () => deleteGroup(organizationId, id),
    done: 'Group deleted',
    failed: (error) => messageOf(error, 'Failed to delete group'),
    invalidates: queryKey,
    // Another person deleted it: the list shows that.
    missing: () => queryClient.invalidateQueries({ queryKey }),
  }));
}

function lossOf(count: number): string {
  if (count === 0) return 'It has no people: nobody loses access.';
  const lose = count === 1 ? 'loses' : 'lose';
  return `Its ${peopleText(count)} ${lose} the access that they have only through it.`;
}
