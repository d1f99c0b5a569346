import { ACCESS_ENTRIES_MAX } from '@carrel/shared/contract';
import type { Access } from '@carrel/shared/contract';
import { Button, CheckboxField, Flex, Stack, Text } from '@carrel/shared/ui';
import { useMemo, useState } from 'react';

import { AccessChoice } from './access-choice.tsx';
import { draftOf, fenceFault, isSameAccess, withPerson } from './access-draft.ts';
import type { AccessDraft } from './access-draft.ts';
import { ROLES_HINTS } from './access-labels.ts';
import type { AccessObject } from './access-object.ts';
import { AccessRequests } from './requests/access-requests.tsx';
import { AddNamed } from './add-named.tsx';
import { FenceField } from './fence-field.tsx';
import { NamedList } from './named-list.tsx';
import { useSaveAccess } from './use-save-access.ts';

interface AccessFormProps {
  object: AccessObject;
  access: Access;
}

/** Changes who may see a dataset or workspace. */
export function AccessForm({ object, access }: AccessFormProps) {
  const saved = useMemo(() => draftOf(access), [access]);
  // Undefined while it says what is saved: then what others change is shown.
  const [chosen, setChosen] = useState<AccessDraft>();
  const isChanged = chosen !== undefined && !isSameAccess(saved, chosen);
  if (chosen !== undefined && !isChanged) setChosen(undefined);
  const draft = chosen ?? saved;
  const { save, isSaving, dialog } = useSaveAccess(object);
  return (
    <Stack gap="4">
      {access.requests.length > 0 && (
        <AccessRequests
          object={object}
          requests={access.requests}
          // What is chosen and not saved yet names the person too: saved, it would take the access back.
          onGranted={(person) => setChosen((now) => now && withPerson(now, person))}
        />
      )}
      <AccessChoice
        kind={object.kind}
        value={draft.access}
        onChange={(to) => setChosen({ ...draft, access: to })}
      />
      {draft.access === 'named' && (
        <>
          <NamedList
            entries={draft.entries}
            onChange={(entries) => setChosen({ ...draft, entries })}
          />
          <Text fontSize="sm" color="fg.muted">
            {ROLES_HINTS[object.kind]}
          </Text>
          {draft.entries.length < ACCESS_ENTRIES_MAX ? (
            <AddNamed
              entries={draft.entries}
              onAdd={(named) => setChosen({ ...draft, entries: [...draft.entries, named] })}
            />
          ) : (
            <Text fontSize="sm" color="fg.muted">
              {`At most ${ACCESS_ENTRIES_MAX} people and groups can be named. Name a group in place of its people.`}
            </Text>
          )}
          <CheckboxField
            label="People who have its link can ask for access"
            description={`Members of the organization who open a link to this ${object.kind} see its name and can ask. Otherwise it does not exist for them.`}
            checked={draft.known}
            onChange={({ target }) => setChosen({ ...draft, known: target.checked })}
          />
        </>
      )}
      {object.kind === 'dataset' && (
        <FenceField
          value={draft.fence}
          error={fenceFault(draft)}
          onChange={(fence) => setChosen({ ...draft, fence })}
        />
      )}
      <Flex justify="flex-end">
        <Button
          variant="primary"
          loading={isSaving}
          disabled={!isChanged || fenceFault(draft) !== undefined}
          onClick={() => save(saved, draft)}
        >
          Save access
        </Button>
      </Flex>
      {dialog}
    </Stack>
  );
}
