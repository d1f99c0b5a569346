import type { Member } from '@carrel/shared/contract';
import { Button, CheckboxField, Flex, Stack, Text } from '@carrel/shared/ui';
import { SearchableList } from '@carrel/shared/ui/signed-in';
import { useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { memberName } from '../data/member-name.ts';
import { peopleText } from './people-text.ts';

/** Checkboxes rendered at once. An organization may have thousands of members. */
const STEP = 100;

interface ChoosePeopleProps {
  members: readonly Member[];
  /** Accounts that are listed before all others; the same array at each render. */
  first: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The members of an organization as checkboxes, with a filter. */
export function ChoosePeople({ members, first, chosen, onChange }: ChoosePeopleProps) {
  const [filter, setFilter] = useState('');
  const people = useMemo(() => withFirst(members, new Set(first)), [members, first]);
  const shared = useMemo(() => sharedNames(members), [members]);
  const isChosen = new Set(chosen);
  const toggle = (id: string) =>
    onChange(isChosen.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);

  return (
    <Stack as="fieldset" gap="2" minWidth="0" aria-label="People" onKeyDown={keepFilterFromSending}>
      <Flex justify="space-between" gap="3" fontSize="sm">
        <Text fontWeight="medium">People</Text>
        <Text color="fg.muted">{peopleText(chosen.length)} chosen</Text>
      </Flex>
      <SearchableList
        searchLabel="Filter people"
        search={filter}
        onSearch={setFilter}
        rows={people}
        textOf={memberName}
        plural="people"
        renderNothing={() => <Text color="fg.muted">No member has this name.</Text>}
      >
        {(found = []) => (
          <Checkboxes people={found} isChosen={isChosen} shared={shared} onToggle={toggle} />
        )}
      </SearchableList>
    </Stack>
  );
}

interface CheckboxesProps {
  people: readonly Member[];
  isChosen: ReadonlySet<string>;
  shared: ReadonlySet<string>;
  onToggle: (accountId: string) => void;
}

function Checkboxes({ people, isChosen, shared, onToggle }: CheckboxesProps) {
  const [shown, setShown] = useState(STEP);
  return (
    <Stack gap="2" maxHeight="14rem" overflowY="auto" p="1">
      {people.slice(0, shown).map((member) => {
        const name = memberName(member);
        const { id } = member.account;
        return (
          <CheckboxField
            key={id}
            label={name}
            description={shared.has(name) ? id : undefined}
            checked={isChosen.has(id)}
            onChange={() => onToggle(id)}
          />
        );
      })}
      {people.length > shown && (
        <Button size="sm" alignSelf="start" onClick={() => setShown(shown + STEP)}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

/** Whoever changes a group sees who is in it without a search. */
const withFirst = (members: readonly Member[], first: ReadonlySet<string>) => [
  ...members.filter(({ account }) => first.has(account.id)),
  ...members.filter(({ account }) => !first.has(account.id)),
];

/** Returns the names that several members have: their ids tell them apart. */
function sharedNames(members: readonly Member[]): ReadonlySet<string> {
  const shared = new Set<string>();
  const seen = new Set<string>();
  for (const name of members.map(memberName)) (seen.has(name) ? shared : seen).add(name);
  return shared;
}

/** Enter in the filter must not save the group. */
function keepFilterFromSending(event: KeyboardEvent) {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.type === 'search') {
    event.preventDefault();
  }
}
