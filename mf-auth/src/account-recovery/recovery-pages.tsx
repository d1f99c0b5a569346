import { usePage } from '@carrel/shared/shell';
import { useParams } from 'react-router-dom';

import {
  CompleteRecoveryScreen,
  InvalidRecoveryLink,
  StopRecoveryScreen,
} from './recovery-screens.tsx';

/** The screen of the link that completes an account recovery. */
export function CompleteRecoveryPage() {
  const token = useRecoveryToken();
  return token === '' ? (
    <InvalidRecoveryLink />
  ) : (
    <CompleteRecoveryScreen key={token} token={token} />
  );
}

/** The screen of the link that stops one. */
export function StopRecoveryPage() {
  const token = useRecoveryToken();
  return token === '' ? <InvalidRecoveryLink /> : <StopRecoveryScreen key={token} token={token} />;
}

function useRecoveryToken(): string {
  usePage({ title: 'Account recovery' });
  return useParams()['token']?.trim() ?? '';
}
