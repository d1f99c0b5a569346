import { usePage } from '@carrel/shared/shell';

import { refreshRegistry } from '../remote-store.ts';
import { ScreenProblem } from './screen-problem.tsx';

/** The screen at a path that no remote has, such as when its entry in the registry is broken. */
export function MissingScreen() {
  usePage({ title: 'Not available' });
  return (
    <ScreenProblem
      title="This part of Carrel could not be loaded"
      message="The rest works as before. Try again in a moment."
      onRetry={() => void refreshRegistry()}
    />
  );
}
