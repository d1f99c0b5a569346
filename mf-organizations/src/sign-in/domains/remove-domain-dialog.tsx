import { messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { removeDomain } from '../../data/domains.api.ts';

interface RemoveDomainDialogProps {
  organization: Organization;
  domain: OrganizationDomain;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

export function RemoveDomainDialog(props: RemoveDomainDialogProps) {
  const { organization, domain, onClose, onChanged } = props;
  const removal = useMutation({
    mutationFn: () => removeDomain(organization.id, domain.id),
    onSuccess: async () => {
      toast.success('Domain removed');
      onClose();
      await onChanged();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to remove domain')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Remove domain"
      name={domain.domain}
      consequences={
        domain.verified_at === null
          ? ['It can be added again, with another record']
          : [
              'People with an address of it can no longer sign in with single sign-on',
              'People without a password have to reset theirs to sign in',
            ]
      }
      confirmLabel="Remove domain"
      pending={removal.isPending}
    />
  );
}
