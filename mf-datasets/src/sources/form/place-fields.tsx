import type { SourceKindName } from '@carrel/shared/contract/sources';
import {
  CheckboxField,
  PasswordField,
  Stack,
  Text,
  TextAreaField,
  TextField,
} from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

import { KIND_FIELDS } from './kind-fields.ts';
import type { KindField } from './kind-fields.ts';
import { asksForSecret, canRemoveSecret } from './source-form.ts';
import type { SignIn, SourceFormReturn } from './source-form.ts';

interface PlaceFieldsProps {
  kind: SourceKindName;
  form: SourceFormReturn;
  signIn: SignIn;
}

const SIGNED_IN_LATER = 'Leave it empty to sign in there once the source is added.';
const STORED = 'Stored. Leave empty to keep it';

/** Where a source of a kind is, and what it signs in with. */
export function PlaceFields({ kind, form, signIn }: PlaceFieldsProps) {
  const { place, secret } = KIND_FIELDS[kind];
  const { errors } = form.formState;
  const placeholder = signIn.isStored ? { placeholder: STORED } : {};
  const isAsked = asksForSecret(kind, signIn);
  const isConnected = signIn.connects.includes(kind);
  const isRemoved = form.watch('removes_secret');
  return (
    <Stack gap="4">
      {place.map((field) => (
        <PlaceFieldControl key={field.name} field={field} form={form} />
      ))}
      {secret !== undefined && (
        <>
          {secret.username !== undefined && (
            <TextField
              label={secret.username}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...placeholder}
              disabled={isRemoved}
              required={isAsked && secret.needsName === true}
              error={errors.username?.message}
              {...form.register('username')}
            />
          )}
          <PasswordField
            label={secret.password}
            autoComplete="new-password"
            {...placeholder}
            disabled={isRemoved}
            required={isAsked}
            hint={isConnected ? SIGNED_IN_LATER : secret.hint}
            error={errors.password?.message}
            {...form.register('password')}
          />
          {canRemoveSecret(kind, signIn) && (
            <CheckboxField
              label="Remove what is stored"
              description="The source is read without signing in."
              {...form.register('removes_secret')}
            />
          )}
        </>
      )}
      {secret === undefined && isConnected && (
        <Text fontSize="sm" color="fg.muted">
          You sign in there once the source is added. Carrel only asks to read.
        </Text>
      )}
    </Stack>
  );
}

function PlaceFieldControl({ field, form }: { field: KindField; form: PlaceFieldsProps['form'] }) {
  const { name, label, type = 'text', options = [], placeholder, hint, required = false } = field;
  const shared = {
    label,
    hint,
    required,
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  };
  if (type === 'select') return <SelectField {...shared} options={options} />;
  if (type === 'lines') return <TextAreaField {...shared} rows={3} placeholder={placeholder} />;
  return (
    <TextField
      {...shared}
      placeholder={placeholder}
      type={type === 'url' ? 'url' : 'text'}
      inputMode={type === 'number' ? 'numeric' : type === 'url' ? 'url' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
