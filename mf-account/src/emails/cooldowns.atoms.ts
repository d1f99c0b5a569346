import { emailCooldownsSchema, RESEND_SECONDS, STORAGE_KEYS } from '@carrel/shared/contract';
import type { EmailCooldowns } from '@carrel/shared/contract';
import { atom } from 'jotai';
import type { WritableAtom } from 'jotai';
import * as v from 'valibot';

/** Milliseconds between two confirmation e-mails to one address. */
export const COOLDOWN = RESEND_SECONDS * 1000;

type Change = (cooldowns: EmailCooldowns) => EmailCooldowns;

const cooldownsSchema = v.pipe(v.string(), v.parseJson(), emailCooldownsSchema);

/** What is stored now; null where the browser refuses storage. */
function readStored(): EmailCooldowns | null {
  try {
    const stored = v.safeParse(cooldownsSchema, localStorage.getItem(STORAGE_KEYS.emailCooldowns));
    return stored.success ? stored.output : {};
  } catch {
    return null;
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

// What lies further ahead than a cooldown lasts was written under another clock.
function withoutExpired(cooldowns: EmailCooldowns): EmailCooldowns {
  const now = Date.now();
  return Object.fromEntries(
    Object.entries(cooldowns).filter(([, until]) => until > now && until <= now + COOLDOWN),
  );
}

const memoryAtom = atom<EmailCooldowns | null>(null);

/**
 * Until when a confirmation may not be sent again, in milliseconds since the epoch, by e-mail id.
 * Survives the page; each change starts from what is stored, which another tab may have written, and
 * prunes what has expired.
 */
export const cooldownsAtom: WritableAtom<EmailCooldowns, [Change], void> = atom(
  (get) => get(memoryAtom) ?? readStored() ?? {},
  (get, set, change: Change) => {
    const next = withoutExpired(change(readStored() ?? get(cooldownsAtom)));
    store(next);
    set(memoryAtom, next);
  },
);
