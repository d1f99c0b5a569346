import type { Email } from '@carrel/shared/contract';
import { Badge, DataTable } from '@carrel/shared/ui/signed-in';
import { Check, Clock, Trash2 } from 'lucide-react';

import type { useCooldowns } from './use-cooldowns.ts';
import { useResendConfirmation } from './use-resend-confirmation.ts';

interface EmailsTableProps {
  emails: readonly Email[];
  cooldowns: ReturnType<typeof useCooldowns>;
  onRemove: (email: Email) => void;
}

const COLUMNS = [
  { key: 'address', header: 'Address', cell: ({ address }: Email) => address },
  {
    key: 'state',
    header: 'Status',
    cell: ({ confirmed }: Email) =>
      confirmed ? (
        <Badge tone="success">
          <Check aria-hidden />
          Confirmed
        </Badge>
      ) : (
        <Badge tone="warning">
          <Clock aria-hidden />
          Unconfirmed
        </Badge>
      ),
  },
];

export function EmailsTable({ emails, cooldowns, onRemove }: EmailsTableProps) {
  const { sending, resend } = useResendConfirmation(cooldowns.start);

  const resendAction = (email: Email) => {
    const seconds = cooldowns.secondsLeft(email.id);
    return {
      label: seconds > 0 ? `Resend in ${seconds}s` : 'Resend confirmation',
      prominent: true,
      disabled: seconds > 0 || sending.includes(email.id),
      onSelect: () => resend(email),
    };
  };

  return (
    <DataTable
      label="Addresses"
      columns={COLUMNS}
      rows={emails}
      rowKey={({ id }) => id}
      actions={(email) => [
        ...(email.confirmed ? [] : [resendAction(email)]),
        {
          label: 'Remove',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onRemove(email),
        },
      ]}
    />
  );
}
