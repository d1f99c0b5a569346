/** Version of the API between the shell and its remotes; a remote declares the range that it requires. */
export const SHELL_API_VERSION = '1.5.0';
