import { describeFailure } from '@carrel/shared/api';
import { ACCESS_ROLES } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, Stack, Text, TextField } from '@carrel/shared/ui';
import { findRows, SelectField, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';

import type { Named, PersonOrGroup } from './access-draft.ts';
import { groupsQuery, membersQuery } from './access.queries.ts';
import { candidatesOf } from './candidates.ts';
import { PersonOrGroupName } from './person-or-group-name.tsx';

interface AddNamedProps {
  /** Those who are named already. */
  entries: readonly Named[];
  onAdd: (named: Named) => void;
}

/** Matches that are listed at once. */
const SHOWN = 6;
const ROLES = ACCESS_ROLES.map((value) => ({ value, label: value }));
const textOf = ({ name }: PersonOrGroup) => name;

/** Finds people and groups of the organization by their names, and names them with a role. */
export function AddNamed({ entries, onAdd }: AddNamedProps) {
  const organizationId = useOrganizationId();
  const groups = useQuery(groupsQuery(organizationId));
  const members = useQuery(membersQuery(organizationId));
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string>('Reader');
  const field = useRef<HTMLInputElement>(null);
  // What is typed is shown at once; the matches follow.
  const searched = useDeferredValue(search);
  const candidates = useMemo(
    () => groups.data && members.data && candidatesOf(groups.data.groups, members.data.members),
    [groups.data, members.data],
  );
  const found = useMemo(() => {
    const named = new Set(entries.map(({ id }) => id));
    const left = candidates?.filter(({ id }) => !named.has(id)) ?? [];
    return findRows(left, searched, textOf);
  }, [candidates, entries, searched]);

  if (candidates === undefined) {
    const failed = [groups, members].filter(({ isError }) => isError);
    if (failed.length === 0) return <Skeleton height="8rem" />;
    return (
      <ErrorState
        title="Failed to load people and groups"
        {...describeFailure(failed[0]?.error)}
        retryLabel="Try again"
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    );
  }
  const add = (one: PersonOrGroup) => {
    onAdd({ ...one, role });
    setSearch('');
    // The button goes with its row.
    field.current?.focus();
  };
  return (
    <Stack as="fieldset" gap="2" minWidth="0" aria-label="Add people and groups">
      <Flex wrap="wrap" gap="3">
        <Box flex="1 1 12rem" minWidth="0">
          <TextField
            ref={field}
            label="Find people and groups"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Box>
        <Box flex="0 1 10rem">
          <SelectField
            label="Role to add with"
            options={ROLES}
            value={role}
            onChange={({ target }) => setRole(target.value)}
          />
        </Box>
      </Flex>
      {found.length > 0 && (
        <Box as="ul" aria-label="Matches" listStyleType="none">
          {found.slice(0, SHOWN).map((one) => (
            <Flex as="li" key={one.id} align="center" gap="2" py="1">
              <PersonOrGroupName {...one} />
              <Button size="sm" aria-label={`Add ${one.name}`} onClick={() => add(one)}>
                Add
              </Button>
            </Flex>
          ))}
        </Box>
      )}
      <Text asChild fontSize="xs" color="fg.muted">
        <output>{summaryOf(found.length, searched)}</output>
      </Text>
    </Stack>
  );
}

/** Returns what the list of matches does not say. */
function summaryOf(count: number, searched: string): string | undefined {
  if (count > SHOWN) {
    const all = count.toLocaleString('en-US');
    return `${SHOWN} of ${all} are shown. Type more of a name to find others.`;
  }
  if (count > 0) return undefined;
  return searched.trim() === ''
    ? 'Everybody is named already.'
    : `Nobody who is not named yet has "${searched.trim()}" in their name.`;
}
