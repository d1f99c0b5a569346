import { invalid } from '../../../platform/http/problems.ts';
import { PASSWORD_MIN } from '@carrel/shared/contract';

/** The names and addresses of the person who chooses a password. */
export interface Identity {
  names: readonly string[];
  addresses: readonly string[];
}

/**
 * Refuses a password that is guessed first: one of the most common ones, or the person's own name or
 * address. `field` is its path in the request.
 * @throws {Problem} 422 with the reason.
 */
export async function checkPassword(
  field: 'password' | 'new_password',
  password: string,
  { names, addresses }: Identity,
): Promise<void> {
  const folded = fold(password);
  const refuse = (message: string) => invalid([{ path: field, message }]);
  if (await isCommonPassword(folded)) {
    throw refuse('This password is one of the most common ones. Please choose another.');
  }
  if (addresses.some((address) => [address, localPart(address)].map(fold).includes(folded))) {
    throw refuse('Password must not be your email address. Please choose another.');
  }
  if (namesTogether(names).includes(folded)) {
    throw refuse('Password must not be your name. Please choose another.');
  }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim();

const localPart = (address: string) => address.slice(0, address.lastIndexOf('@'));

/** Each name, and all in either order, with and without a space. */
function namesTogether(names: readonly string[]): string[] {
  const orders = [names, names.toReversed()];
  return [...names, ...orders.flatMap((order) => [order.join(' '), order.join('')])].map(fold);
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password, in lower case, is one of the most common ones. */
async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(password);
}

/** Loaded at first use: about 18,000 passwords that are not too short anyway. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(passwords.filter((password) => password.length >= PASSWORD_MIN));
}
