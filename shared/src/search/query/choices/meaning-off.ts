/** Why a server searches by words alone. */
export const MEANING_OFF =
  'Words only. The server has no embedding model, which finds passages by meaning as well.';
