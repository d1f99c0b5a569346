import { DOCUMENT_KIND_NAMES } from '@carrel/shared/contract';
import { kindLabel } from '@carrel/shared/search';
import { Box, CheckboxField, Flex, Grid, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

import type { FindParams } from '../../../data/find/find-params.ts';
import { statusLabel, STATUS_NAMES } from '../../../data/find/status-names.ts';
import { MetadataFilter } from './metadata-filter.tsx';
import { SizeField } from './size-field.tsx';

interface FiltersPanelProps {
  id: string;
  datasetId: string;
  params: FindParams;
  onChange: (changes: Partial<FindParams>) => void;
}

const STATUSES = [
  { value: '', label: 'Any' },
  ...STATUS_NAMES.map((value) => ({ value, label: statusLabel(value) })),
];

/** What the documents can be narrowed to. Each change applies at once. */
export function FiltersPanel({ id, datasetId, params, onChange }: FiltersPanelProps) {
  const { status, kind, from, to, min, max, metadata, ocr, older_reader } = params;
  return (
    <Box
      as="section"
      id={id}
      aria-label="Filters"
      mt="2"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Grid
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' }}
      >
        <Box gridColumn={{ base: 'span 2', lg: 'auto' }}>
          <SelectField
            label="Status"
            options={STATUSES}
            value={status ?? ''}
            onChange={({ target }) =>
              onChange({ status: STATUS_NAMES.find((name) => name === target.value) ?? null })
            }
          />
        </Box>
        <TextField
          label="Changed from"
          type="date"
          value={from}
          max={to === '' ? undefined : to}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <TextField
          label="Changed to"
          type="date"
          value={to}
          min={from === '' ? undefined : from}
          onChange={({ target }) => onChange({ to: target.value })}
        />
        <SizeField
          label="Size at least"
          value={min}
          onChange={(value) => onChange({ min: value })}
        />
        <SizeField
          label="Size at most"
          value={max}
          onChange={(value) => onChange({ max: value })}
        />
      </Grid>
      <Box as="fieldset" mt="4">
        <Box as="legend" mb="2" fontSize="sm" fontWeight="medium">
          Kind
        </Box>
        <Flex wrap="wrap" columnGap="5" rowGap="2">
          {DOCUMENT_KIND_NAMES.map((name) => (
            <CheckboxField
              key={name}
              label={kindLabel(name)}
              checked={kind.includes(name)}
              onChange={({ target }) =>
                onChange({
                  kind: DOCUMENT_KIND_NAMES.filter((one) =>
                    one === name ? target.checked : kind.includes(one),
                  ),
                })
              }
            />
          ))}
        </Flex>
      </Box>
      <Flex mt="4" wrap="wrap" columnGap="5" rowGap="2">
        <CheckboxField
          label="Read by OCR"
          checked={ocr}
          onChange={({ target }) => onChange({ ocr: target.checked })}
        />
        <CheckboxField
          label="Read by an older reader"
          checked={older_reader}
          onChange={({ target }) => onChange({ older_reader: target.checked })}
        />
      </Flex>
      <MetadataFilter
        datasetId={datasetId}
        conditions={metadata}
        onChange={(conditions) => onChange({ metadata: conditions })}
      />
    </Box>
  );
}
