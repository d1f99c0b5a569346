import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Passkey } from '@carrel/shared/contract/sign-in';
import { Button, ErrorState } from '@carrel/shared/ui';
import { DataTable, EmptyState, SettingsSection, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PASSKEY_COLUMNS } from './passkey-columns.tsx';
import { passkeysQuery } from '../data/passkeys.queries.ts';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

interface PasskeysSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the user; nothing on servers that have none. */
export function PasskeysSection({ waiting = false }: PasskeysSectionProps) {
  const passkeys = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (isApiError(passkeys.error) && passkeys.error.status === 404) return null;

  const list = () => {
    if (waiting || passkeys.isPending) {
      return (
        <TableSkeleton
          label="Passkeys"
          columns={PASSKEY_COLUMNS.map(({ header }) => header)}
          rows={1}
        />
      );
    }
    if (passkeys.data === undefined) {
      return (
        <ErrorState
          title="Failed to load passkeys"
          {...describeFailure(passkeys.error)}
          retrying={passkeys.isFetching}
          onRetry={() => void passkeys.refetch()}
        />
      );
    }
    if (passkeys.data.length === 0) {
      return (
        <EmptyState
          icon={<Fingerprint />}
          title="No passkeys"
          description="With a passkey you sign in by your fingerprint, face or PIN. Nothing has to be typed, and no other site can ask for it."
        />
      );
    }
    return (
      <DataTable
        label="Passkeys"
        columns={PASSKEY_COLUMNS}
        rows={passkeys.data}
        rowKey={({ id }) => id}
        actions={(passkey) => [
          {
            label: 'Rename',
            prominent: true,
            onSelect: () => setOpen({ dialog: 'rename', passkey }),
          },
          {
            label: 'Remove',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setOpen({ dialog: 'remove', passkey }),
          },
        ]}
      />
    );
  };

  return (
    <SettingsSection
      // A new element: the skeleton's one must not be seen to move.
      key={waiting ? 'waiting' : 'here'}
      title="Passkeys"
      description="Sign in without your password. Add one on each device that does not sync with the others."
      actions={
        !waiting &&
        passkeys.data !== undefined && (
          <Button onClick={() => setOpen({ dialog: 'add' })}>
            <Plus size={16} aria-hidden /> Add passkey
          </Button>
        )
      }
    >
      {list()}
      {open?.dialog === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.dialog === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
    </SettingsSection>
  );
}
