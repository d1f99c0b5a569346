import type { Organization } from '@carrel/shared/contract';
import { SettingsSection } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { isGuest } from '../data/member-name.ts';
import { membersQuery } from '../data/members.queries.ts';
import { GuestsTable } from './members-table.tsx';
import { useMemberDialogs } from './use-member-dialogs.tsx';

interface GuestsSectionProps {
  organization: Organization;
  /** Called when the user removed themselves. */
  onLeft: () => void;
}

/** The guests of an organization; nothing without any. */
export function GuestsSection({ organization, onLeft }: GuestsSectionProps) {
  // The members above have read it: an observer that comes later would read it again.
  const { data } = useQuery({ ...membersQuery(organization.id), enabled: false });
  const { onEditRole, onRemove, dialogs } = useMemberDialogs(organization, onLeft);
  const guests = data?.members.filter(isGuest) ?? [];
  return (
    <>
      {guests.length > 0 && (
        <SettingsSection
          title="Guests"
          description="Each searches and asks one workspace, and sees nothing else of the organization."
        >
          <GuestsTable people={guests} onEditRole={onEditRole} onRemove={onRemove} />
        </SettingsSection>
      )}
      {/* Also of the last guest, who may go while the dialog is open. */}
      {dialogs}
    </>
  );
}
