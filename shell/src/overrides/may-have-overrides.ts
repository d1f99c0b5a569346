/** The parameters and the cookie of overrides. A test keeps them equal to the contract's. */
const PARAMETERS = /[?&](?:override-remote|disable-remotes)=/;
const COOKIE = /(?:^|; )carrel_overrides=/;

/** Returns whether this page may have overrides: their code must run before any remote's. */
export function mayHaveOverrides(): boolean {
  return PARAMETERS.test(location.search) || COOKIE.test(document.cookie);
}
