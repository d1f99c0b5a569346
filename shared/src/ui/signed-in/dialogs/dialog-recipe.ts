import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const slots = [
  'trigger',
  'backdrop',
  'positioner',
  'content',
  'title',
  'description',
  'closeTrigger',
  'header',
  'body',
  'footer',
] as const;

const shared = {
  backdrop: {
    position: 'fixed',
    inset: 0,
    zIndex: 'modal',
    bg: 'bg.backdrop',
    _open: { animation: 'appear 150ms ease-out' },
  },
  title: { fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'tight', letterSpacing: '-0.011em' },
  description: { mt: '1', color: 'fg.muted' },
  closeTrigger: { position: 'absolute', top: '3', insetEnd: '3' },
} as const;

/** A window over the screen, whose body scrolls; on a phone a sheet at its lower edge. */
export const dialogRecipe = defineSlotRecipe({
  slots,
  base: {
    ...shared,
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'modal',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      justifyItems: 'center',
      alignItems: { base: 'end', md: 'start' },
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      pt: { base: '8', md: '12vh' },
      pb: { base: '0', md: '8' },
      px: { base: '0', md: '4' },
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      maxHeight: { base: 'calc(100dvh - 2rem)', md: 'calc(88vh - 2rem)' },
      width: 'full',
      bg: 'bg.raised',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'raised',
      outline: 'none',
      mdDown: { borderBottomRadius: '0', borderBottomWidth: '0', borderInlineWidth: '0' },
      _open: { animation: 'rise 150ms ease-out' },
    },
    header: { flexShrink: 0, px: '5', pt: '5', pb: '3', pe: '12' },
    body: { position: 'relative', minHeight: 0, overflowY: 'auto', px: '5', pt: '1', pb: '4' },
    footer: {
      display: 'flex',
      flexShrink: 0,
      flexDirection: { base: 'column-reverse', md: 'row' },
      justifyContent: 'flex-end',
      gap: '2',
      px: '5',
      pb: '5',
      pt: '3',
    },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: { md: '26rem' } } },
      md: { content: { maxWidth: { md: '32rem' } } },
      lg: { content: { maxWidth: { md: '44rem' } } },
    },
    // For a field: a phone's keyboard would cover the lower edge.
    bare: {
      true: {
        positioner: {
          alignItems: 'start',
          pt: { base: '2', md: '12vh' },
          px: { base: '2', md: '4' },
        },
        content: {
          display: 'block',
          maxHeight: 'none',
          overflow: 'hidden',
          mdDown: { borderBottomRadius: 'lg', borderBottomWidth: '1px', borderInlineWidth: '1px' },
        },
      },
    },
  },
  defaultVariants: { size: 'md' },
});

/** A panel that slides in from the left. */
export const drawerRecipe = defineSlotRecipe({
  slots,
  base: {
    ...shared,
    positioner: { position: 'fixed', inset: 0, zIndex: 'modal', display: 'flex' },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      height: '100dvh',
      width: '18rem',
      maxWidth: '85vw',
      overflowY: 'auto',
      bg: 'bg.panel',
      borderEndWidth: '1px',
      outline: 'none',
      boxShadow: 'raised',
      '--slide-from': '-100%',
      _open: { animation: 'slide 200ms ease-out' },
    },
  },
});
