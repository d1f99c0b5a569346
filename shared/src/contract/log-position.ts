/** Where in the database's log a response that wrote is. A program repeats it, to read at least that state. */
export const LOG_POSITION_HEADER = 'X-Log-Position';

/** Seconds after which every reader sees what was written anyway, with room to spare. */
export const LOG_POSITION_SECONDS = 10;
