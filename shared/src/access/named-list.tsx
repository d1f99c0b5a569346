import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { useRef } from 'react';

import type { Named } from './access-draft.ts';
import { PersonOrGroupName } from './person-or-group-name.tsx';
import { RoleSelect } from './role-select.tsx';

interface NamedListProps {
  entries: readonly Named[];
  /** Without it they are only read. */
  onChange?: (entries: readonly Named[]) => void;
}

/** Those who are named for a dataset or workspace, with their roles. */
export function NamedList({ entries, onChange }: NamedListProps) {
  const list = useRef<HTMLUListElement>(null);
  if (entries.length === 0) return <Text color="fg.muted">Nobody is named yet.</Text>;

  const remove = (index: number) => {
    // The button goes with its row, and the focus with it.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[index + 1] ?? buttons?.[index - 1])?.focus();
    onChange?.(entries.filter((_, place) => place !== index));
  };
  return (
    <Box asChild css={ROWS}>
      <ul ref={list} aria-label="Named people and groups">
        {entries.map((entry, index) => (
          <Flex as="li" key={entry.id} wrap="wrap" align="center" gap="2" py="2">
            <PersonOrGroupName {...entry} />
            {onChange === undefined ? (
              <Text color="fg.muted">{entry.role}</Text>
            ) : (
              <>
                <RoleSelect
                  label={`Role of ${entry.name}`}
                  role={entry.role}
                  onChange={(role) =>
                    onChange(entries.map((one) => (one === entry ? { ...one, role } : one)))
                  }
                />
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${entry.name}`}
                  onClick={() => remove(index)}
                >
                  Remove
                </Button>
              </>
            )}
          </Flex>
        ))}
      </ul>
    </Box>
  );
}

const ROWS = { listStyleType: 'none', '& > li + li': { borderTopWidth: '1px' } };
