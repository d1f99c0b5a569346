import { describeFailure, isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { Button, ErrorState } from '@carrel/shared/ui';
import {
  EmptyState,
  SettingsSection,
  TableSkeleton,
  useConfirm,
} from '@carrel/shared/ui/signed-in';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';

import { AddDomainDialog } from './add-domain-dialog.tsx';
import { domainsQuery, removeDomain } from '../../data/domains.api.ts';
import { DomainsTable } from './domains-table.tsx';
import { VerifyDomainDialog } from './verify-domain-dialog.tsx';

type Open = { dialog: 'add' } | { dialog: 'verify'; domain: OrganizationDomain; isNew?: boolean };

/** The domains of e-mail addresses that an organization says are its own. */
export function DomainsPanel({ organization }: { organization: Organization }) {
  const domains = useQuery(domainsQuery(organization.id));
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.domains(organization.id) });
  const removal = useConfirm((domain: OrganizationDomain) => ({
    title: 'Remove domain',
    name: domain.domain,
    consequences:
      domain.verified_at === null
        ? ['It can be added again, with another record']
        : [
            'People with an address of it can no longer sign in with single sign-on',
            'People without a password have to reset theirs to sign in',
          ],
    confirmLabel: 'Remove domain',
    act: () => removeDomain(organization.id, domain.id),
    done: 'Domain removed',
    failed: (error) => messageOf(error, 'Failed to remove domain'),
    after: reload,
  }));

  // A server that knows no domains.
  if (isApiError(domains.error) && domains.error.status === 404) return null;

  const list = () => {
    if (domains.isPending)
      return <TableSkeleton label="Domains" columns={['Domain', 'State']} rows={2} />;
    if (domains.data === undefined) {
      return (
        <ErrorState
          title="Failed to load domains"
          {...describeFailure(domains.error)}
          retrying={domains.isFetching}
          onRetry={() => void domains.refetch()}
        />
      );
    }
    if (domains.data.domains.length === 0) {
      return (
        <EmptyState
          icon={<Globe />}
          title="No domains"
          description="Verify the domain of your email addresses, so that their owners can sign in with your organization."
        />
      );
    }
    return (
      <DomainsTable
        domains={domains.data.domains}
        onVerify={(domain) => setOpen({ dialog: 'verify', domain })}
        onRemove={removal.ask}
      />
    );
  };

  const shared = { organization, onClose: close, onChanged: reload };
  return (
    <SettingsSection
      title="Domains"
      description="People with an address of a verified domain belong to your organization."
      actions={
        <Button variant="primary" onClick={() => setOpen({ dialog: 'add' })}>
          <Plus size={16} aria-hidden /> Add domain
        </Button>
      }
    >
      {list()}
      {open?.dialog === 'add' && (
        <AddDomainDialog
          {...shared}
          onAdded={(domain) => setOpen({ dialog: 'verify', domain, isNew: true })}
        />
      )}
      {open?.dialog === 'verify' && (
        <VerifyDomainDialog {...shared} domain={open.domain} isNew={open.isNew ?? false} />
      )}
      {removal.dialog}
    </SettingsSection>
  );
}
