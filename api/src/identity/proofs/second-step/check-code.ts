import { encryptionOf } from '../../../platform/access/secrets/encryption.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { authenticatorAppOf, type CodeProof, type StoredApp } from './app-repository.ts';
import { stepOfCode } from './totp.ts';

type NeededDependencies = Pick<Dependencies, 'database' | 'settings'>;

/** What the secret of an account's authenticator app is encrypted for. */
const contextOf = (accountId: string) => `totp ${accountId}`;

/** Returns a secret as it is stored. Runs outside of transactions: the key is read by a connection of its own. */
export const encryptSecret = (
  { database, settings }: NeededDependencies,
  accountId: string,
  secret: string,
): Promise<Buffer> => encryptionOf(database, settings).encrypt(secret, contextOf(accountId));

/**
 * Returns what a code proves; undefined for a wrong one. It is checked before the transaction that relies on it, in
 * which `use` or `confirm` of the repository decides.
 */
export async function checkCode(
  dependencies: NeededDependencies,
  accountId: string,
  code: string,
): Promise<CodeProof | undefined> {
  const app = await authenticatorAppOf(dependencies.database, accountId).findConfirmed();
  return prove(dependencies, accountId, code, app);
}

/** The same for an app that is being enrolled. */
export async function checkEnrolment(
  dependencies: NeededDependencies,
  accountId: string,
  code: string,
): Promise<CodeProof | undefined> {
  const app = await authenticatorAppOf(dependencies.database, accountId).findEnrolment();
  return prove(dependencies, accountId, code, app);
}

async function prove(
  { database, settings }: NeededDependencies,
  accountId: string,
  code: string,
  app: StoredApp | undefined,
): Promise<CodeProof | undefined> {
  if (app === undefined) return undefined;
  const encryption = encryptionOf(database, settings);
  const secret = await encryption.decrypt(app.secret, contextOf(accountId));
  const step = stepOfCode(secret, code, app.seconds);
  return step === undefined ? undefined : { secret: app.secret, step };
}
