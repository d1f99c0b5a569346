import type { Override, OverrideProblem } from '@carrel/shared/releases';

/** The banner's line about one remote. */
export interface OverrideNotice {
  /** `active` and `off` were applied; with `refused` and `failed` the released version runs. */
  kind: 'active' | 'off' | 'refused' | 'failed';
  text: string;
}

const INSTEAD = 'The released version runs instead.';

const sentences: Record<OverrideProblem, (override: Override, remotes: string) => string> = {
  'unknown-remote': ({ remote }, remotes) =>
    `There is no remote “${remote}” to override. There are ${remotes}.`,
  'no-address': ({ remote, url }) =>
    `${remote} cannot come from “${url}”, which is no address such as http://localhost:3004. ${INSTEAD}`,
  elsewhere: ({ remote, url }) =>
    `${remote} may not come from ${url}: only your own computer can be named. ${INSTEAD}`,
  forbidden: ({ remote, url }) =>
    `${remote} may not come from ${url}: this is a production environment, and its registry does not allow overrides. ${INSTEAD}`,
};

export function refusedNotice(
  override: Override,
  problem: OverrideProblem,
  remotes: readonly string[],
): OverrideNotice {
  return { kind: 'refused', text: sentences[problem](override, remotes.join(', ')) };
}

export function failedNotice({ remote, url }: Override, reason: string): OverrideNotice {
  return { kind: 'failed', text: `${remote} could not come from ${url}: ${reason} ${INSTEAD}` };
}

export function activeNotice({ remote, url }: Override): OverrideNotice {
  return { kind: 'active', text: `${remote} comes from ${url}` };
}
