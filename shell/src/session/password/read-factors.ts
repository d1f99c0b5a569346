import { client } from '@carrel/shared/api';
import { factorsSchema, type Factors } from '@carrel/shared/contract';
import { signInPaths } from '@carrel/shared/paths/sign-in';

/** A server that cannot say what an account has asks for its password. */
const PASSWORD_ONLY: Factors = { password: true, totp: false, passkeys: 0, recovery_codes: 0 };

/** Returns what the user can authenticate again with. */
export async function readFactors(): Promise<Factors> {
  try {
    return await client.get(signInPaths.factors()).json(factorsSchema);
  } catch {
    return PASSWORD_ONLY;
  }
}
