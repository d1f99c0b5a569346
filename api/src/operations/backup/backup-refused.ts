/** A backup that cannot be made or restored. Its message is for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
