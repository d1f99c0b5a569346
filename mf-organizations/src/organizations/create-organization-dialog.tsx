import { OrganizationFormDialog } from './organization-form-dialog.tsx';

interface CreateOrganizationDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog that the shell opens to create an organization. */
export function CreateOrganizationDialog({ open, onClose }: CreateOrganizationDialogProps) {
  return open ? <OrganizationFormDialog onClose={onClose} /> : null;
}
