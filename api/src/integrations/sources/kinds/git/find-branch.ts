import { SourceError } from '../../source-error.ts';
import type { GitServer } from './protocol/git-server.ts';

export interface Branch {
  commit: string;
  /** Absent where the server does not say what its default branch is. */
  name: string | undefined;
}

const HEADS = 'refs/heads/';

/** The last commit of a branch, of a tag, or of the default branch. @throws {SourceError} */
export async function findBranch(server: GitServer, wanted: string | undefined): Promise<Branch> {
  if (wanted === undefined || wanted === '') {
    const head = (await server.refs(['HEAD'])).find(({ name }) => name === 'HEAD');
    if (head === undefined || head.id === 'unborn')
      throw new SourceError('not_found', {
        message: 'The repository has no default branch with a commit.',
      });
    return { commit: head.id, name: head.target?.replace(HEADS, '') };
  }
  // oxlint-disable-next-line no-control-regex -- names of branches have none
  if (/[\u0000-\u0020\u007F]/.test(wanted)) throw noBranch(wanted);
  const names = [`${HEADS}${wanted}`, `refs/tags/${wanted}`];
  const refs = await server.refs(names);
  const found = names
    .map((name) => refs.find((ref) => ref.name === name))
    .find((ref) => ref !== undefined);
  if (found === undefined) throw noBranch(wanted);
  return { commit: found.peeled ?? found.id, name: wanted };
}

const noBranch = (name: string) =>
  new SourceError('not_found', { message: `The repository has no branch "${name}".` });
