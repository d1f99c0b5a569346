import { Box, Button, Text, TextField } from '@carrel/shared/ui';
import { Dialog } from '@carrel/shared/ui/signed-in';
import { Plus } from 'lucide-react';
import { startTransition, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { OrganizationRows } from './organization-rows.tsx';
import type { OrganizationRow } from './organization-rows.tsx';

interface OrganizationPickerProps {
  rows: readonly OrganizationRow[];
  onClose: () => void;
  onSelect: (organizationId: string) => void;
  onSettings: (organizationId: string) => void;
  onCreate: () => void;
}

/** The switcher for more organizations than a menu can hold: a list with a search field. */
export function OrganizationPicker(props: OrganizationPickerProps) {
  const { rows, onClose, onSelect, onSettings, onCreate } = props;
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = rows.filter(({ name }) => name.toLowerCase().includes(wanted));

  const press = (event: KeyboardEvent) => {
    const first = rows.find(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
    if (event.key === 'Enter' && first !== undefined) {
      event.preventDefault();
      onSelect(first.id);
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[data-place]')?.focus();
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Switch organization"
      footer={
        <Button onClick={onCreate}>
          <Plus size={16} aria-hidden /> Create organization
        </Button>
      }
    >
      <Box display="grid" gap="3">
        <TextField
          label="Search organizations"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            const { value } = event.target;
            setTyped(value);
            // The field is rendered immediately, the results after it.
            startTransition(() => setSearch(value));
          }}
          onKeyDown={press}
        />
        <Box ref={list}>
          {found.length === 0 ? (
            <Text color="fg.muted" py="3">
              No organization has this name.
            </Text>
          ) : (
            // Mounted again for each search, so that the results start at the top.
            <OrganizationRows
              key={wanted}
              rows={found}
              onSelect={onSelect}
              onSettings={onSettings}
            />
          )}
        </Box>
        <Text asChild fontSize="xs" color="fg.muted">
          <output>{`${found.length} of ${rows.length} organizations`}</output>
        </Text>
      </Box>
    </Dialog>
  );
}
