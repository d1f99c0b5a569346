import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import type { ApiKey, Organization } from '@carrel/shared/contract';
import { Button, ErrorState } from '@carrel/shared/ui';
import {
  EmptyState,
  SettingsSection,
  TableSkeleton,
  useConfirm,
} from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { revokeApiKey } from '../data/api-keys.api.ts';
import { apiKeysQuery } from '../data/api-keys.queries.ts';
import { ApiKeysTable } from './api-keys-table.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { CreatedKeyDialog } from './created-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Open =
  | { dialog: 'create' }
  | { dialog: 'created'; secret: string }
  | { dialog: 'rotate'; apiKey: ApiKey };

interface ApiKeysSectionProps {
  organization: Organization;
  roleName: string;
}

/** The keys by which programs use an organization. */
export function ApiKeysSection({ organization, roleName }: ApiKeysSectionProps) {
  const keys = useQuery(apiKeysQuery(organization.id));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const revocation = useConfirm((apiKey: ApiKey) => ({
    title: 'Revoke API key',
    name: apiKey.name,
    consequences: [
      'Programs that use this key are refused at once',
      'It cannot be undone: they need a new key',
    ],
    confirmLabel: 'Revoke API key',
    act: () => revokeApiKey(organization.id, apiKey.id),
    done: 'API key revoked',
    failed: (error) => messageOf(error, 'Failed to revoke API key'),
    invalidates: queryKeys.apiKeys(organization.id),
  }));
  const showSecret = (secret: string) => setOpen({ dialog: 'created', secret });
  const create = (
    <Button variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
      <Plus size={16} aria-hidden /> Create API key
    </Button>
  );

  const list = () => {
    if (keys.isPending) {
      return <TableSkeleton label="API keys" columns={['Name', 'Key', 'May']} rows={2} />;
    }
    if (keys.data === undefined) {
      return (
        <ErrorState
          title="Failed to load API keys"
          {...describeFailure(keys.error)}
          retrying={keys.isFetching}
          onRetry={() => void keys.refetch()}
        />
      );
    }
    if (keys.data.keys.length === 0) {
      return (
        <EmptyState
          icon={<KeyRound />}
          title="No API keys"
          description="A key lets a program search, read or write documents of this organization."
        />
      );
    }
    return (
      <ApiKeysTable
        keys={keys.data.keys}
        mayRotate={({ scopes }) => roleName === 'Owner' || !scopes.includes('scim')}
        onRotate={(apiKey) => setOpen({ dialog: 'rotate', apiKey })}
        onRevoke={revocation.ask}
      />
    );
  };

  return (
    <SettingsSection
      title="API keys"
      description="Programs send a key in the Authorization header. It acts as the organization, never as a person."
      actions={create}
    >
      {list()}
      {open?.dialog === 'create' && (
        <CreateKeyDialog
          organization={organization}
          isOwner={roleName === 'Owner'}
          onClose={close}
          onCreated={showSecret}
        />
      )}
      {open?.dialog === 'created' && <CreatedKeyDialog secret={open.secret} onClose={close} />}
      {open?.dialog === 'rotate' && (
        <RotateKeyDialog
          organization={organization}
          apiKey={open.apiKey}
          onClose={close}
          onCreated={showSecret}
        />
      )}
      {revocation.dialog}
    </SettingsSection>
  );
}
