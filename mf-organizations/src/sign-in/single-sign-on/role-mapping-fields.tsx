import { ROLE_MAPPINGS_MAX } from '@carrel/shared/contract/sign-in';
import { Box, Button, Flex, IconButton, Stack, Text, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { Plus, Trash2 } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';

import type { ProviderForm } from './provider-form.ts';
import { ROLE_OPTIONS } from './role-options.ts';

/** Which claim of the provider says the role, and which of its values is which role. */
export function RoleMappingFields({ form }: { form: UseFormReturn<ProviderForm> }) {
  const rows = form.watch('role_mapping');
  const change = (changed: ProviderForm['role_mapping']) =>
    form.setValue('role_mapping', changed, { shouldDirty: true });
  const { errors } = form.formState;
  const maps = form.watch('role_claim').trim() !== '';
  return (
    <Stack gap="3">
      <TextField
        label="Claim with roles (optional)"
        placeholder="groups"
        hint="If it is set, people have the highest role of their values below, else the role of new members. It is read at each sign-in, and does not change Owners."
        autoComplete="off"
        error={errors.role_claim?.message}
        {...form.register('role_claim')}
      />
      {maps && (
        <Stack as="fieldset" gap="3" aria-label="Roles by value">
          {rows.map((_, index) => (
            // eslint-disable-next-line react/no-array-index-key -- a row has no id: its fields are named by its index.
            <Flex key={index} gap="3" align="flex-end">
              <Box flex="1" minWidth="0">
                <TextField
                  label="Value"
                  autoComplete="off"
                  error={errors.role_mapping?.[index]?.value?.message}
                  {...form.register(`role_mapping.${index}.value`)}
                />
              </Box>
              <Box width="7.5rem">
                <SelectField
                  label="Role"
                  options={ROLE_OPTIONS}
                  {...form.register(`role_mapping.${index}.role`)}
                />
              </Box>
              <IconButton
                label={`Remove value ${index + 1}`}
                onClick={() => change(rows.filter((_row, other) => other !== index))}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </Flex>
          ))}
          {rows.length === 0 && (
            <Text fontSize="sm" color="fg.muted">
              No value has a role yet.
            </Text>
          )}
          <Box>
            <Button
              variant="secondary"
              size="sm"
              disabled={rows.length >= ROLE_MAPPINGS_MAX}
              onClick={() => change([...rows, { value: '', role: 'Editor' }])}
            >
              <Plus size={14} aria-hidden /> Add value
            </Button>
          </Box>
        </Stack>
      )}
    </Stack>
  );
}
