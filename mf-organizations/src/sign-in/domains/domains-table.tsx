import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { DataTable, RelativeTime, StatusBadge } from '@carrel/shared/ui/signed-in';
import { BadgeCheck, CircleCheck, CircleDashed, Trash2 } from 'lucide-react';

interface DomainsTableProps {
  domains: readonly OrganizationDomain[];
  onVerify: (domain: OrganizationDomain) => void;
  onRemove: (domain: OrganizationDomain) => void;
}

const COLUMNS = [
  { key: 'domain', header: 'Domain', cell: ({ domain }: OrganizationDomain) => domain },
  {
    key: 'state',
    header: 'State',
    cell: ({ verified_at: at }: OrganizationDomain) =>
      at === null ? (
        <StatusBadge icon={<CircleDashed />} label="Not verified" tone="neutral" />
      ) : (
        <StatusBadge icon={<CircleCheck />} label="Verified" tone="success" />
      ),
  },
  {
    key: 'added',
    header: 'Added',
    cell: ({ created_at: at }: OrganizationDomain) => <RelativeTime value={at} />,
  },
];

export function DomainsTable({ domains, onVerify, onRemove }: DomainsTableProps) {
  return (
    <DataTable
      label="Domains"
      columns={COLUMNS}
      rows={domains}
      rowKey={({ id }) => id}
      actions={(domain) => [
        ...(domain.verified_at === null
          ? [
              {
                label: 'Verify',
                icon: <BadgeCheck aria-hidden />,
                onSelect: () => onVerify(domain),
              },
            ]
          : []),
        {
          label: 'Remove',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onRemove(domain),
        },
      ]}
    />
  );
}
