/** Issues that one response names. */
export const ISSUES_MAX = 20;
const LENGTH_MAX = 200;

/** Returns the path of an issue, shortened: names of unknown fields are the caller's, and may be as long as a body. */
export const issuePath = (path: string): string => path.slice(0, LENGTH_MAX).toWellFormed();
