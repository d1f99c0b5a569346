import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';

import { COOLDOWN, cooldownsAtom } from '../data/cooldowns.atoms.ts';

const SECOND = 1000;

/** Returns the cooldowns of the resend buttons, which count down each second. */
export function useCooldowns() {
  const [cooldowns, change] = useAtom(cooldownsAtom);
  const [now, setNow] = useState(() => Date.now());
  const running = Object.keys(cooldowns).length > 0;

  useEffect(() => {
    if (!running) return undefined;
    // Deletes expired cooldowns on load and on each tick.
    const tick = () => {
      setNow(Date.now());
      change((current) => current);
    };
    tick();
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, [running, change]);

  return {
    secondsLeft: (emailId: string) =>
      Math.max(0, Math.ceil(((cooldowns[emailId] ?? 0) - now) / SECOND)),
    start: (emailId: string) => {
      setNow(Date.now());
      change((current) => ({ ...current, [emailId]: Date.now() + COOLDOWN }));
    },
    remove: (emailId: string) => change(({ [emailId]: _removed, ...others }) => others),
  };
}
