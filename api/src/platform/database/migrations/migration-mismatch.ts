/** The database has migrations that this version does not know, and cannot run beside, or cannot upgrade. */
export class MigrationMismatch extends Error {
  override readonly name: string = 'MigrationMismatch';
}

/** The database, or the backup, is of a version from before the last one that this version upgrades. */
export class VersionSkipped extends MigrationMismatch {
  override readonly name = 'VersionSkipped';
}
