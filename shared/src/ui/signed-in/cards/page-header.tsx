import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { Heading } from '../../guest/heading.tsx';
import { Text } from '../../guest/text.tsx';

const Header = chakra('header', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '4', mb: '6' },
});
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

export interface PageHeaderProps {
  /** The screen's one `h1`. */
  title: ReactNode;
  description?: ReactNode;
  /** Buttons; one of them primary at most. */
  actions?: ReactNode;
}

/** The head of a screen. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Header>
      <chakra.div flex="1 1 16rem" minWidth="0">
        <Heading as="h1" fontSize="xl" lineHeight="1.6" overflowWrap="anywhere">
          {title}
        </Heading>
        {description !== undefined && (
          <Text color="fg.muted" maxWidth="42rem" overflowWrap="anywhere">
            {description}
          </Text>
        )}
      </chakra.div>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Header>
  );
}
