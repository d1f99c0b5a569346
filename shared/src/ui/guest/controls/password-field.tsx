import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

import type { ControlProps } from './control-props.ts';
import { controlRecipe } from './control-recipe.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';
import { IconButton } from './icon-button.tsx';

const Input = chakra('input', controlRecipe);

export type PasswordFieldProps = FieldProps & Omit<ControlProps<'input'>, 'type'>;

/** A password that can be shown and hidden again. Set `autoComplete`: `current-password` or `new-password`. */
export function PasswordField({ label, error, hint, id, required, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      id={id}
      describedBy={props['aria-describedby']}
    >
      {(control) => (
        <chakra.div position="relative">
          <Input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            pr="calc(var(--control) + 0.25rem)"
            {...props}
            {...control}
            type={shown ? 'text' : 'password'}
            aria-required={required}
          />
          <chakra.div position="absolute" insetY="0" right="0.5" display="grid" alignItems="center">
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              height="calc(var(--control) - 0.375rem)"
              width="calc(var(--control) - 0.25rem)"
              disabled={props.disabled}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </IconButton>
          </chakra.div>
        </chakra.div>
      )}
    </FieldFrame>
  );
}
