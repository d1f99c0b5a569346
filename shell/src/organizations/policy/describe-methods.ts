const WORDS: Readonly<Record<string, string>> = {
  password: 'a password',
  passkey: 'a passkey',
  sso: 'single sign-on',
  mail: 'a code by mail',
};

/** Returns the ways to sign in as a list: "a passkey or single sign-on". */
export function describeMethods(methods: readonly string[]): string {
  const words = methods.map((method) => WORDS[method] ?? method);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
}
