import { emailCooldownsSchema, STORAGE_KEYS } from '@carrel/shared/contract';
import type { EmailCooldowns } from '@carrel/shared/contract';
import { atom } from 'jotai';
import type { WritableAtom } from 'jotai';
import * as v from 'valibot';

type Change = (cooldowns: EmailCooldowns) => EmailCooldowns;

const cooldownsSchema = v.pipe(v.string(), v.parseJson(), emailCooldownsSchema);

function readStored(): EmailCooldowns {
  try {
    const stored = v.safeParse(cooldownsSchema, localStorage.getItem(STORAGE_KEYS.emailCooldowns));
    return stored.success ? stored.output : {};
  } catch {
    return {};
  }
}

function store(cooldowns: EmailCooldowns): void {
  try {
    if (Object.keys(cooldowns).length === 0) localStorage.removeItem(STORAGE_KEYS.emailCooldowns);
    else localStorage.setItem(STORAGE_KEYS.emailCooldowns, JSON.stringify(cooldowns));
  } catch {
    // A browser that refuses storage still counts down, until the page is loaded again.
  }
}

function withoutExpired(cooldowns: EmailCooldowns): EmailCooldowns {
  const now = Date.now();
  return Object.fromEntries(Object.entries(cooldowns).filter(([, until]) => until > now));
}

const memoryAtom = atom<EmailCooldowns | null>(null);

/**
 * Until when a confirmation may not be sent again, in milliseconds since the epoch, by e-mail id.
 * Survives the page; each change prunes what has expired.
 */
export const cooldownsAtom: WritableAtom<EmailCooldowns, [Change], void> = atom(
  (get) => get(memoryAtom) ?? readStored(),
  (get, set, change: Change) => {
    const next = withoutExpired(change(get(cooldownsAtom)));
    store(next);
    set(memoryAtom, next);
  },
);
