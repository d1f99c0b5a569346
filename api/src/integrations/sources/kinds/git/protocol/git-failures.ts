import { SourceError } from '../../../source-error.ts';

export const notARepository = () =>
  new SourceError('invalid_response', {
    message: 'The address does not lead to a Git repository.',
  });

export const dumbServer = () =>
  new SourceError('invalid_response', {
    message:
      'The server offers the repository as plain files only ("dumb http"), which cannot be read.',
  });

export const oldProtocol = () =>
  new SourceError('invalid_response', {
    message: "The server's version of Git's protocol is too old.",
  });

/** What the status of a server of repositories means. Most hide private ones behind 404 or 401. */
export function failureOfStatus(status: number, hasSecret: boolean): SourceError {
  if (status === 401)
    return new SourceError('sign_in', {
      message: hasSecret
        ? 'The server refused the user name and the token or password.'
        : 'There is no public repository at this address. Enter a token if it is private.',
    });
  if (status === 403)
    return new SourceError('forbidden', {
      message: hasSecret
        ? 'The token or account may not read this repository.'
        : 'The server does not allow this repository to be read without a token.',
    });
  return new SourceError('not_found', {
    message: hasSecret
      ? 'There is no repository at this address, or the token or account may not see it.'
      : 'There is no repository at this address, or it is private and needs a token.',
  });
}

/** An object that the server no longer has, as after a forced push. */
export class MissingObject extends SourceError {
  constructor() {
    super('not_found');
  }
}

const SAID_MAX = 200;

/** What a server says when it cannot send objects. */
export function failureOfServer(text: string): SourceError {
  if (/not our ref|unadvertised object|missing|bad object|not found/i.test(text))
    return new MissingObject();
  // oxlint-disable-next-line no-control-regex -- what a server says is shown to people
  const said = text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, SAID_MAX);
  return new SourceError('invalid_response', {
    message: `The Git server could not send the repository: ${said.trim()}`,
  });
}
