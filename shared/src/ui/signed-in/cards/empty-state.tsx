import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { Heading } from '../../guest/heading.tsx';
import { Text } from '../../guest/text.tsx';

const Frame = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '1',
    px: '6',
    py: '12',
    textAlign: 'center',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    borderRadius: 'lg',
  },
});
const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '10',
    mb: '2',
    borderRadius: 'md',
    borderWidth: '1px',
    color: 'fg.muted',
    bg: 'bg.canvas',
    '& svg': { boxSize: '1.25rem' },
  },
});

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  description?: ReactNode;
  /** The one action that helps. */
  action?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, description, action }: EmptyStateProps) {
  return (
    <Frame>
      <Mark aria-hidden>{icon}</Mark>
      <Heading fontSize="md" overflowWrap="anywhere">
        {title}
      </Heading>
      {description !== undefined && (
        <Text color="fg.muted" maxWidth="28rem">
          {description}
        </Text>
      )}
      {action !== undefined && <chakra.div mt="3">{action}</chakra.div>}
    </Frame>
  );
}
