import * as v from 'valibot';

import { declarationProblems, remoteReleaseSchema } from '../../releases/public.ts';
import type { RemoteRelease } from '../../releases/public.ts';
import type { RemoteOptions } from './remote-options.ts';

const declarationSchema = v.pick(remoteReleaseSchema, ['routes', 'sidebar', 'commands']);

/**
 * Returns what a remote declares of itself, as it is in its release. Throws where that is not valid: what a
 * registry that was written by hand is allowed is an error in a build.
 */
export function declarationOf(
  options: Pick<RemoteOptions, 'name' | 'routes' | 'sidebar' | 'commands'>,
): Pick<RemoteRelease, 'routes' | 'sidebar' | 'commands'> {
  const { name, ...declared } = options;
  const { success, output, issues = [] } = v.safeParse(declarationSchema, declared);
  const problems = success
    ? declarationProblems({ [name]: output })
    : issues.map((issue) => `${name}.${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  if (problems.length > 0) throw new Error(['The remote declares:', ...problems].join('\n  '));
  // A release without these lists was built before they existed.
  return { sidebar: [], commands: [], ...(output as v.InferOutput<typeof declarationSchema>) };
}
