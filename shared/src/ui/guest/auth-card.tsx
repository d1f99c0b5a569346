import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { Heading } from './heading.tsx';
import { Logo } from './logo.tsx';
import { Text } from './text.tsx';

const Page = chakra('main', {
  base: {
    minHeight: '100dvh',
    display: 'grid',
    gridTemplateRows: '1fr auto 2fr',
    justifyItems: 'center',
    px: '4',
    py: '8',
  },
});
const Column = chakra('div', {
  base: {
    gridRow: '2',
    width: 'full',
    maxWidth: '24rem',
    '@media (pointer: fine)': { '--control': '2.25rem' },
  },
});
const Card = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
    p: { base: '5', sm: '7' },
  },
});

export interface AuthCardProps {
  /** The page's one `h1`. */
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Links under the card. */
  footer?: ReactNode;
}

/** The frame of the public pages: one card in the middle. */
export function AuthCard({ title, description, children, footer }: AuthCardProps) {
  return (
    <Page>
      <Column>
        <chakra.div display="flex" justifyContent="center" mb="6">
          <Logo size={28} />
        </chakra.div>
        <Card>
          <Heading as="h1" fontSize="xl">
            {title}
          </Heading>
          {description !== undefined && (
            <Text mt="1.5" color="fg.muted" textWrap="balance">
              {description}
            </Text>
          )}
          {children !== undefined && <chakra.div mt="6">{children}</chakra.div>}
        </Card>
        {footer !== undefined && (
          <chakra.div mt="5" textAlign="center" fontSize="sm" color="fg.muted">
            {footer}
          </chakra.div>
        )}
      </Column>
    </Page>
  );
}
