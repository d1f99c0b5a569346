export { createPasskey } from './create-passkey.ts';
export { PasskeyError } from './passkey-error.ts';
export { endPasskeyRequest, requestPasskey, requestPasskeyByAutofill } from './request-passkey.ts';
export { suggestedPasskeyName } from './suggested-passkey-name.ts';
