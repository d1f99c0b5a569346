import { usePage } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useSearchParams } from 'react-router-dom';

import { ConnectCard } from './connect-card.tsx';

/** Where a program sends a person who connects it to a workspace: the authorization endpoint of OAuth. */
export function ConnectPage() {
  usePage({ title: 'Connect a program' });
  const [parameters] = useSearchParams();

  return (
    <Box maxWidth="36rem">
      <PageHeader
        title="Connect a program"
        description="A program, such as an assistant, asks to read a workspace."
      />
      <ConnectCard key={parameters.toString()} request={Object.fromEntries(parameters)} />
    </Box>
  );
}
