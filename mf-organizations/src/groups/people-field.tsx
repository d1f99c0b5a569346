import { Box, ErrorState, FormMessage, Stack } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';

import { ChoosePeople } from './choose-people.tsx';
import type { GroupForm } from './group-form.ts';
import { useGroupPeople } from './use-group-people.ts';

const NOBODY: readonly string[] = [];

interface PeopleFieldProps {
  organizationId: string;
  /** The group that is changed; absent for a new one. */
  groupId: string | undefined;
  form: UseFormReturn<GroupForm>;
}

/** Who is in a group. The name beside it can be changed while it is loaded. */
export function PeopleField({ organizationId, groupId, form }: PeopleFieldProps) {
  const chosen = useWatch({ control: form.control, name: 'account_ids' });
  const { members, group, failure } = useGroupPeople(organizationId, groupId);
  const before = groupId === undefined ? NOBODY : group?.account_ids;

  if (failure !== undefined) return <ErrorState title="Failed to load people" {...failure} />;
  if (members === undefined || before === undefined) {
    return (
      <Box aria-busy>
        <Skeleton height="20rem" />
      </Box>
    );
  }
  return (
    <Stack gap="2">
      <ChoosePeople
        members={members}
        first={before}
        chosen={chosen ?? before}
        onChange={(ids) => form.setValue('account_ids', ids, { shouldDirty: true })}
      />
      <FormMessage>{form.formState.errors.account_ids?.message}</FormMessage>
    </Stack>
  );
}
