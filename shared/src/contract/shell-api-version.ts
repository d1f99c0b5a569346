/** Version of the contract between the shell and its remotes; a remote declares the range it needs. */
export const SHELL_API_VERSION = '1.2.0';
