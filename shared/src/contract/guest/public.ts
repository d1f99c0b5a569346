// What screens for guests use. The sign-in page loads the rest of the contract after itself.
export {
  acceptInvitationInputSchema,
  emailAddressInputSchema,
  loginInputSchema,
  registerInputSchema,
  resetPasswordInputSchema,
  signInResultSchema,
} from '../accounts.ts';
export type {
  AcceptInvitationInput,
  ConfirmEmailInput,
  CurrentUser,
  EmailAddressInput,
  LoginInput,
  RegisterInput,
  ResetPasswordInput,
} from '../accounts.ts';
export { emptySchema, newPasswordSchema, PASSWORD_MIN } from '../text.ts';
export { retryAfterSeconds } from '../waiting.ts';
