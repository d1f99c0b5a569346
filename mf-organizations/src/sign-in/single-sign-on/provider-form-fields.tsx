import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { OrganizationProvider } from '@carrel/shared/contract/sign-in';
import {
  Button,
  CheckboxField,
  Flex,
  FormMessage,
  Grid,
  PasswordField,
  Stack,
  TextField,
  toast,
} from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { formOf, inputOf, providerResolver } from './provider-form.ts';
import type { ProviderForm } from './provider-form.ts';
import { RoleMappingFields } from './role-mapping-fields.tsx';
import { ROLE_OPTIONS } from './role-options.ts';
import { saveProvider } from '../../data/single-sign-on.api.ts';
import { TestConnection } from './test-connection.tsx';

interface ProviderFormFieldsProps {
  organization: Organization;
  provider: OrganizationProvider['provider'];
  /** The button that removes the provider. */
  remove: ReactNode;
}

/** The form of a provider. */
export function ProviderFormFields({ organization, provider, remove }: ProviderFormFieldsProps) {
  const queryClient = useQueryClient();
  const form = useForm<ProviderForm>({
    resolver: providerResolver,
    defaultValues: formOf(provider),
  });
  const { errors, isSubmitting } = form.formState;
  const isEnabled = form.watch('enabled');
  const submit = useSubmit(form, {
    send: async (input) => {
      const saved = await saveProvider(organization.id, inputOf(input));
      toast.success('Single sign-on saved');
      queryClient.setQueryData(queryKeys.identityProvider(organization.id), saved);
    },
    onFailed: (error) =>
      form.setError('root', { message: messageOf(error, 'Failed to save single sign-on') }),
    staysOpen: true,
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="4">
        <TextField
          label="Issuer"
          type="url"
          inputMode="url"
          placeholder="https://login.example.com"
          autoComplete="off"
          required
          error={errors.issuer?.message}
          {...form.register('issuer')}
        />
        <TestConnection
          organizationId={organization.id}
          issuerOf={() => form.getValues('issuer')}
        />
        <Grid gap="4" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <TextField
            label="Client ID"
            autoComplete="off"
            required
            error={errors.client_id?.message}
            {...form.register('client_id')}
          />
          <PasswordField
            label="Client secret"
            autoComplete="off"
            placeholder={provider === null ? '' : 'Stays as it is'}
            required={provider === null}
            error={errors.client_secret?.message}
            {...form.register('client_secret')}
          />
        </Grid>
        <SelectField
          label="Role of new members"
          hint="An Owner is made by another Owner only."
          options={ROLE_OPTIONS}
          error={errors.default_role?.message}
          {...form.register('default_role')}
        />
        <RoleMappingFields form={form} />
        <CheckboxField label="People can sign in with the provider" {...form.register('enabled')} />
        <CheckboxField
          label="People of verified domains cannot use a password"
          description="Owners can, so that they get in while the provider is away."
          disabled={!isEnabled}
          {...form.register('enforced')}
        />
        {errors.enforced?.message !== undefined && (
          <FormMessage>{errors.enforced.message}</FormMessage>
        )}
        <FormMessage>{errors.root?.message}</FormMessage>
        <Flex gap="3" wrap="wrap" align="center">
          <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Saving">
            Save single sign-on
          </Button>
          {remove}
        </Flex>
      </Stack>
    </form>
  );
}
