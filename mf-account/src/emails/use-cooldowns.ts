import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';

import { COOLDOWN, cooldownsAtom } from './cooldowns.atoms.ts';

const SECOND = 1000;

/** The cooldowns of the resend buttons, counting down each second. */
export function useCooldowns() {
  const [cooldowns, change] = useAtom(cooldownsAtom);
  const [now, setNow] = useState(() => Date.now());
  const running = Object.keys(cooldowns).length > 0;

  useEffect(() => {
    if (!running) return undefined;
    // Prunes on load and on each tick: an expired entry neither blocks a button nor stays stored.
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
    forget: (emailId: string) => change(({ [emailId]: _forgotten, ...others }) => others),
  };
}
