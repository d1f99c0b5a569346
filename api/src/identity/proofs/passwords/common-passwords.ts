import { PASSWORD_MIN } from '@carrel/shared/contract';

let list: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password, in lower case, is one of the most common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(password);
}

/** Loaded at first use: about 18,000 passwords that are not too short anyway. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(passwords.filter((password) => password.length >= PASSWORD_MIN));
}
