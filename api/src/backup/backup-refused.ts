/** A backup that is not made or not restored. Its message is a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
