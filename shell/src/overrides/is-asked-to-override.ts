/** How a page says that remotes are to come from elsewhere or not at all. Kept equal to the contract's by a test. */
const PARAMETERS = /[?&](?:override-remote|disable-remotes)=/;
const COOKIE = /(?:^|; )carrel_overrides=/;

/** Whether this page may have overrides, so that their code must run before any remote's. */
export function isAskedToOverride(): boolean {
  return PARAMETERS.test(location.search) || COOKIE.test(document.cookie);
}
