import { messageOf, useSubmit } from '@carrel/shared/api';
import { addDomainInputSchema } from '@carrel/shared/contract/sign-in';
import type { Organization } from '@carrel/shared/contract';
import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { TextField, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { addDomain } from '../../data/domains.api.ts';

interface AddDomainDialogProps {
  organization: Organization;
  onClose: () => void;
  onChanged: () => Promise<void>;
  onAdded: (domain: OrganizationDomain) => void;
}

export function AddDomainDialog(props: AddDomainDialogProps) {
  const { organization, onClose, onChanged, onAdded } = props;
  const form = useForm({
    resolver: valibotResolver(addDomainInputSchema),
    defaultValues: { domain: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async ({ domain }) => {
      const added = await addDomain(organization.id, domain);
      onAdded(added);
      await onChanged();
    },
    onFailed: (error) => toast.error(messageOf(error, 'Failed to add domain')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add domain"
      description="Next, you show that it is yours by a record in DNS, or by a mail to its postmaster."
      size="sm"
      submitLabel="Add domain"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <TextField
        label="Domain"
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.domain?.message}
        {...form.register('domain')}
      />
    </FormDialog>
  );
}
