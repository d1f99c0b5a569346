import { UnreadableSetting } from '../../settings/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Credentials of a store. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** @throws {UnreadableSetting} where the environment has no credentials. */
export function requireCredentials(environment: Environment): S3Credentials {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) {
    throw new UnreadableSetting(
      'The setting STORAGE_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}
