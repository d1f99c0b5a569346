import { browserLabel, clientNameOf, shownName, type Session } from '@carrel/shared/contract';
import { Box, Flex, HStack, Text } from '@carrel/shared/ui';
import { Badge, RelativeTime } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { Monitor, Smartphone } from 'lucide-react';

const MOBILE = /Mobi|Android|iPhone|iPad/u;

const isMobile = ({ user_agent }: Session) => MOBILE.test(user_agent ?? '');

export const SESSION_COLUMNS: readonly TableColumn<Session>[] = [
  {
    key: 'browser',
    header: 'Browser',
    cell: (session) => (
      <HStack gap="2">
        <Flex color="fg.muted">
          {isMobile(session) ? (
            <Smartphone size={16} aria-hidden />
          ) : (
            <Monitor size={16} aria-hidden />
          )}
        </Flex>
        <Box minWidth="0">
          {browserLabel(session.user_agent)}
          <ProgramName session={session} />
        </Box>
        {session.active ? <Badge tone="accent">Current session</Badge> : null}
      </HStack>
    ),
  },
  {
    key: 'address',
    header: 'IP address',
    cell: ({ client_ip }) => client_ip ?? 'Unknown',
  },
  {
    key: 'created',
    header: 'Signed in',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used_at }) => <RelativeTime value={last_used_at} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expires_at }) => <RelativeTime value={expires_at} />,
  },
];

/** The name that a program gave when it was signed in from the browser. */
function ProgramName({ session }: { session: Session }) {
  const name = clientNameOf(session.user_agent);
  if (name === undefined) return null;
  return (
    <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
      {shownName(name)}
    </Text>
  );
}
