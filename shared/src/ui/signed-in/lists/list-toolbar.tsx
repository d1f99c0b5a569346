import { chakra } from '@chakra-ui/react/styled-system';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { SelectField } from '../select-field.tsx';
import { SearchField } from './search-field.tsx';

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    mb: '4',
    alignItems: 'end',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 9.5rem)', md: 'minmax(0, 20rem) 12rem' },
  },
});

export interface ListToolbarProps {
  /** What is searched, such as "Search datasets". */
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** One choice beside the search: an order or a filter. */
  choice: {
    label: string;
    options: readonly { value: string; label: string }[];
    value: string;
    onChange: (value: string) => void;
  };
  /** How many rows were found, for screen readers. */
  found?: string | undefined;
}

/** Searches a list and orders or filters it. */
export function ListToolbar({ searchLabel, search, onSearch, choice, found }: ListToolbarProps) {
  return (
    <Bar>
      <SearchField label={searchLabel} value={search} onChange={onSearch} />
      <SelectField
        label={choice.label}
        options={choice.options}
        value={choice.value}
        onChange={(event) => choice.onChange(event.target.value)}
      />
      <VisuallyHidden>
        <output>{found}</output>
      </VisuallyHidden>
    </Bar>
  );
}
