import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { inviteMemberInputSchema } from '@carrel/shared/contract';
import type { InviteMemberInput, Organization } from '@carrel/shared/contract';
import { Stack, TextField, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { inviteMember } from '../data/members.api.ts';

interface InviteMemberDialogProps {
  organization: Organization;
  onClose: () => void;
}

export function InviteMemberDialog({ organization, onClose }: InviteMemberDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(inviteMemberInputSchema),
    defaultValues: { email_address: '', role_id: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const invite = useMutation({
    mutationFn: (input: InviteMemberInput) => inviteMember(organization.id, input),
    onSuccess: () => {
      toast.success('Member invitation sent successfully');
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.invitations(organization.id) });
    },
  });
  const submit = useSubmit(form, {
    send: invite.mutateAsync,
    onFailed: (error) => toast.error(messageOf(error, 'Failed to invite member')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Invite member"
      submitLabel="Send invitation"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <Stack gap="4">
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          required
          error={errors.email_address?.message}
          {...form.register('email_address')}
        />
        <SelectField
          label="Role"
          options={organization.roles.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Choose a role"
          required
          error={errors.role_id?.message}
          {...form.register('role_id')}
        />
      </Stack>
    </FormDialog>
  );
}
