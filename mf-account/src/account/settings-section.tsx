import { Box, Heading, Text } from '@carrel/shared/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface SettingsSectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** One subject of the account: what it is, in words, above what it holds. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <Box as="section" aria-labelledby={titleId}>
      <Heading id={titleId} fontSize="md">
        {title}
      </Heading>
      <Text fontSize="sm" color="fg.muted" mt="0.5" mb="4">
        {description}
      </Text>
      {children}
    </Box>
  );
}
