import { createGroupInputSchema } from '@carrel/shared/contract';
import type { CreateGroupInput, Group, UpdateGroupInput } from '@carrel/shared/contract';
import { valibotResolver } from '@hookform/resolvers/valibot';
import * as v from 'valibot';

const { name, account_ids: accountIds } = createGroupInputSchema.entries;

/** What the form holds; its people are null until somebody chooses. */
const formSchema = v.object({ name, account_ids: v.nullable(accountIds.wrapped) });

export type GroupForm = v.InferInput<typeof formSchema>;

export const groupResolver = valibotResolver(formSchema);

export const formOf = (group?: Group): GroupForm => ({
  name: group?.name ?? '',
  account_ids: null,
});

export const inputOf = ({ name, account_ids }: GroupForm): CreateGroupInput => ({
  name,
  account_ids: account_ids ?? [],
});

/** Returns what has changed: what another person changed meanwhile stays otherwise. */
export const changesOf = (group: Group, { name, account_ids }: GroupForm): UpdateGroupInput => ({
  ...(name !== group.name && { name }),
  ...(account_ids !== null && { account_ids }),
});
