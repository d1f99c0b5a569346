import { defineRecipe } from '@chakra-ui/react/styled-system';

/** The style of text fields, text areas and selects. */
export const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minWidth: 0,
    height: 'var(--control)',
    px: '2.5',
    fontSize: 'var(--control-text)',
    lineHeight: '1.25rem',
    color: 'fg.default',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    transition: 'border-color 120ms ease-out, box-shadow 120ms ease-out',
    _hover: { borderColor: 'fg.muted' },
    _focusVisible: {
      outline: 'none',
      borderColor: 'accent',
      boxShadow: '0 0 0 1px {colors.accent}, 0 0 0 4px {colors.accent.subtle}',
    },
    _invalid: {
      borderColor: 'danger',
      _focusVisible: {
        borderColor: 'danger',
        boxShadow: '0 0 0 1px {colors.danger}, 0 0 0 4px {colors.danger.subtle}',
      },
    },
    _disabled: { bg: 'bg.subtle', color: 'fg.muted', cursor: 'not-allowed' },
    // Chrome paints its own colours over values that it fills in.
    _autofill: {
      WebkitTextFillColor: '{colors.fg.default}',
      boxShadow: 'inset 0 0 0 4rem {colors.accent.subtle}',
    },
  },
});
