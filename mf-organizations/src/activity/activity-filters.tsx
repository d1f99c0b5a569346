import { Box, Button, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

import { ACTION_OPTIONS } from '../data/activity/activity-labels.ts';
import type { ActivityFilters } from '../data/activity.api.ts';

interface ActivityFilterFieldsProps {
  filters: ActivityFilters;
  people: readonly { value: string; label: string }[];
  onChange: (changes: Partial<ActivityFilters>) => void;
}

/** Who, what and when. */
export function ActivityFilterFields(props: ActivityFilterFieldsProps) {
  const { filters, people, onChange } = props;
  const filtered = Object.values(filters).some((value) => value !== '');
  return (
    <Box
      display="grid"
      gap="3"
      alignItems="end"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 14rem)) auto 1fr' }}
    >
      <SelectField
        label="Person"
        placeholder="Everybody"
        options={people}
        value={filters.person}
        onChange={(event) => onChange({ person: event.target.value })}
      />
      <SelectField
        label="Action"
        placeholder="Every action"
        options={ACTION_OPTIONS}
        value={filters.action}
        onChange={(event) => onChange({ action: event.target.value })}
      />
      <TextField
        label="Day"
        type="date"
        value={filters.day}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      {filtered && (
        <Button onClick={() => onChange({ person: '', action: '', day: '' })}>Clear filters</Button>
      )}
    </Box>
  );
}
