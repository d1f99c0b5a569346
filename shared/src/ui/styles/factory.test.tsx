import { Flex as ChakraFlex } from '@chakra-ui/react/flex';
import { Grid as ChakraGrid } from '@chakra-ui/react/grid';
import {
  HStack as ChakraHStack,
  Stack as ChakraStack,
  VStack as ChakraVStack,
} from '@chakra-ui/react/stack';
import { chakra as chakraFactory } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { buttonRecipe } from '../guest/controls/button-recipe.ts';
import { chakra } from './factory.tsx';
import { Flex, Grid, HStack, Stack, VStack } from './layouts.ts';
import { UiProvider } from '../theme/ui-provider.tsx';

const html = (element: ReactElement) => {
  const { container, unmount } = render(<UiProvider>{element}</UiProvider>);
  for (const one of container.querySelectorAll('*')) {
    const attributes = [...one.attributes].map(({ name, value }) => [name, value] as const);
    for (const [name] of attributes) one.removeAttribute(name);
    for (const [name, value] of attributes.toSorted(([a], [b]) => a.localeCompare(b)))
      one.setAttribute(name, value);
  }
  const text = container.innerHTML;
  unmount();
  return text;
};

const cell = {
  base: { px: '2', _hover: { bg: 'bg.hover' }, '& > svg': { boxSize: '1rem' } },
  variants: { error: { true: { color: 'danger.fg' } }, align: { start: {}, end: { ms: 'auto' } } },
} as const;

const cases: Record<string, (factory: typeof chakra) => ReactElement> = {
  'without styles': ({ p: P }) => <P id="one">Text</P>,
  'with style props': ({ div: Div }) => (
    <Div display={{ base: 'none', md: 'flex' }} mt="2" _hover={{ color: 'fg.muted' }} data-x="1" />
  ),
  'with an array of styles': ({ div: Div }) => (
    <Div css={[{ color: 'fg.muted' }, undefined, { '& a': { mt: '1' } }]} color="accent" />
  ),
  'with variants': (factory) => {
    const Cell = factory('td', cell);
    return (
      <>
        <Cell error>Wrong</Cell>
        <Cell error={false} align="end" px="4" colSpan={2} />
      </>
    );
  },
  'with default variants': (factory) => {
    const Button = factory('button', buttonRecipe);
    return <Button size="sm" aria-label="Close" disabled />;
  },
  'with default props': (factory) => {
    const Bar = factory(
      'span',
      { base: { width: '4' } },
      { defaultProps: { 'aria-hidden': true } },
    );
    return <Bar aria-hidden={undefined} />;
  },
  'as another element': ({ span: Span }) => (
    <Span as="output" truncate className="a">
      1
    </Span>
  ),
  'in the place of its child': ({ span: Span, a: A }) => (
    <Span asChild color="fg.muted" className="own" style={{ top: 1 }}>
      <A href="/" fontWeight="medium" className="link" style={{ left: 1 }}>
        Home
      </A>
    </Span>
  ),
};

const layouts = (parts: { F: typeof Flex; G: typeof Grid; S: typeof ChakraStack }) => (
  <parts.F align="center" wrap="wrap" grow="1" gap="2">
    <parts.G templateColumns={{ base: '1fr', md: '1fr 2fr' }} gap="4" inline />
    <parts.S gap="3" align="start" direction={{ base: 'column', md: 'row' }} />
  </parts.F>
);

// The order in which declarations are written differs, so their effect is compared.
const styles = (element: ReactElement) => {
  const { container, unmount } = render(<UiProvider>{element}</UiProvider>);
  const texts = [...container.querySelectorAll('*')].map((one) => {
    const style = getComputedStyle(one);
    return [
      'display',
      'align-items',
      'flex-direction',
      'flex-wrap',
      'flex-grow',
      'gap',
      'grid-template-columns',
    ]
      .map((property) => style.getPropertyValue(property))
      .join('|');
  });
  unmount();
  return texts;
};

describe('chakra', () => {
  it.each(Object.keys(cases))("renders the same as Chakra's own factory %s", (name) => {
    const element = cases[name];
    expect(element && html(element(chakra))).toBe(element && html(element(chakraFactory)));
  });

  it("renders the same layouts as Chakra's own", () => {
    expect(styles(layouts({ F: Flex, G: Grid, S: Stack as typeof ChakraStack }))).toEqual(
      styles(layouts({ F: ChakraFlex, G: ChakraGrid, S: ChakraStack })),
    );
    expect(styles(<HStack />)).toEqual(styles(<ChakraHStack />));
    expect(styles(<VStack gap="1" />)).toEqual(styles(<ChakraVStack gap="1" />));
  });

  it('runs the handlers and sets the refs of the element and of its child', () => {
    const calls: string[] = [];
    const own = vi.fn<(element: Element | null) => void>();
    const childRef = vi.fn<(element: Element | null) => void>();
    const { getByRole, unmount } = render(
      <UiProvider>
        <chakra.span asChild ref={own} onClick={() => calls.push('own')}>
          <button type="button" ref={childRef} onClick={() => calls.push('child')}>
            Press
          </button>
        </chakra.span>
      </UiProvider>,
    );
    const button = getByRole('button');
    button.click();
    expect(calls).toEqual(['own', 'child']);
    expect([own, childRef].map((ref) => ref.mock.lastCall)).toEqual([[button], [button]]);
    unmount();
    expect([own, childRef].map((ref) => ref.mock.lastCall)).toEqual([[null], [null]]);
  });
});
