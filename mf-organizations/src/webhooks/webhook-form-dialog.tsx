import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { WEBHOOK_EVENTS } from '@carrel/shared/contract/organization';
import type { Organization } from '@carrel/shared/contract';
import type { Webhook } from '@carrel/shared/contract/organization';
import { CheckboxField, FormMessage, Stack, TextField, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { ChooseDatasets } from './choose-datasets.tsx';
import { EVENT_WORDS } from '../data/event-labels.ts';
import { formOf, inputOf, webhookResolver } from './webhook-form.ts';
import type { WebhookForm } from './webhook-form.ts';
import { createWebhook, updateWebhook } from '../data/webhooks.api.ts';

interface WebhookFormDialogProps {
  organization: Organization;
  /** The webhook that is changed; absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

export function WebhookFormDialog(props: WebhookFormDialogProps) {
  const { organization, webhook, onClose, onCreated } = props;
  const queryClient = useQueryClient();
  const form = useForm<WebhookForm>({
    resolver: webhookResolver,
    defaultValues: formOf(webhook),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const isLimited = form.watch('places') === 'some';
  const title = webhook === undefined ? 'Create webhook' : 'Edit webhook';

  const saving = useMutation({
    mutationFn: async (input: WebhookForm) => {
      if (webhook === undefined) {
        const { secret } = await createWebhook(organization.id, inputOf(input));
        return secret;
      }
      await updateWebhook(organization.id, webhook.id, inputOf(input));
      return undefined;
    },
    onSuccess: (secret) => {
      if (secret === undefined) {
        toast.success('Webhook updated');
        onClose();
      } else onCreated(secret);
      return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks(organization.id) });
    },
  });
  const submit = useSubmit(form, {
    send: saving.mutateAsync,
    onFailed: (error) =>
      toast.error(
        messageOf(
          error,
          webhook === undefined ? 'Failed to create webhook' : 'Failed to update webhook',
        ),
      ),
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submitLabel={webhook === undefined ? title : 'Save changes'}
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <Stack gap="4">
        <TextField
          label="Name"
          placeholder="What receives it, such as Search index"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://example.com/carrel"
          autoComplete="off"
          required
          error={errors.url?.message}
          {...form.register('url')}
        />
        <TextField
          label="Description"
          autoComplete="off"
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Stack as="fieldset" gap="2" aria-label="Events">
          {WEBHOOK_EVENTS.map((event) => (
            <CheckboxField
              key={event}
              {...EVENT_WORDS[event]}
              value={event}
              {...form.register('events')}
            />
          ))}
          {errors.events?.message !== undefined && (
            <FormMessage>{errors.events.message}</FormMessage>
          )}
        </Stack>
        <SelectField
          label="Where"
          options={[
            { value: 'all', label: 'In all datasets' },
            { value: 'some', label: 'In chosen datasets' },
          ]}
          error={errors.places?.message}
          {...form.register('places')}
        />
        {isLimited && <ChooseDatasets organizationId={organization.id} register={form.register} />}
      </Stack>
    </FormDialog>
  );
}
