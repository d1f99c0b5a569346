import { Grid, TextField } from '@carrel/shared/ui';
import type { TextFieldProps } from '@carrel/shared/ui';

type NameProps = Omit<TextFieldProps, 'label' | 'autoComplete' | 'required'>;

interface NameFieldsProps {
  /** What react-hook-form registers, and the error. */
  first: NameProps;
  last: NameProps;
}

/** First and last name of a new account. */
export function NameFields({ first, last }: NameFieldsProps) {
  return (
    <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
      <TextField label="First name" autoComplete="given-name" required {...first} />
      <TextField label="Last name" autoComplete="family-name" required {...last} />
    </Grid>
  );
}
