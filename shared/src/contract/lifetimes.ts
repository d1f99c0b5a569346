/** For how long the links of messages work; each works once. */
export const CONFIRMATION_HOURS = 24;
export const PASSWORD_RESET_HOURS = 1;
/** Counted from the last time that the invitation was sent. */
export const INVITATION_DAYS = 7;

/** Seconds between two messages of one kind to one address. */
export const RESEND_SECONDS = 60;

/** For how long after entering the password a session may do what cannot be undone. */
export const REAUTHENTICATION_MINUTES = 10;
