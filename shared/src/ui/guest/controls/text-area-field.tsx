import { chakra } from '@chakra-ui/react/styled-system';

import type { ControlProps } from './control-props.ts';
import { controlRecipe } from './control-recipe.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';

const Area = chakra('textarea', controlRecipe);

export type TextAreaFieldProps = FieldProps &
  ControlProps<'textarea'> & {
    /** For code: JSON, templates. */
    mono?: boolean | undefined;
  };

/** Several lines of text with their label, hint and error. */
export function TextAreaField({
  label,
  error,
  hint,
  id,
  required,
  mono = false,
  ...props
}: TextAreaFieldProps) {
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      id={id}
      describedBy={props['aria-describedby']}
    >
      {(control) => (
        <Area
          rows={3}
          height="auto"
          py="1.5"
          {...(mono ? { fontFamily: 'mono', fontSize: 'sm', spellCheck: false } : {})}
          {...props}
          {...control}
          aria-required={required}
        />
      )}
    </FieldFrame>
  );
}
