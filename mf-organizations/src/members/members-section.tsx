import type { Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { SettingsSection } from '@carrel/shared/ui/signed-in';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { LazyInviteMemberDialog } from './lazy-invite-member-dialog.ts';
import { MembersTable } from './members-table.tsx';
import { useMemberDialogs } from './use-member-dialogs.tsx';

interface MembersSectionProps {
  organization: Organization;
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
  /** Called when the user removed themselves. */
  onLeft: () => void;
}

export function MembersSection({ organization, waiting = false, onLeft }: MembersSectionProps) {
  const [inviting, setInviting] = useState(false);
  const { onEditRole, onRemove, dialogs } = useMemberDialogs(organization, onLeft);

  return (
    <SettingsSection
      title="Members"
      description="Everybody who belongs to the organization, with what they may do."
      actions={
        <Button
          size="sm"
          onClick={() => setInviting(true)}
          onPointerEnter={LazyInviteMemberDialog.preload}
        >
          <UserPlus size={16} aria-hidden /> Invite Member
        </Button>
      }
    >
      <MembersTable
        organizationId={organization.id}
        waiting={waiting}
        onEditRole={onEditRole}
        onRemove={onRemove}
      />
      {inviting ? (
        <LazyInviteMemberDialog organization={organization} onClose={() => setInviting(false)} />
      ) : null}
      {dialogs}
    </SettingsSection>
  );
}
