import { emailCooldownsSchema, RESEND_SECONDS, STORAGE_KEYS } from '@carrel/shared/contract';
import type { EmailCooldowns } from '@carrel/shared/contract';
import { atom } from 'jotai';
import type { WritableAtom } from 'jotai';
import * as v from 'valibot';

/** Milliseconds between two confirmation e-mails to one address. */
export const COOLDOWN = RESEND_SECONDS * 1000;

type Change = (cooldowns: EmailCooldowns) => EmailCooldowns;

const cooldownsSchema = v.pipe(v.string(), v.parseJson(), emailCooldownsSchema);

/** Returns the stored cooldowns; null when the browser refuses storage. */
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
    // Without storage a cooldown lasts until the page is loaded again.
  }
}

// A time further ahead than a cooldown was written while the clock was wrong.
function withoutExpired(cooldowns: EmailCooldowns): EmailCooldowns {
  const now = Date.now();
  return Object.fromEntries(
    Object.entries(cooldowns).filter(([, until]) => until > now && until <= now + COOLDOWN),
  );
}

const memoryAtom = atom<EmailCooldowns | null>(null);
memoryAtom.onMount = (set) => {
  // Another tab wrote, or cleared the storage.
  const adopt = ({ key }: StorageEvent) => {
    if (key === null || key === STORAGE_KEYS.emailCooldowns) set(readStored());
  };
  window.addEventListener('storage', adopt);
  return () => window.removeEventListener('storage', adopt);
};

/**
 * The end of each cooldown in milliseconds since the epoch, by e-mail id. It is stored in the
 * browser. Each change starts from the stored value, which another tab may have written, and deletes
 * expired cooldowns.
 */
export const cooldownsAtom: WritableAtom<EmailCooldowns, [Change], void> = atom(
  (get) => get(memoryAtom) ?? readStored() ?? {},
  (get, set, change: Change) => {
    const next = withoutExpired(change(readStored() ?? get(cooldownsAtom)));
    store(next);
    set(memoryAtom, next);
  },
);
