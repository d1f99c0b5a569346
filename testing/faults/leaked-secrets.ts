/** Returns the kinds of the secrets that a text contains, in plain text or encoded. */
export function leakedSecrets(text: string, secrets: ReadonlyMap<string, string>): string[] {
  return [...secrets]
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
        text.includes(form),
      ),
    )
    .map(([kind]) => kind);
}
