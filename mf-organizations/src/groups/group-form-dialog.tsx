import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import type { Group, Organization } from '@carrel/shared/contract';
import { Stack, TextField, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { createGroup, updateGroup } from '../data/groups.api.ts';
import { changesOf, formOf, groupResolver, inputOf } from './group-form.ts';
import type { GroupForm } from './group-form.ts';
import { PeopleField } from './people-field.tsx';

interface GroupFormDialogProps {
  organization: Organization;
  /** The group that is changed; absent for a new one. */
  group?: Group;
  onClose: () => void;
}

export function GroupFormDialog({ organization, group, onClose }: GroupFormDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<GroupForm>({ resolver: groupResolver, defaultValues: formOf(group) });
  const { errors, isSubmitting, isDirty } = form.formState;
  const isNew = group === undefined;

  const saving = useMutation({
    mutationFn: (input: GroupForm) =>
      isNew
        ? createGroup(organization.id, inputOf(input))
        : updateGroup(organization.id, group.id, changesOf(group, input)),
    onSuccess: () => {
      toast.success(isNew ? 'Group created' : 'Group updated');
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.groups(organization.id) });
    },
  });
  const submit = useSubmit(form, {
    send: saving.mutateAsync,
    onFailed: (error) =>
      toast.error(messageOf(error, isNew ? 'Failed to create group' : 'Failed to update group')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={isNew ? 'Create Group' : 'Edit group'}
      submitLabel={isNew ? 'Create Group' : 'Save changes'}
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
      disabled={!isNew && !isDirty}
    >
      <Stack gap="4">
        <TextField
          label="Name"
          placeholder="What these people do, such as Legal"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <PeopleField organizationId={organization.id} groupId={group?.id} form={form} />
      </Stack>
    </FormDialog>
  );
}
