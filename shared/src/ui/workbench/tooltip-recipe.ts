import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

export const tooltipRecipe = defineSlotRecipe({
  slots: ['trigger', 'positioner', 'content', 'arrow', 'arrowTip'],
  base: {
    positioner: { zIndex: 'popover !important' },
    content: {
      maxWidth: '20rem',
      px: '2',
      py: '1',
      borderRadius: 'md',
      bg: 'fg.default',
      color: 'bg.panel',
      fontSize: 'xs',
      lineHeight: '1.4',
      overflowWrap: 'anywhere',
      boxShadow: 'raised',
      _open: { animation: 'appear 120ms ease-out' },
    },
  },
});
