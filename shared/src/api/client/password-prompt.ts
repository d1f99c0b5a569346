/** `by` is the value of `REAUTHENTICATE_HEADER`. */
type AskForPassword = (by: string) => Promise<boolean>;

let ask: AskForPassword | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Sets what asks the user for the password when a call needs it, and returns a function that removes
 * it. It resolves with true once the server has accepted the password, with false if the user cancels.
 */
export function setPasswordPrompt(prompt: AskForPassword): () => void {
  ask = prompt;
  return () => {
    if (ask === prompt) ask = undefined;
  };
}

/**
 * Asks for the password, once for all concurrent calls. Returns whether they may be sent again. With `sso`, single
 * sign-on is enough.
 */
export function confirmPassword(by = 'password'): Promise<boolean> {
  asking ??= (ask?.(by) ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
