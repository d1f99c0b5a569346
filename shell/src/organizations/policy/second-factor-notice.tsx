import { consolePaths } from '@carrel/shared/paths';
import { Box, Link, Text } from '@carrel/shared/ui';
import { formatDate } from '@carrel/shared/ui/signed-in';
import { ShieldAlert } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

interface SecondFactorNoticeProps {
  organizationName: string;
  /** A timestamp. */
  from: string;
}

/** Names the day from which on the organization requires a second factor. */
export function SecondFactorNotice({ organizationName, from }: SecondFactorNoticeProps) {
  return (
    <Box
      as="section"
      aria-label="Sign-in policy"
      display="flex"
      alignItems="center"
      gap="3"
      mb="6"
      px="4"
      py="3"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Box color="fg.muted" flexShrink="0">
        <ShieldAlert size={16} aria-hidden />
      </Box>
      <Text fontSize="sm">
        From {formatDate(from)}, {organizationName} requires a second factor to sign in.{' '}
        <Link asChild>
          <RouterLink to={consolePaths.account()}>Set one up in your account</RouterLink>
        </Link>
      </Text>
    </Box>
  );
}
