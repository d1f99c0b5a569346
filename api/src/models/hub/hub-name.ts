import { HubFailure } from './hub-failure.ts';

/** A model of the hub, as a setting names it. */
export interface HubName {
  /** `owner/name`. */
  id: string;
  /** A branch, a tag or a commit. */
  revision: string;
  /** Its folder, below that of all models. */
  folder: string;
}

const REVISION_DEFAULT = 'main';
const SEGMENT = /^\w(?:[\w.-]{0,94}\w)?$/;
/** What the hub allows in no name. `..` would lead out of a folder. */
const FORBIDDEN = /--|\.\.|\.git$/;

const isSegment = (text: string) => SEGMENT.test(text) && !FORBIDDEN.test(text);

/** Returns whether a text is `owner/name` or `owner/name@revision`. */
export const isHubName = (text: string): boolean => readHubName(text) !== undefined;

/** `revision` is that of a name without one. @throws {HubFailure} for a malformed name. */
export function parseHubName(text: string, revision?: string): HubName {
  const name = readHubName(text, revision);
  if (name !== undefined) return name;
  throw new HubFailure(
    'name',
    'The name of a model on the hub must be such as BAAI/bge-small-en-v1.5 or BAAI/bge-small-en-v1.5@main.',
  );
}

function readHubName(text: string, otherwise?: string): HubName | undefined {
  const [id = '', named, ...more] = text.split('@');
  const revision = named ?? otherwise;
  const segments = id.split('/');
  const isValid = segments.length === 2 && segments.every(isSegment) && more.length === 0;
  if (!isValid || (revision !== undefined && !isSegment(revision))) return undefined;
  return {
    id,
    revision: revision ?? REVISION_DEFAULT,
    folder: revision === undefined ? id : `${id}@${revision}`,
  };
}
