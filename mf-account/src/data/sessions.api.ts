import { client } from '@carrel/shared/api';
import { sessionListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listSessions = () => client.get(apiPaths.sessions()).json(sessionListSchema);

export const endOtherSessions = () => client.delete(apiPaths.sessions()).done();

export const revokeSession = (sessionId: string) =>
  client.delete(apiPaths.session(sessionId)).done();
