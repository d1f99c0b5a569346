import { chakra } from '@chakra-ui/react/styled-system';

import type { ControlProps } from './control-props.ts';
import { controlRecipe } from './control-recipe.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';

const Input = chakra('input', controlRecipe);

export type TextFieldProps = FieldProps & ControlProps<'input'>;

/** A line of text with its label, hint and error; spread `register('name')` of react-hook-form onto it. */
export function TextField({ label, error, hint, id, required, ...props }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      id={id}
      describedBy={props['aria-describedby']}
    >
      {(control) => <Input type="text" {...props} {...control} aria-required={required} />}
    </FieldFrame>
  );
}
