import type { Member, Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { SettingsSection } from '@carrel/shared/ui/signed-in';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { EditRoleDialog } from './edit-role-dialog.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { MembersTable } from './members-table.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

type OpenDialog = { name: 'invite' } | { name: 'edit-role' | 'remove'; member: Member } | null;

interface MembersSectionProps {
  organization: Organization;
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
  onLeft: () => void;
}

export function MembersSection({ organization, waiting = false, onLeft }: MembersSectionProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);

  return (
    <SettingsSection
      title="Members"
      description="Everybody who belongs to the organization, with what they may do."
      actions={
        <Button size="sm" onClick={() => setDialog({ name: 'invite' })}>
          <UserPlus size={16} aria-hidden /> Invite Member
        </Button>
      }
    >
      <MembersTable
        organizationId={organization.id}
        waiting={waiting}
        onEditRole={(member) => setDialog({ name: 'edit-role', member })}
        onRemove={(member) => setDialog({ name: 'remove', member })}
      />
      {dialog?.name === 'invite' ? (
        <InviteMemberDialog organization={organization} onClose={close} />
      ) : null}
      {dialog?.name === 'edit-role' ? (
        <EditRoleDialog organization={organization} member={dialog.member} onClose={close} />
      ) : null}
      {dialog?.name === 'remove' ? (
        <RemoveMemberDialog
          organization={organization}
          member={dialog.member}
          onLeft={onLeft}
          onClose={close}
        />
      ) : null}
    </SettingsSection>
  );
}
