import { useSubmit } from '@carrel/shared/api/guest';
import { totpCodeSchema, TRUSTED_BROWSER_DAYS } from '@carrel/shared/contract/sign-in';
import { CheckboxField, TextField } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { useSecondStep } from './use-second-step.ts';

const formSchema = v.object({ code: totpCodeSchema, trust_browser: v.boolean() });

export interface SecondStepFormProps {
  /** Path of the screen that is opened after success. */
  destination: string;
  /** The password must be entered again. */
  onBack: () => void;
}

/** Asks for a code of the authenticator app. */
export function CodeForm({ destination, onBack }: SecondStepFormProps) {
  const form = useForm({
    resolver: valibotResolver(formSchema),
    defaultValues: { code: '', trust_browser: false },
  });
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = useSubmit(
    form,
    useSecondStep(destination, onBack, (message) =>
      form.setError('code', { message }, { shouldFocus: true }),
    ),
  );

  return (
    <AuthForm form={form} onSubmit={submit} submitLabel="Sign in" submittingLabel="Signing in">
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...fieldOf(form, 'code')}
      />
      <TrustField {...form.register('trust_browser')} />
    </AuthForm>
  );
}

/** Offers to ask for no second step in this browser for a while. */
export function TrustField(props: Omit<Parameters<typeof CheckboxField>[0], 'label'>) {
  return <CheckboxField {...props} label={`Trust this browser for ${TRUSTED_BROWSER_DAYS} days`} />;
}
