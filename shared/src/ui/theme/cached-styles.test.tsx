import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { chakra, ChakraProvider, createSystem, defineRecipe } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

import { withCachedStyles } from './cached-styles.ts';

const recipe = defineRecipe({
  base: { px: '2', _hover: { bg: 'bg.subtle' } },
  variants: { size: { sm: { fontSize: 'sm' }, md: { fontSize: 'md' } } },
  defaultVariants: { size: 'md' },
});
const Card = chakra('article', recipe);

const system = createSystem(defaultBaseConfig);
const cached = withCachedStyles(system);
const classOf = (node: ReactNode, value = cached) =>
  render(<ChakraProvider value={value}>{node}</ChakraProvider>).container.firstElementChild
    ?.className;

test('each combination of styles has the class that Chakra gives it', () => {
  const small = classOf(<Card size="sm" p="2" />);
  expect(classOf(<Card size="sm" p="2" />)).toBe(small);
  const others = [
    <Card key="size" p="2" />,
    <Card key="style" size="sm" p="3" />,
    <Card key="nested" size="sm" p="2" _hover={{ p: '1' }} />,
    <Card key="responsive" size="sm" p={{ base: '2', md: '3' }} />,
    <Card key="css" size="sm" p="2" css={{ '& a': { p: '1' } }} />,
  ];
  const classes = others.map((card) => classOf(card));
  expect(new Set([small, ...classes]).size).toBe(6);
  expect(classes).toEqual(others.map((card) => classOf(card, system)));
});

test('a recipe and a combination of styles are resolved once', () => {
  const cva = vi.fn<typeof system.cva>(system.cva);
  const css = vi.fn<typeof system.css>(system.css);
  const counted = withCachedStyles({ ...system, cva: cva as typeof system.cva, css });
  const cards = Array.from({ length: 20 }, (_, index) => <Card key={index} mt={index % 2} />);
  classOf(<section>{cards}</section>, counted);
  expect(cva).toHaveBeenCalledOnce();
  expect(css).toHaveBeenCalledTimes(2);
});
