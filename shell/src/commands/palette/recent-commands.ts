import { localStore } from '../../base/local-store.ts';

/** How many commands are stored. */
export const RECENT_MAX = 5;

const keyOf = (accountId: string) => `carrel-recent-commands-${accountId}`;

/** Returns the ids of the commands that a user ran last in this browser, the newest first. */
export function recentCommands(accountId: string): string[] {
  try {
    const stored = JSON.parse(localStore.get(keyOf(accountId)) ?? '[]') as unknown;
    if (!Array.isArray(stored)) return [];
    return stored.filter((id) => typeof id === 'string').slice(0, RECENT_MAX);
  } catch {
    return [];
  }
}

/** Stores a command as the most recent one. */
export function rememberCommand(accountId: string, id: string): void {
  const others = recentCommands(accountId).filter((one) => one !== id);
  localStore.set(keyOf(accountId), JSON.stringify([id, ...others].slice(0, RECENT_MAX)));
}
