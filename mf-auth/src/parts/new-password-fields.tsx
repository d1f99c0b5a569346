import { PasswordField } from '@carrel/shared/ui';
import type { PasswordFieldProps } from '@carrel/shared/ui';

type PasswordProps = Omit<PasswordFieldProps, 'label' | 'autoComplete' | 'hint' | 'required'>;

interface NewPasswordFieldsProps {
  label: string;
  /** What react-hook-form registers, and the error. */
  password: PasswordProps;
  confirmation: PasswordProps;
}

/** A new password and its confirmation. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="At least 8 characters"
        required
        {...password}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...confirmation}
      />
    </>
  );
}
