let asked: Promise<unknown> | undefined;

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return answer.json();
}

/**
 * Asks for the registry of a page that carries none, as one does that a server of files gives; the
 * page preloads it. Asked for once. Gives it unchecked, and rejects where it cannot be had.
 */
export function askForPageRegistry(url: string): Promise<unknown> {
  asked ??= ask(url);
  return asked;
}
