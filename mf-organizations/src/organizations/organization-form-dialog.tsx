import { messageOf, useSubmit } from '@carrel/shared/api';
import { createOrganizationInputSchema } from '@carrel/shared/contract';
import type { CreateOrganizationInput, Organization } from '@carrel/shared/contract';
import { useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import {
  DescriptionFormDialog,
  changedDescription,
  newDescription,
  useDescriptionForm,
} from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { createOrganization, updateOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

interface OrganizationFormDialogProps {
  /** The organization to change; without one a new one is created. */
  organization?: Organization;
  onClose: () => void;
}

/** Creates an organization, which is selected as soon as the user's list has it, or changes one. */
export function OrganizationFormDialog({ organization, onClose }: OrganizationFormDialogProps) {
  const { selectOrganizationWhenListed } = useShell();
  const reloadOrganizations = useReloadOrganizations();
  const { form, fields } = useDescriptionForm(createOrganizationInputSchema, organization);
  const save = useMutation({
    mutationFn: async (input: CreateOrganizationInput) => {
      if (organization === undefined) return createOrganization(newDescription(input));
      await updateOrganization(organization.id, changedDescription(organization, input));
      return null;
    },
    onSuccess: (created) => {
      toast.success(`Organization ${created ? 'created' : 'updated'} successfully!`);
      onClose();
      if (created) selectOrganizationWhenListed(created.id);
      return reloadOrganizations();
    },
  });
  const submit = useSubmit(form, {
    send: save.mutateAsync,
    onFailed: (error) =>
      toast.error(
        messageOf(
          error,
          `Failed to ${organization ? 'update' : 'create'} organization. Please try again.`,
        ),
      ),
  });
  return (
    <DescriptionFormDialog
      {...fields}
      open
      onClose={onClose}
      title={organization ? 'Edit organization' : 'Create organization'}
      submitLabel={organization ? 'Save changes' : 'Create organization'}
      onSubmit={submit}
      name={{ autoComplete: 'organization', ...fields.name }}
    />
  );
}
