import { messageOf } from '@carrel/shared/api/guest';
import { CHALLENGE_SECONDS, type UsedPasskey } from '@carrel/shared/contract/sign-in';
import {
  endPasskeyRequest,
  PasskeyError,
  requestPasskey,
  requestPasskeyByAutofill,
} from '@carrel/shared/passkeys';
import { toast } from '@carrel/shared/ui';

import { signInByPasskey, startPasskeySignIn } from '../data/passkeys.api.ts';

/** Opens what follows a sign-in. */
type Finish = () => Promise<void>;

/** A request that ends sooner was not seen by the user: it would end like this again. */
const SEEN_MILLISECONDS = 1000;

/** A page that stays open takes a new challenge before its last one expires. */
const RENEWAL_MILLISECONDS = (CHALLENGE_SECONDS - 60) * 1000;

/** Signs in by a passkey that the user chooses now. Returns whether that worked, and shows why not. */
export async function signInNow(finish: Finish): Promise<boolean> {
  try {
    return await send(await requestPasskey(await startPasskeySignIn()), finish);
  } catch (error) {
    showFailure(error);
    return false;
  }
}

const end = () => void endPasskeyRequest();

/** Offers passkeys by autofill until one has signed in, another request takes its place, or `signal` is aborted. */
export async function offerPasskeys(finish: Finish, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', end);
  try {
    for (let start = -Infinity; !signal.aborted && performance.now() - start > SEEN_MILLISECONDS;) {
      start = performance.now();
      const outcome = await requestOnce(signal);
      if (outcome === 'ended' || signal.aborted) return;
      if (outcome !== 'again' && (await send(outcome, finish))) return;
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function requestOnce(signal: AbortSignal): Promise<UsedPasskey | 'again' | 'ended'> {
  let isRenewed = false;
  const stopRenewal = renewLater(() => {
    isRenewed = true;
    void endPasskeyRequest();
  });
  try {
    const used = await requestPasskeyByAutofill(async () => {
      const options = await startPasskeySignIn();
      signal.throwIfAborted();
      return options;
    });
    return used ?? 'ended';
  } catch (error) {
    if (isRenewed) return 'again';
    // Without autofill the page works as before: nothing is said.
    if (!(error instanceof PasskeyError) || error.failure === 'aborted') return 'ended';
    return 'again';
  } finally {
    stopRenewal();
  }
}

/** Calls back when a challenge is old, once the page is visible. Returns a function that cancels. */
function renewLater(renew: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') renew();
  };
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') renew();
    else document.addEventListener('visibilitychange', whenVisible);
  }, RENEWAL_MILLISECONDS);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}

async function send(passkey: UsedPasskey, finish: Finish): Promise<boolean> {
  try {
    await signInByPasskey(passkey);
    await finish();
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}

function showFailure(error: unknown): void {
  toast.error(
    error instanceof PasskeyError
      ? error.message
      : messageOf(error, 'Login failed. Please try again.'),
  );
}
