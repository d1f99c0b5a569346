import { useSubmit } from '@carrel/shared/api/guest';
import { recoveryCodeSchema } from '@carrel/shared/contract/sign-in';
import { TextField } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { TrustField, type SecondStepFormProps } from './code-form.tsx';
import { useSecondStep } from './use-second-step.ts';

const formSchema = v.object({ recovery_code: recoveryCodeSchema, trust_browser: v.boolean() });

/** Asks for one of the codes that were shown when the authenticator app was set up. */
export function RecoveryCodeForm({ destination, onBack }: SecondStepFormProps) {
  const form = useForm({
    resolver: valibotResolver(formSchema),
    defaultValues: { recovery_code: '', trust_browser: false },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('recovery_code'), [setFocus]);
  const submit = useSubmit(
    form,
    useSecondStep(destination, onBack, (message) =>
      form.setError('recovery_code', { message }, { shouldFocus: true }),
    ),
  );

  return (
    <AuthForm form={form} onSubmit={submit} submitLabel="Sign in" submittingLabel="Signing in">
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...fieldOf(form, 'recovery_code')}
      />
      <TrustField {...form.register('trust_browser')} />
    </AuthForm>
  );
}
