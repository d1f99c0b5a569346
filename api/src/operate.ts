// The door for operators: what their commands do with a database and its files.
export { signOutAccounts } from './identity/sessions/sign-out-accounts.ts';
export { restoreBackup } from './operations/backup/restore-backup.ts';
export { fileArgument, runCommand } from './operations/backup/run-command.ts';
export { verify } from './operations/backup/verify/verify.ts';
export { writeBackup } from './operations/backup/write-backup.ts';
export { writeQuota } from './platform/quotas/write-quota.ts';
