import { usePage } from '@carrel/shared/shell';

import { whySwitchedOff } from '../../base/overlay.ts';
import { retryRemote } from '../remote-store.ts';
import { ScreenProblem } from './screen-problem.tsx';

interface UnavailableScreenProps {
  remote: string;
  module: string;
  /** Why the remote must not run here; absent where it could not be loaded. */
  refusal?: string;
}

/** Shown instead of a screen whose remote does not run, with Retry. */
export function UnavailableScreen({ remote, module, refusal }: UnavailableScreenProps) {
  usePage({ title: 'Not available' });
  if (whySwitchedOff(remote) !== undefined) {
    return (
      <ScreenProblem
        title="This part of Carrel is switched off"
        message="The address of this page says so. The rest works as before."
      />
    );
  }
  const retry = () => void retryRemote(remote, module);
  return refusal === undefined ? (
    <ScreenProblem
      title="This part of Carrel could not be loaded"
      message="The rest works as before. Check your connection and try again."
      onRetry={retry}
    />
  ) : (
    <ScreenProblem
      title="This part of Carrel does not fit the rest yet"
      message={`${refusal} Load the page again for the newest one, or try again later. The rest works as before.`}
      onRetry={retry}
    />
  );
}
