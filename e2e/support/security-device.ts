import type { CDPSession, Page } from '@playwright/test';

/** Gives a page's browser WebAuthn without its dialogs, and returns what controls it. */
export async function enableWebAuthn(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  return devtools;
}

/** Adds a device that stores passkeys, and whose owner unlocks it at once. Returns its id. */
export async function addSecurityDevice(
  devtools: CDPSession,
  transport: 'internal' | 'usb' = 'internal',
): Promise<string> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}
