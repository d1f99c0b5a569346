import { useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';

import { OrganizationFormDialog } from './organization-form-dialog.tsx';
import { createOrganization } from './organizations.api.ts';
import { useReloadOrganizations } from './use-reload-organizations.ts';

interface CreateOrganizationDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Creates an organization and selects it as soon as the person's list has it. */
export function CreateOrganizationDialog({ open, onClose }: CreateOrganizationDialogProps) {
  const { selectOrganizationWhenListed } = useShell();
  const reloadOrganizations = useReloadOrganizations();
  if (!open) return null;

  return (
    <OrganizationFormDialog
      title="Create organization"
      submitLabel="Create organization"
      initial={{ name: '', description: '' }}
      save={async ({ name, description }) => {
        const { id } = await createOrganization(
          description === '' ? { name } : { name, description },
        );
        toast.success('Organization created successfully!');
        onClose();
        selectOrganizationWhenListed(id);
        await reloadOrganizations();
      }}
      fallback="Failed to create organization. Please try again."
      onClose={onClose}
    />
  );
}
