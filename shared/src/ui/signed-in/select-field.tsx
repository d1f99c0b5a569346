import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronsUpDown } from 'lucide-react';

import type { ControlProps } from '../guest/controls/control-props.ts';
import { controlRecipe } from '../guest/controls/control-recipe.ts';
import { FieldFrame } from '../guest/controls/field-frame.tsx';
import type { FieldProps } from '../guest/controls/field-frame.tsx';

const Select = chakra('select', controlRecipe);

export type SelectFieldProps = FieldProps &
  Omit<ControlProps<'select'>, 'children' | 'multiple'> & {
    options: readonly { value: string; label: string }[];
    /** Shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** A native select with its label, hint and error. */
export function SelectField({
  label,
  error,
  hint,
  id,
  required,
  options,
  placeholder,
  ...props
}: SelectFieldProps) {
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
          <Select
            appearance="none"
            pr="8"
            cursor="pointer"
            {...props}
            {...control}
            aria-required={required}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
          <chakra.span
            position="absolute"
            insetY="0"
            right="2.5"
            display="grid"
            alignItems="center"
            color="fg.muted"
            pointerEvents="none"
          >
            <ChevronsUpDown size={14} aria-hidden />
          </chakra.span>
        </chakra.div>
      )}
    </FieldFrame>
  );
}
