import { client, messageOf } from '@carrel/shared/api';
import { passkeyRequestOptionsSchema } from '@carrel/shared/contract';
import { PasskeyError, requestPasskey } from '@carrel/shared/passkeys';
import { apiPaths } from '@carrel/shared/paths';
import { Button, FormMessage, Stack, Text } from '@carrel/shared/ui';
import { FIRST_FOCUS } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { factorsQuery } from './factors.queries.ts';

async function confirmByPasskey(): Promise<void> {
  const options = await client
    .post(apiPaths.passkeyReauthenticationOptions(), { changesNothing: true })
    .json(passkeyRequestOptionsSchema);
  const passkey = await requestPasskey(options);
  await client.post(apiPaths.passkeyReauthentication(), { json: { passkey } }).done();
}

/** Authenticates again by a passkey; nothing for an account without one. */
export function PasskeyConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const factors = useQuery(factorsQuery);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  if ((factors.data?.passkeys ?? 0) === 0) return null;

  const confirm = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await confirmByPasskey();
      onConfirmed();
    } catch (error) {
      setFailure(
        error instanceof PasskeyError
          ? error.message
          : messageOf(error, 'Failed to use the passkey. Please try again.'),
      );
    } finally {
      setPending(false);
    }
  };

  return (
    <Stack gap="3">
      <FormMessage>{failure}</FormMessage>
      <Button
        variant="primary"
        loading={pending}
        loadingText="Waiting for your passkey"
        onClick={confirm}
        {...FIRST_FOCUS}
      >
        Use a passkey
      </Button>
      <Text fontSize="sm" color="fg.muted" textAlign="center">
        or
      </Text>
    </Stack>
  );
}
