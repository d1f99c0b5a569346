import { SourceError } from '../../../source-error.ts';
import { failureOfServer } from './git-failures.ts';

/** A branch, a tag or `HEAD`. */
export interface Ref {
  name: string;
  id: string;
  /** What an annotated tag stands for. */
  peeled?: string | undefined;
  /** What `HEAD` stands for, such as `refs/heads/main`. */
  target?: string | undefined;
}

/** Reads a line with a ref. @throws {SourceError} */
export function refOf(line: string): Ref {
  const [id = '', name = '', ...attributes] = line.split(' ');
  if (line.startsWith('ERR ')) throw failureOfServer(line.slice(4));
  if (!isObjectId(id) && id !== 'unborn') throw new SourceError('invalid_response');
  const valueOf = (key: string) =>
    attributes.find((attribute) => attribute.startsWith(key))?.slice(key.length);
  return { name, id, peeled: valueOf('peeled:'), target: valueOf('symref-target:') };
}

export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
