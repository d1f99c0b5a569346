import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import type { InviteMemberInput, Organization } from '@carrel/shared/contract';
import { Stack, TextField, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClipboardEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { inviteMember } from '../data/members.api.ts';
import { addressesIn, GUEST_CHOICE, inviteFormSchema } from './invited-addresses.ts';
import type { InviteForm } from './invited-addresses.ts';
import { WorkspaceField } from './workspace-field.tsx';

interface InviteMemberDialogProps {
  organization: Organization;
  onClose: () => void;
}

const FAILED = 'Failed to invite member';

/** What the server is asked to invite people as. A guest is a Viewer of one workspace. */
function invitedAs(
  { roles }: Organization,
  { role_id, workspace_id }: Pick<InviteForm, 'role_id' | 'workspace_id'>,
): Pick<InviteMemberInput, 'role_id' | 'workspace_id'> {
  if (role_id !== GUEST_CHOICE) return { role_id };
  return { role_id: roles.find(({ name }) => name === 'Viewer')?.id ?? '', workspace_id };
}

/** Those who could not be invited, with what the server said of the first of them. */
class NotInvited extends Error {
  readonly addresses: readonly string[];
  constructor(addresses: readonly string[], message: string) {
    super(message);
    this.addresses = addresses;
  }
}

export function InviteMemberDialog({ organization, onClose }: InviteMemberDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(inviteFormSchema),
    defaultValues: { email_address: '', role_id: '', workspace_id: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const role = useWatch({ control: form.control, name: 'role_id' });

  /** Invites one after the other. Those who could not be invited stay in the form. */
  const inviteAll = async ({ email_address: addresses, ...choice }: InviteForm) => {
    const as = invitedAs(organization, choice);
    const failed: { address: string; error: unknown }[] = [];
    for (const address of addresses) {
      await inviteMember(organization.id, { email_address: address, ...as }).catch(
        (error: unknown) => failed.push({ address, error }),
      );
    }
    const [first] = failed;
    if (first === undefined) return addresses.length;
    if (addresses.length === 1) throw first.error;
    throw new NotInvited(
      failed.map(({ address }) => address),
      `${first.address}: ${messageOf(first.error, FAILED)}`,
    );
  };

  const invite = useMutation({
    mutationFn: inviteAll,
    onSuccess: (count) => {
      toast.success(
        count === 1 ? 'Member invitation sent successfully' : `${count} member invitations sent`,
      );
      onClose();
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: queryKeys.invitations(organization.id) }),
  });
  const submit = useSubmit(form, {
    send: invite.mutateAsync,
    onFailed: (error) => {
      if (!(error instanceof NotInvited)) {
        toast.error(messageOf(error, FAILED));
        return;
      }
      const sent = addressesIn(form.getValues('email_address')).length - error.addresses.length;
      if (sent > 0) toast.success(`${sent === 1 ? '1 invitation' : `${sent} invitations`} sent`);
      form.setValue('email_address', error.addresses.join(', '));
      form.setError('email_address', { message: error.message }, { shouldFocus: true });
    },
  });

  /** A field of one line would join the lines of a pasted list. */
  const pasteList = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    const list = [...addressesIn(form.getValues('email_address')), ...addressesIn(text)];
    form.setValue('email_address', list.join(', '), { shouldDirty: true });
  };

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
          hint="Several people: separate their addresses by commas, or paste a list."
          error={errors.email_address?.message}
          onPaste={pasteList}
          {...form.register('email_address')}
        />
        <SelectField
          label="Role"
          options={[
            ...organization.roles.map(({ id, name }) => ({ value: id, label: name })),
            { value: GUEST_CHOICE, label: 'Guest of a workspace' },
          ]}
          placeholder="Choose a role"
          required
          error={errors.role_id?.message}
          {...form.register('role_id')}
        />
        {role === GUEST_CHOICE && (
          <WorkspaceField
            organizationId={organization.id}
            error={errors.workspace_id?.message}
            {...form.register('workspace_id')}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
