import { Box, Button, Flex, FormMessage, IconButton, Stack, Text } from '@carrel/shared/ui';
import { TextAreaField, TextField } from '@carrel/shared/ui';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { INVALID_METADATA_JSON } from '../dataset-form.ts';
import type { DatasetFormInput } from '../dataset-form.ts';
import { findJsonFault } from './json-fault.ts';
import { keyFault, rowsIn, withRows } from './parameter-rows.ts';
import type { ParameterRow } from './parameter-rows.ts';
import type { DatasetForm } from './use-dataset-form.ts';

const HINT = 'Given to every chunk as metadata, which the template sees.';
const JSON_HINT =
  'A JSON object, given to every chunk as metadata. chunk_size and chunk_overlap, in characters, ' +
  'set how documents are split (1200 and 150 when absent).';

interface MetadataFieldProps {
  form: DatasetForm;
  /** What is wrong with the parameters, unless another field says it. */
  error: string | undefined;
}

/** The metadata parameters as JSON, or as rows of keys and values. Both are of one text, and neither loses any of it. */
export function MetadataField({ form, error }: MetadataFieldProps) {
  const id = useId();
  const text = useWatch({ control: form.control, name: 'metadata_parameters' });
  const [isJson, setJson] = useState(true);
  const rows = rowsIn(text);
  const change = () => {
    // The field says why it cannot be shown as rows.
    if (isJson && rows === null) void form.trigger('metadata_parameters', { shouldFocus: true });
    else setJson(!isJson);
  };
  return (
    <Box as="section" aria-labelledby={id}>
      <Flex align="center" justify="space-between" gap="2" mb="1">
        <Text id={id} fontSize="sm" fontWeight="medium">
          Metadata
        </Text>
        <Button size="sm" variant="ghost" onClick={change}>
          {isJson ? 'Edit as rows' : 'Edit as JSON'}
        </Button>
      </Flex>
      {isJson || rows === null ? (
        <TextAreaField
          label="Metadata parameters"
          mono
          rows={4}
          placeholder={'{ "team": "Legal" }'}
          hint={jsonHint(error, form.getValues)}
          error={error}
          {...form.register('metadata_parameters')}
        />
      ) : (
        <Rows form={form} text={text} found={rows} error={error} />
      )}
    </Box>
  );
}

interface RowsProps extends MetadataFieldProps {
  text: string;
  /** What the text holds. */
  found: readonly ParameterRow[];
}

function Rows({ form, text, found, error }: RowsProps) {
  const [typed, setTyped] = useState(found);
  // Typed rows may hold what the text does not yet, such as an empty one. Another text replaces them.
  const isSame = JSON.stringify(rowsIn(withRows(text, typed))) === JSON.stringify(found);
  const rows = isSame ? typed : found;
  // A row has no other identity than its place.
  const places = rows.map((row, at) => ({ ...row, at }));
  const write = (next: readonly ParameterRow[]) => {
    setTyped(next);
    form.setValue('metadata_parameters', withRows(text, next), {
      shouldDirty: true,
      shouldValidate: form.formState.submitCount > 0,
    });
  };
  const replace = (at: number, part: Partial<ParameterRow>) =>
    write(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  return (
    <Stack gap="3">
      <Text fontSize="xs" color="fg.muted">
        {HINT}
      </Text>
      {places.map(({ key, value, at }) => (
        <Flex key={at} gap="2" align="start">
          <Box flex="1 1 0" minWidth="0">
            <TextField
              label="Key"
              autoComplete="off"
              value={key}
              error={keyFault(rows, at)}
              onChange={({ target }) => replace(at, { key: target.value })}
            />
          </Box>
          <Box flex="2 1 0" minWidth="0">
            <TextField
              label="Value"
              autoComplete="off"
              value={value}
              onChange={({ target }) => replace(at, { value: target.value })}
            />
          </Box>
          <Box pt="6">
            <IconButton
              label={key === '' ? 'Remove row' : `Remove ${key}`}
              onClick={() => write(rows.filter((_, place) => place !== at))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </Box>
        </Flex>
      ))}
      {error !== undefined && <FormMessage>{error}</FormMessage>}
      <Box>
        <Button size="sm" onClick={() => setTyped([...rows, { key: '', value: '' }])}>
          <Plus size={14} aria-hidden />
          Add metadata
        </Button>
      </Box>
    </Stack>
  );
}

/** Returns the position of an error in the JSON, or the usual hint. */
function jsonHint(error: string | undefined, getValues: () => DatasetFormInput): string {
  if (error !== INVALID_METADATA_JSON) return JSON_HINT;
  const fault = findJsonFault(getValues().metadata_parameters);
  return fault === null ? JSON_HINT : `Line ${fault.line}, column ${fault.column}`;
}
