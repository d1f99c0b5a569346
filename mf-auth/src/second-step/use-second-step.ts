import { isApiError, messageOf } from '@carrel/shared/api/guest';
import type { SecondStepInput } from '@carrel/shared/contract/sign-in';
import { toast } from '@carrel/shared/ui';

import { useFinishSignIn } from '../parts/use-finish-sign-in.ts';
import { completeSignIn } from '../data/second-step.api.ts';

/** From this number on, the owner is asked to make new codes. */
const FEW_CODES = 3;

const EXPIRED = 'This sign-in has expired. Please enter your password again.';

/** Returns whether the password must be entered again. */
export const isExpired = (error: unknown) => isApiError(error) && error.kind === 'session';

/** Says so, and goes back. */
export function goBack(onBack: () => void): void {
  toast.error(EXPIRED);
  onBack();
}

/**
 * Returns what the forms of the second step do with a code: sign in, or go back where the password must be entered
 * again. Other failures go to `onWrong`, for the field.
 */
export function useSecondStep(
  destination: string,
  onBack: () => void,
  onWrong: (message: string) => void,
) {
  const finish = useFinishSignIn(destination);
  return {
    send: async (input: SecondStepInput) => {
      const { recovery_codes: left } = await completeSignIn(input);
      await finish(left === undefined ? undefined : describeCodes(left));
    },
    onFailed: (error: unknown) => {
      if (isExpired(error)) goBack(onBack);
      else onWrong(messageOf(error, 'Login failed. Please try again.'));
    },
  };
}

function describeCodes(left: number): string {
  const codes = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`;
  return left > FEW_CODES
    ? `Signed in. ${codes}.`
    : `Signed in. ${left === 0 ? 'No recovery code is left' : codes}: make new ones in your account settings.`;
}
