import { METADATA_CONDITIONS_MAX, METADATA_MAX } from '@carrel/shared/contract';
import type { MetadataCondition } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { metadataKeysQuery } from '../../../data/metadata.queries.ts';

interface MetadataFilterProps {
  datasetId: string;
  conditions: readonly MetadataCondition[];
  onChange: (conditions: readonly MetadataCondition[]) => void;
}

/** Adds a condition on a key that documents of the dataset have. Nothing where none has any. */
export function MetadataFilter({ datasetId, conditions, onChange }: MetadataFilterProps) {
  const { data } = useQuery(metadataKeysQuery(useOrganizationId(), datasetId));
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<'key' | 'value'>();
  const list = useId();
  if (data === undefined || data.keys.length === 0) return null;
  const values = data.keys.find((known) => known.key === key)?.values ?? [];

  const add = () => {
    const typed = value.trim();
    if (key === '' || typed === '') {
      setFault(key === '' ? 'key' : 'value');
      return;
    }
    const others = conditions.filter((one) => one.key !== key || one.value !== typed);
    onChange([...others, { key, value: typed }].slice(-METADATA_CONDITIONS_MAX));
    setValue('');
    setFault(undefined);
  };

  return (
    <Box as="fieldset" mt="4">
      <Box as="legend" mb="2" fontSize="sm" fontWeight="medium">
        Metadata
      </Box>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Flex wrap="wrap" gap="3" align="flex-start">
          <Box flex="1 1 10rem" maxWidth={{ md: '16rem' }}>
            <SelectField
              label="Key"
              placeholder="Choose a key"
              options={data.keys.map((known) => ({ value: known.key, label: known.key }))}
              value={key}
              error={fault === 'key' ? 'Choose a key' : undefined}
              onChange={({ target }) => {
                setKey(target.value);
                setFault(undefined);
              }}
            />
          </Box>
          <Box flex="1 1 10rem" maxWidth={{ md: '20rem' }}>
            <TextField
              label="Value"
              list={list}
              value={value}
              maxLength={METADATA_MAX.text}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="done"
              error={fault === 'value' ? 'Type a value' : undefined}
              onChange={({ target }) => {
                setValue(target.value);
                setFault(undefined);
              }}
            />
            <datalist id={list}>
              {values.map((known) => (
                <option key={known}>{known}</option>
              ))}
            </datalist>
          </Box>
          <Button type="submit" mt="1.625rem">
            Add filter
          </Button>
        </Flex>
      </form>
    </Box>
  );
}
