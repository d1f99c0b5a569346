/** Why a server searches by words alone. */
export const MEANING_OFF =
  'Keyword search. To search by meaning as well, the operator sets EMBEDDINGS_URL.';
