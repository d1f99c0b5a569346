import { Button, Stack } from '@carrel/shared/ui';
import type { ComponentProps, ReactNode } from 'react';

interface AuthFormProps {
  form: { formState: { isSubmitting: boolean } };
  onSubmit: ComponentProps<'form'>['onSubmit'];
  submitLabel: string;
  submittingLabel: string;
  /** The fields. */
  children: ReactNode;
}

/** The form of a public screen, with its one button. */
export function AuthForm(props: AuthFormProps) {
  return (
    <form method="post" noValidate onSubmit={props.onSubmit}>
      <Stack gap="4">
        {props.children}
        <Button
          type="submit"
          variant="primary"
          loading={props.form.formState.isSubmitting}
          loadingText={props.submittingLabel}
        >
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
