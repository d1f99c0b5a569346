import { chakra } from '@chakra-ui/react/styled-system';

/**
 * A link. Knows no router: `<Link asChild><RouterLink to="...">...</RouterLink></Link>`.
 * `quiet` is for names in tables and cards, where users expect links.
 */
export const Link = chakra('a', {
  base: {
    borderRadius: 'sm',
    textUnderlineOffset: '0.2em',
    textDecorationThickness: '1px',
    cursor: 'pointer',
  },
  variants: {
    variant: {
      text: {
        color: 'accent.fg',
        fontWeight: 'medium',
        textDecoration: 'underline',
        textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
        _hover: { textDecorationColor: 'currentColor' },
      },
      quiet: {
        color: 'fg.default',
        fontWeight: 'medium',
        _hover: { textDecoration: 'underline' },
      },
    },
  },
  defaultVariants: { variant: 'text' },
});
