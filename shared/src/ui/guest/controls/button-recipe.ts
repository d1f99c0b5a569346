import { defineRecipe } from '@chakra-ui/react/styled-system';

/** The style of every button; links have it through `<Button asChild>`. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    gridAutoFlow: 'column',
    gap: '1.5',
    flexShrink: 0,
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontWeight: 'medium',
    lineHeight: '1',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    transition:
      'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out',
    '& svg': { boxSize: '1rem', flexShrink: 0 },
    // Label and spinner overlap, so that the width stays. Plain elements: a table has hundreds of buttons.
    '& > [data-face]': {
      gridArea: '1 / 1',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1.5',
    },
    '& > [data-face=veiled]': { opacity: 0 },
    // A browser draws an animation that nobody sees, all the time.
    '& > [data-face=veiled] > *': { animation: 'none' },
    _disabled: { cursor: 'not-allowed' },
    '&:disabled': { opacity: 0.55 },
    '&[aria-busy=true]': { cursor: 'progress' },
  },
  variants: {
    variant: {
      primary: {
        bg: 'accent',
        color: 'accent.contrast',
        _hover: { bg: 'accent.hover' },
      },
      secondary: {
        bg: 'bg.raised',
        color: 'fg.default',
        borderColor: 'border.strong',
        _hover: { bg: 'bg.hover' },
      },
      ghost: {
        color: 'fg.muted',
        _hover: { bg: 'bg.hover', color: 'fg.default' },
      },
      danger: {
        bg: 'danger',
        color: 'danger.contrast',
        _hover: { bg: 'danger.hover' },
      },
    },
    size: {
      sm: { height: 'var(--control-sm)', px: '2.5', fontSize: 'sm' },
      md: { height: 'var(--control)', px: '3', fontSize: 'md' },
    },
  },
  defaultVariants: { variant: 'secondary', size: 'md' },
});
