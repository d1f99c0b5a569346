import type { Member } from '@carrel/shared/contract';
import { Text } from '@carrel/shared/ui';

/** What a member can sign in with, for those who may see it. */
export function FactorText({ factors }: Pick<Member, 'factors'>) {
  if (factors === null || factors === undefined) return null;
  const { password, totp, passkeys } = factors;
  const second = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'Passkey' : `${passkeys} passkeys`] : []),
    ...(totp ? ['Authenticator app'] : []),
  ];
  const only = password ? 'Password only' : 'Single sign-on';
  return (
    <Text fontSize="xs" color="fg.muted">
      {second.length === 0 ? only : second.join(', ')}
    </Text>
  );
}
