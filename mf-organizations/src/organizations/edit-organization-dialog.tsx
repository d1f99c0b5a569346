import type { Organization } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';

import { OrganizationFormDialog } from './organization-form-dialog.tsx';
import { updateOrganization } from './organizations.api.ts';
import { useReloadOrganizations } from './use-reload-organizations.ts';

interface EditOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const reloadOrganizations = useReloadOrganizations();
  const before = organization.description ?? '';

  return (
    <OrganizationFormDialog
      title="Edit organization"
      submitLabel="Save changes"
      initial={{ name: organization.name, description: before }}
      save={async ({ name, description }) => {
        await updateOrganization(organization.id, {
          name,
          ...changedDescription(before, description),
        });
        toast.success('Organization updated successfully!');
        onClose();
        await reloadOrganizations();
      }}
      fallback="Failed to update organization. Please try again."
      onClose={onClose}
    />
  );
}

/** An empty description is left out, unless there was one: then only null takes it away. */
function changedDescription(before: string, after: string): { description?: string | null } {
  if (after !== '') return { description: after };
  return before === '' ? {} : { description: null };
}
