import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { PROVISIONED_ROLES } from '@carrel/shared/contract/sign-in';
import type { Organization } from '@carrel/shared/contract';
import type { ProvisionedRole } from '@carrel/shared/contract/sign-in';
import { toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

/** Of a select, nothing chosen. */
const NONE = '';

interface ChooseRoleDialogProps {
  organization: Organization;
  title: string;
  hint: string;
  /** The role now; null for none. */
  role: string | null;
  /** The words for no role, where there may be none. */
  none?: string;
  change: (role: ProvisionedRole | null) => Promise<unknown>;
  onClose: () => void;
}

/** Chooses which role the directory gives. */
export function ChooseRoleDialog(props: ChooseRoleDialogProps) {
  const { organization, title, hint, role, none, change, onClose } = props;
  const queryClient = useQueryClient();
  const reloadOrganizations = useReloadOrganizations();
  const form = useForm({ defaultValues: { role: role ?? NONE } });
  const { isSubmitting, isDirty } = form.formState;
  const chosen = useWatch({ control: form.control, name: 'role' });

  const changing = useMutation({
    mutationFn: (input: { role: string }) =>
      change(PROVISIONED_ROLES.find((name) => name === input.role) ?? null),
    onSuccess: async () => {
      toast.success('Role changed');
      onClose();
      const { id } = organization;
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.provisioning(id) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.members(id) }),
        reloadOrganizations(),
      ]);
    },
  });
  const submit = useSubmit(form, {
    send: changing.mutateAsync,
    onFailed: (error) => toast.error(messageOf(error, 'Failed to change the role')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submitLabel="Change role"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
      disabled={chosen === (role ?? NONE)}
    >
      <SelectField
        label="Role"
        hint={hint}
        placeholder={none}
        options={PROVISIONED_ROLES.map((name) => ({ value: name, label: name }))}
        {...form.register('role')}
      />
    </FormDialog>
  );
}
