import type { AuditRecord } from '@carrel/shared/contract';

/** What is said of an action. */
export interface ActionWords {
  /** The name of the action in the filter. */
  label: string;
  /** Returns the words after the actor's name. */
  text: (record: AuditRecord) => string;
}

/** "the workspace Research", or "a workspace" where no name is known. */
export const the = (noun: string, name: string | null | undefined): string =>
  name === null || name === undefined
    ? `${noun.startsWith('API') ? 'an' : 'a'} ${noun}`
    : `the ${noun} ${name}`;

/** The name of the account that a record is about. */
export const person = ({ object }: AuditRecord): string =>
  object.name ?? 'someone whose account is deleted';

/** " as Reader". */
export const as = (role: string | undefined): string => (role === undefined ? '' : ` as ${role}`);

/** "created the group Writers". */
export const did =
  (verb: string, noun: string) =>
  (record: AuditRecord): string =>
    `${verb} ${the(noun, record.object.name)}`;
