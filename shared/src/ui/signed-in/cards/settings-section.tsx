import { Box } from '@chakra-ui/react/box';
import { useId } from 'react';
import type { ReactNode } from 'react';

import { Heading } from '../../guest/heading.tsx';
import { Text } from '../../guest/text.tsx';

export interface SettingsSectionProps {
  title: string;
  description: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** One subject of a settings screen: title and description above its content. */
export function SettingsSection({ title, description, actions, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <Box as="section" aria-labelledby={titleId}>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="4">
        <Box flex="1 1 14rem" minWidth="0">
          <Heading id={titleId} fontSize="md">
            {title}
          </Heading>
          <Text fontSize="sm" color="fg.muted" mt="0.5">
            {description}
          </Text>
        </Box>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
