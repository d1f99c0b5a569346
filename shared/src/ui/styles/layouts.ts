import type { Box as ChakraBox } from '@chakra-ui/react/box';
import type { Flex as ChakraFlex } from '@chakra-ui/react/flex';
import type { Grid as ChakraGrid } from '@chakra-ui/react/grid';
import type { StackProps } from '@chakra-ui/react/stack';
import type { FunctionComponent, Ref } from 'react';

import { createStyled } from './factory.tsx';

const FLEX = {
  direction: 'flexDirection',
  align: 'alignItems',
  justify: 'justifyContent',
  wrap: 'flexWrap',
};

const stack = (base: object) =>
  createStyled(
    'div',
    { base: { display: 'flex', gap: '0.5rem', ...base } },
    { aliases: FLEX },
  ) as FunctionComponent<Omit<StackProps, 'separator'> & { ref?: Ref<HTMLDivElement> }>;

/** A `div` with style props. */
export const Box = createStyled('div') as unknown as typeof ChakraBox;

/** A flex container. */
export const Flex = createStyled(
  'div',
  { base: { display: 'flex' }, variants: { inline: { true: { display: 'inline-flex' } } } },
  { aliases: { ...FLEX, basis: 'flexBasis', grow: 'flexGrow', shrink: 'flexShrink' } },
) as unknown as typeof ChakraFlex;

/** A grid container. */
export const Grid = createStyled(
  'div',
  { base: { display: 'grid' }, variants: { inline: { true: { display: 'inline-grid' } } } },
  {
    aliases: {
      templateAreas: 'gridTemplateAreas',
      autoColumns: 'gridAutoColumns',
      column: 'gridColumn',
      row: 'gridRow',
      autoFlow: 'gridAutoFlow',
      autoRows: 'gridAutoRows',
      templateRows: 'gridTemplateRows',
      templateColumns: 'gridTemplateColumns',
    },
  },
) as unknown as typeof ChakraGrid;

/** Children below each other. */
export const Stack = stack({ flexDirection: 'column' });

/** Children beside each other. */
export const HStack = stack({ flexDirection: 'row', alignItems: 'center' });

/** Children below each other, centred. */
export const VStack = stack({ flexDirection: 'column', alignItems: 'center' });
