import { describeFailure, isApiError, messageOf } from '@carrel/shared/api';
import type { Passkey } from '@carrel/shared/contract/sign-in';
import { Button, ErrorState } from '@carrel/shared/ui';
import {
  DataTable,
  EmptyState,
  SettingsSection,
  TableSkeleton,
  useConfirm,
} from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PASSKEY_COLUMNS } from './passkey-columns.tsx';
import { removePasskey } from '../data/passkeys.api.ts';
import { passkeysQuery, useReloadPasskeys } from '../data/passkeys.queries.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

interface PasskeysSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

type Open = { dialog: 'add' } | { dialog: 'rename'; passkey: Passkey };

/** The passkeys of the user; nothing on servers that have none. */
export function PasskeysSection({ waiting = false }: PasskeysSectionProps) {
  const passkeys = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const removal = useRemoval();
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
            onSelect: () => removal.ask(passkey),
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
      {removal.dialog}
    </SettingsSection>
  );
}

/** Asks before a passkey is removed. */
function useRemoval() {
  const reload = useReloadPasskeys();
  return useConfirm((passkey: Passkey) => ({
    title: 'Remove passkey',
    name: passkey.name,
    consequences: [
      'It does not sign in any more, at once',
      'Your device may still offer it: delete it there too',
      'Browsers that it signed in stay signed in',
    ],
    confirmLabel: 'Remove passkey',
    act: () => removePasskey(passkey.id),
    done: 'Passkey removed',
    failed: (error) => messageOf(error, 'Failed to remove the passkey'),
    after: reload,
  }));
}
