/**
 * Where the mark of a weak password is kept, next to the session. Apart from weak-password.ts, which only those load who
 * have one: any page with a session can read and write the storage.
 */
export const WEAK_KEY = 'bellwire.weak-password';
