import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { API_KEY_SCOPES, createApiKeyInputSchema } from '@carrel/shared/contract';
import type { CreateApiKeyInput, Organization } from '@carrel/shared/contract';
import { CheckboxField, FormMessage, Stack, TextField, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { createApiKey } from '../data/api-keys.api.ts';
import { ChoosePlaces } from './choose-places.tsx';
import { SCOPE_WORDS } from '../data/scope-labels.ts';

interface CreateKeyDialogProps {
  organization: Organization;
  /** Only an Owner creates a key that provisions members. */
  isOwner: boolean;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

const EXPIRIES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
];

/** The scope of keys that are never limited to places. */
const PROVISIONING = 'scim';

/** What the form holds; checkboxes are lists of values. */
const formSchema = v.object({
  name: createApiKeyInputSchema.entries.name,
  scopes: createApiKeyInputSchema.entries.scopes,
  places: v.picklist(['all', 'some']),
  workspace_ids: v.array(v.string()),
  dataset_ids: v.array(v.string()),
  expires: v.string(),
});

type KeyForm = v.InferOutput<typeof formSchema>;

const DEFAULTS: KeyForm = {
  name: '',
  scopes: ['search'],
  places: 'all',
  workspace_ids: [],
  dataset_ids: [],
  expires: '90',
};

function inputOf({ name, scopes, places, expires, ...ids }: KeyForm): CreateApiKeyInput {
  const chosen = (list: string[]) => (places === 'some' && list.length > 0 ? list : undefined);
  return {
    name,
    scopes,
    workspace_ids: chosen(ids.workspace_ids),
    dataset_ids: chosen(ids.dataset_ids),
    expires_in_days: expires === 'never' ? null : Number(expires),
  };
}

export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { organization, isOwner, onClose, onCreated } = props;
  const queryClient = useQueryClient();
  const form = useForm<KeyForm>({
    resolver: valibotResolver(
      v.pipe(
        formSchema,
        v.forward(
          v.check(
            ({ places, scopes }) => places === 'all' || !scopes.includes(PROVISIONING),
            'A key that provisions members is for the whole organization',
          ),
          ['places'],
        ),
        v.forward(
          v.check(
            ({ places, workspace_ids, dataset_ids }) =>
              places === 'all' || workspace_ids.length + dataset_ids.length > 0,
            'Choose at least one workspace or dataset',
          ),
          ['places'],
        ),
      ),
    ),
    defaultValues: DEFAULTS,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const isLimited = form.watch('places') === 'some';

  const creation = useMutation({
    mutationFn: (input: KeyForm) => createApiKey(organization.id, inputOf(input)),
    onSuccess: ({ key }) => {
      onCreated(key);
      return queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) });
    },
  });
  const submit = useSubmit(form, {
    send: creation.mutateAsync,
    onFailed: (error) => toast.error(messageOf(error, 'Failed to create API key')),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Create API key"
      submitLabel="Create API key"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <Stack gap="4">
        <TextField
          label="Name"
          placeholder="What uses the key, such as Nightly sync"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Stack as="fieldset" gap="2" aria-label="What the key may do">
          {API_KEY_SCOPES.filter((scope) => isOwner || scope !== PROVISIONING).map((scope) => (
            <CheckboxField
              key={scope}
              {...SCOPE_WORDS[scope]}
              value={scope}
              {...form.register('scopes')}
            />
          ))}
          {errors.scopes?.message !== undefined && (
            <FormMessage>{errors.scopes.message}</FormMessage>
          )}
        </Stack>
        <SelectField
          label="Where"
          options={[
            { value: 'all', label: 'Everywhere in the organization' },
            { value: 'some', label: 'In chosen workspaces and datasets' },
          ]}
          error={errors.places?.message}
          {...form.register('places')}
        />
        {isLimited && <ChoosePlaces organizationId={organization.id} register={form.register} />}
        <SelectField
          label="Expires after"
          options={EXPIRIES}
          defaultValue={DEFAULTS.expires}
          {...form.register('expires')}
        />
      </Stack>
    </FormDialog>
  );
}
