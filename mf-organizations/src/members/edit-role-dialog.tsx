import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { changeRoleInputSchema } from '@carrel/shared/contract';
import type { ChangeRoleInput, Member, Organization } from '@carrel/shared/contract';
import { useCurrentUser } from '@carrel/shared/shell';
import { Stack, Text, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { useReloadOrganizations } from '../data/use-reload-organizations.ts';
import { isGuest, memberName } from '../data/member-name.ts';
import { changeRole } from '../data/members.api.ts';

interface EditRoleDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

export function EditRoleDialog({ organization, member, onClose }: EditRoleDialogProps) {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const reloadOrganizations = useReloadOrganizations();
  const form = useForm({
    resolver: valibotResolver(changeRoleInputSchema),
    defaultValues: { role_id: member.role.id },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const chosen = useWatch({ control: form.control, name: 'role_id' });

  const change = useMutation({
    mutationFn: (input: ChangeRoleInput) => changeRole(organization.id, member.account.id, input),
    onSuccess: async () => {
      toast.success('Member role updated successfully');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.members(organization.id) });
      if (member.account.id === user.id) await reloadOrganizations();
    },
  });
  const submit = useSubmit(form, {
    send: change.mutateAsync,
    onFailed: (error) => toast.error(messageOf(error, 'Failed to update member role')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit role of ${memberName(member)}`}
      submitLabel="Update role"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
      // A guest becomes a member by each role, that of a Viewer too.
      disabled={!isGuest(member) && chosen === member.role.id}
    >
      <Stack gap="4">
        <SelectField
          label="Role"
          options={organization.roles.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={member.role.id}
          error={errors.role_id?.message}
          {...form.register('role_id')}
        />
        {isGuest(member) && (
          <Text fontSize="sm" color="fg.muted">
            With a role, the guest becomes a member and sees what members see.
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}
