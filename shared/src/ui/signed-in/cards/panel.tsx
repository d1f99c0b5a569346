import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { ReactNode } from 'react';

import { Heading } from '../../guest/heading.tsx';
import { Text } from '../../guest/text.tsx';

const Frame = chakra('section', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'lg', minWidth: 0 },
  variants: {
    tone: {
      default: {},
      danger: { borderColor: 'color-mix(in srgb, {colors.danger} 45%, {colors.border.subtle})' },
    },
  },
});
const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', md: '5' },
    pt: '4',
    '&:last-child': { pb: '4' },
  },
});
const Body = chakra('div', {
  base: { px: { base: '4', md: '5' }, py: '4' },
  variants: { flush: { true: { px: '0', pb: '0' } } },
});

export interface PanelProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** `danger` is for actions that cannot be undone. */
  tone?: 'default' | 'danger' | undefined;
  /** Content without padding: tables and lists. */
  flush?: boolean | undefined;
}

/** A section of a screen in a frame. */
export function Panel({
  title,
  description,
  actions,
  children,
  tone = 'default',
  flush = false,
}: PanelProps) {
  const titleId = useId();
  const headed = title !== undefined || actions !== undefined;
  return (
    <Frame tone={tone} aria-labelledby={title === undefined ? undefined : titleId}>
      {headed && (
        <Head>
          <chakra.div flex="1 1 12rem" minWidth="0">
            <Heading
              id={titleId}
              fontSize="md"
              color={tone === 'danger' ? 'danger.fg' : 'fg.default'}
            >
              {title}
            </Heading>
            {description !== undefined && (
              <Text fontSize="sm" color="fg.muted" mt="1">
                {description}
              </Text>
            )}
          </chakra.div>
          {actions !== undefined && (
            <chakra.div display="flex" gap="2">
              {actions}
            </chakra.div>
          )}
        </Head>
      )}
      {children !== undefined && <Body flush={flush}>{children}</Body>}
    </Frame>
  );
}
